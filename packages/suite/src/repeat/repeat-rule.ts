/** Determines the repeat rule of a test, and if the rule can ever decide. */
import { fewestTriesToDecide } from '@parley/statistics';
import type { RepeatRule } from '../format/model/repeat.ts';
import type { SuiteConfiguration, Test } from '../format/model/suite.ts';
import { rateInWords } from './tally.ts';

const defaults: RepeatRule = { passRate: 0.95, tolerate: 0.8, maxTries: 50 };

export const maxTriesMax = 1000;

/** Tag of tests that have to pass on their own. They are repeated until their own rate is known. */
export const mustTag = 'must';

export const isMust = (
  { tags = [] }: Partial<Pick<Test, 'tags'>>,
  { tags: shared = [] }: SuiteConfiguration,
): boolean => tags.includes(mustTag) || shared.includes(mustTag);

/**
 * @returns the rule of a test; undefined for a single try. The run's settings take precedence over the test's, and these over
 * the suite's. `tries` and `maxTries` replace each other.
 */
export function repeatRuleOf(
  test: Partial<Pick<Test, 'repeat' | 'tags'>>,
  configuration: SuiteConfiguration,
  ofRun?: Partial<RepeatRule>,
): RepeatRule | undefined {
  const { repeat: own } = test;
  const { repeat: shared } = configuration;
  if (!own && !shared && !ofRun) return undefined;
  let said: Partial<RepeatRule> = {};
  for (const layer of [shared, own, ofRun]) {
    if (layer?.maxTries !== undefined) said = { ...said, tries: undefined };
    said = { ...said, ...layer };
  }
  const { tries, ...rule } = { ...defaults, ...said };
  if (tries !== undefined && !isMust(test, configuration))
    return tries === 1 ? undefined : { ...rule, maxTries: tries, tries };
  return rule.maxTries === 1 ? undefined : rule;
}

/** @returns for example "95% good enough, 80% not tolerable, at most 50" */
export function repeatInWords(repeat: Partial<RepeatRule>): string {
  const { passRate, tolerate, maxTries, tries } = repeat;
  if ((tries ?? maxTries) === 1) return 'One';
  return [
    ...(passRate === undefined ? [] : [`${rateInWords(passRate)} good enough`]),
    ...(tolerate === undefined ? [] : [`${rateInWords(tolerate)} not tolerable`]),
    ...(tries !== undefined
      ? [`always ${tries.toLocaleString('en-US')}`]
      : maxTries !== undefined
        ? [`at most ${maxTries.toLocaleString('en-US')}`]
        : []),
  ].join(', ');
}

/** @returns the problem of a rule with which no test can pass; undefined if the rule is valid */
export function problemOfRule(rule: RepeatRule): { message: string; hint: string } | undefined {
  const { passRate, tolerate, maxTries } = rule;
  if (tolerate >= passRate)
    return {
      message: `"tolerate" (${tolerate}) must be below "passRate" (${passRate}).`,
      hint: 'passRate is a rate that is good enough, tolerate one that is not: for example 0.95 and 0.8.',
    };
  if (rule.tries !== undefined) return undefined;
  const { passed } = fewestTriesToDecide({ passed: 0, failed: 0 }, rule);
  if (maxTries < passed)
    return {
      message: `With these rates, a test takes at least ${passed} tries to pass, and "maxTries" is ${maxTries}.`,
      hint: 'Raise maxTries, or choose rates that are further apart.',
    };
  return undefined;
}
