/** Judges a test by the results of its tries. */
import { decide, fewestTriesToDecide, outlook } from '@parley/statistics';
import type { Failure } from '../events/failure.ts';
import type { Ending, Outcome } from '../events/outcome.ts';
import type { RepeatRule } from '../format/model/repeat.ts';
import {
  rateInWords,
  shows,
  type TriesTally,
  type TryEnd,
  tallyInWords,
  tallyOf,
} from './tally.ts';

/** The verdict, and the number of tries after which it was reached. Later tries do not change it. */
export type TriesVerdict = Ending & { after: number };

/** Maximum share of tries that can be missing. */
const missingShareAllowed = 0.1;

/** Number of missing tries without any result after which further tries are pointless. */
const vainTries = 3;

/**
 * Evaluates the tries in order and takes the first decision. A test passes only if it would also pass with its missing tries as
 * failures, and fails only if it would also fail with them as passes.
 * @returns undefined if another try is needed
 */
export function judgeTries(rule: RepeatRule, tries: readonly TryEnd[]): TriesVerdict | undefined {
  const tally = { passed: 0, failed: 0, missing: 0 };
  for (const [at, one] of tries.entries()) {
    tally[shows[one.outcome]] += 1;
    const ending = endingOf(rule, tally, one);
    if (!ending) continue;
    const after = at + 1;
    if (ending.outcome !== 'failed') return { ...ending, after };
    const failure = faultOfSuite(tries.slice(0, after)) ?? tooFewPass(rule, tally);
    return { ...ending, failure, after };
  }
  return undefined;
}

/** Judges tries if no further ones follow, for example in a stored run. The test is undecided if its tries do not suffice. */
export function concludeTries(rule: RepeatRule, tries: readonly TryEnd[]): TriesVerdict {
  const verdict = judgeTries(rule, tries);
  if (verdict) return verdict;
  const tally = tallyOf(tries);
  const last = tries.at(-1);
  if (tally.passed + tally.failed === 0 && last?.failure)
    return { ...vain(last.outcome, last.failure), after: tries.length };
  const failure = between(rule, tally);
  return { outcome: 'undecided', failure, after: tries.length };
}

/** @returns the minimum number of further tries for a verdict, which can run concurrently */
export function triesNeeded(rule: RepeatRule, tries: readonly TryEnd[]): number {
  const { passed, failed, missing } = tallyOf(tries);
  if (rule.tries !== undefined && passed + failed > 0) return rule.tries - tries.length;
  const { passed: toPass } = fewestTriesToDecide({ passed, failed: failed + missing }, rule);
  const { failed: toFail } = fewestTriesToDecide({ passed: passed + missing, failed }, rule);
  const left = rule.maxTries - tries.length;
  const inVain = passed + failed === 0 ? vainTries - missing : left;
  const toMiss = Math.floor(missingShareAllowed * rule.maxTries) + 1 - missing;
  return Math.max(1, Math.min(toPass, toFail, left, inVain, toMiss));
}

function endingOf(rule: RepeatRule, tally: TriesTally, last: TryEnd): Ending | undefined {
  const { passed, failed, missing } = tally;
  const tries = passed + failed + missing;
  const isOpen = rule.tries !== undefined && tries < rule.tries;
  if (!isOpen && missing <= missingShareAllowed * tries) {
    if (decide({ passed, failed: failed + missing }, rule) === 'passed')
      return { outcome: 'passed' };
    if (decide({ passed: passed + missing, failed }, rule) === 'failed')
      return { outcome: 'failed' };
  }
  const isVain = passed + failed === 0 && missing >= Math.min(vainTries, rule.maxTries);
  if (isVain && last.failure) return vain(last.outcome, last.failure);
  if (!isOpen && missing > missingShareAllowed * rule.maxTries)
    return { outcome: 'undecided', failure: tooManyMissing(tally) };
  if (tries < rule.maxTries) return undefined;
  return { outcome: 'undecided', failure: between(rule, tally) };
}

/** Ends a test none of whose tries shows anything. */
const vain = (last: Outcome, failure: Failure): Ending =>
  last === 'error' ? { outcome: 'error', failure } : { outcome: 'undecided', failure };

/** @returns the failure if a mistake in the suite caused all failed tries, which then say nothing about the agent */
function faultOfSuite(tries: readonly TryEnd[]): Failure | undefined {
  const failures = tries.filter(({ outcome }) => outcome === 'failed').map((one) => one.failure);
  return failures.every((failure) => failure?.class === 'configuration') ? failures[0] : undefined;
}

const tooFewPass = ({ passRate }: RepeatRule, tally: TriesTally): Failure => ({
  class: 'wrong',
  code: 'pass-rate',
  message: `${tallyInWords(tally)}: an agent that passes ${rateInWords(passRate)} of them would rarely do this badly.`,
  hint: 'Check the failed tries, and fix the agent or the expectation.',
});

const tooManyMissing = (tally: TriesTally): Failure => ({
  class: 'unsure',
  code: 'tries-missing',
  message: `${tallyInWords(tally)}: too many tries show nothing about the agent.`,
  hint: 'They ended in an error or undecided. Fix the cause and run the test again.',
});

function between(rule: RepeatRule, tally: TriesTally): Failure {
  const { passRate, tolerate, maxTries, tries } = rule;
  const more = outlook(tally, rule, maxTries);
  return {
    class: 'unsure',
    code: 'pass-rate-undecided',
    message: `${tallyInWords(tally)}: this does not decide between a pass rate of ${rateInWords(passRate)} and one of ${rateInWords(tolerate)}.`,
    hint:
      tries !== undefined
        ? 'So few tries of a test are compared with those of another version, together with the other tests: see parley gate. To judge this test alone, write maxTries instead of tries.'
        : more === 'between'
          ? 'The rate seems to be between the two: more tries are unlikely to decide. Improve the agent, or choose other rates.'
          : `At this rate about ${range(more)} would decide: raise maxTries.`,
  };
}

const range = ({ from, to }: { from: number; to: number }): string =>
  from === to ? `${to} more ${to === 1 ? 'try' : 'tries'}` : `${from} to ${to} more tries`;
