/** Which rule a test has, and whether it can ever decide. */
import { fewestTriesToDecide } from '@parley/statistics';
import type { RepeatRule } from '../format/model/repeat.ts';
import type { SuiteConfiguration, Test } from '../format/model/suite.ts';

const defaults: RepeatRule = { passRate: 0.95, tolerate: 0.8, maxTries: 50 };

export const maxTriesMax = 1000;

/** The rule of a test, whose settings win over those of the suite; undefined for a single try. */
export function repeatRuleOf(
  { repeat: own }: Pick<Test, 'repeat'>,
  { repeat: shared }: SuiteConfiguration,
): RepeatRule | undefined {
  if (!own && !shared) return undefined;
  const rule = { ...defaults, ...shared, ...own };
  return rule.maxTries === 1 ? undefined : rule;
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
