/** Finds requirements that a gate has dropped, so that changing a suite is no way to pass. */
import type { NumberMetric, RateRule } from '../format/model/gate.ts';
import { asksTheSame, type GateRules, ruleInWords } from './gate-rules.ts';

/** @returns the requirements that are, or could be, less strict than before, in words */
export function loosenedSince(before: GateRules, now: GateRules): string[] {
  return [
    ...(before.must && !now.must ? ['the rule must is gone'] : []),
    ...before.rates.flatMap((rule) => loosenedRule(rule, now.rates) ?? []),
    ...(now.maxAgeMs > before.maxAgeMs ? ['runs may be older'] : []),
    ...(now.question !== before.question ? [`the question is "${now.question}"`] : []),
    ...(now.leavesOutChangedTests && !before.leavesOutChangedTests
      ? ['changed tests are left out']
      : []),
    ...(now.trustsJudges && !before.trustsJudges ? ['judges without a license are trusted'] : []),
    ...(now.baseline !== before.baseline
      ? [`the baseline is ${now.baseline ?? 'no longer named'}`]
      : []),
  ];
}

function loosenedRule(rule: RateRule, rules: readonly RateRule[]): string | undefined {
  if (rules.some((other) => implies(other, rule))) return undefined;
  const changed = rules.find((other) => asksTheSame(other, rule));
  const was = `“${ruleInWords(rule)}”`;
  return changed ? `${was} became “${ruleInWords(changed)}”` : `${was} is gone`;
}

/** @returns true if every run that keeps the rule also keeps the other one */
function implies(rule: RateRule, other: RateRule): boolean {
  const { atLeast, noWorseBy } = rule;
  if (other.atLeast !== undefined)
    return atLeast !== undefined && atLeast >= other.atLeast && isWithin(rule, other);
  return asksTheSame(rule, other) && (noWorseBy ?? 1) <= (other.noWorseBy ?? 0);
}

/** @returns true if every number within the limit is also within the other one */
function impliesLimit(of: NumberMetric, other: NumberMetric): boolean {
  const isLess = of.operator.startsWith('<');
  if (isLess !== other.operator.startsWith('<')) return false;
  if (of.limit !== other.limit) return isLess ? of.limit < other.limit : of.limit > other.limit;
  return other.operator.endsWith('=') || !of.operator.endsWith('=');
}

/** @returns true if the metric's limit is at least as strict as the other one, so that its share is never larger */
function isWithin({ of }: RateRule, { of: other }: RateRule): boolean {
  if (of.kind === 'replies in time' && other.kind === of.kind) return of.withinMs <= other.withinMs;
  if (of.kind === 'tries within tokens' && other.kind === of.kind)
    return of.of === other.of && of.tokens <= other.tokens;
  if (of.kind === 'tries within cost' && other.kind === of.kind)
    return of.currency === other.currency && of.amount <= other.amount;
  if (of.kind === 'tries with metric' && other.kind === of.kind)
    return of.name === other.name && impliesLimit(of, other);
  return of.kind === other.kind;
}
