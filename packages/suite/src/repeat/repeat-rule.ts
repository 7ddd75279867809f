/** Which rule a test has, and whether it can ever decide. */
import { fewestTriesToDecide } from '@parley/statistics';
import type { RepeatRule } from '../format/model/repeat.ts';
import type { SuiteConfiguration, Test } from '../format/model/suite.ts';
import { rateInWords } from './tally.ts';

const defaults: RepeatRule = { passRate: 0.95, tolerate: 0.8, maxTries: 50 };

export const maxTriesMax = 1000;

/** The rule of a test: what a run says wins over the test, and the test over the suite. Undefined for a single try. */
export function repeatRuleOf(
  { repeat: own }: Pick<Test, 'repeat'>,
  { repeat: shared }: SuiteConfiguration,
  ofRun?: Partial<RepeatRule>,
): RepeatRule | undefined {
  if (!own && !shared && !ofRun) return undefined;
  const rule = { ...defaults, ...shared, ...own, ...ofRun };
  return rule.maxTries === 1 ? undefined : rule;
}

/** @returns for example "95 % good enough, 80 % not tolerable, at most 50" */
export function repeatInWords(repeat: Partial<RepeatRule>): string {
  const { passRate, tolerate, maxTries } = repeat;
  if (maxTries === 1) return 'One';
  return [
    ...(passRate === undefined ? [] : [`${rateInWords(passRate)} good enough`]),
    ...(tolerate === undefined ? [] : [`${rateInWords(tolerate)} not tolerable`]),
    ...(maxTries === undefined ? [] : [`at most ${maxTries.toLocaleString('en-US')}`]),
  ].join(', ');
}

/** What prevents a rule from ever deciding. */
export function problemOfRule(rule: RepeatRule): { message: string; hint: string } | undefined {
  const { passRate, tolerate, maxTries } = rule;
  if (tolerate >= passRate)
    return {
      message: `"tolerate" (${tolerate}) must be below "passRate" (${passRate}).`,
      hint: 'passRate is a rate that is good enough, tolerate one that is not: for example 0.95 and 0.8.',
    };
  const { passed } = fewestTriesToDecide({ passed: 0, failed: 0 }, rule);
  if (maxTries < passed)
    return {
      message: `With these rates, a test takes at least ${passed} tries to pass, and "maxTries" is ${maxTries}.`,
      hint: 'Raise maxTries, or choose rates that are further apart.',
    };
  return undefined;
}
