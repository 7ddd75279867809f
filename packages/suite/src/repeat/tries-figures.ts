/** Describes the tries of a test in figures and words. */
import { decide, type Interval, sequentialInterval, wilsonInterval } from '@parley/statistics';
import { isOutcome, type Outcome } from '../events/outcome.ts';
import type { TestResult } from '../events/run-result.ts';
import { type TriesTally, tallyInWords, tallyOf } from './tally.ts';

export interface TriesFigures extends TriesTally {
  /** Number of tries that the verdict is based on. */
  tries: number;
  /** Share of passed tries among those that are not missing; absent if all are missing. */
  rate?: number;
  /**
   * 95% interval of the pass rate: Wilson's for a fixed number of tries, otherwise adjusted for early stopping. Absent before
   * the verdict, and if tries are missing or did not take place.
   */
  interval?: Interval;
}

/**
 * Counts the tries that the verdict is based on. Lists of many tests need no more: an interval takes milliseconds.
 *
 * @returns undefined for a test that is not repeated
 */
export function triesTallyOf({
  repeat,
  tries = [],
  judgedAfter,
}: TestResult): TriesTally | undefined {
  return repeat && tallyOf(endedTries(tries.slice(0, judgedAfter ?? tries.length)));
}

const endedTries = (tries: readonly TestResult[]): { outcome: Outcome }[] =>
  tries.flatMap(({ outcome }) => (isOutcome(outcome) ? [{ outcome: outcome as Outcome }] : []));

/** @returns undefined for a test that is not repeated */
export function triesFiguresOf(test: TestResult): TriesFigures | undefined {
  const { repeat, judgedAfter } = test;
  const tally = triesTallyOf(test);
  if (!repeat || !tally) return undefined;
  const judged = tally.passed + tally.failed;
  const isFixed = repeat.tries !== undefined;
  const hasEnded = judged === repeat.maxTries || (!isFixed && decide(tally, repeat) !== undefined);
  return {
    ...tally,
    tries: judged + tally.missing,
    ...(judged > 0 && { rate: tally.passed / judged }),
    ...(judgedAfter !== undefined &&
      tally.missing === 0 &&
      hasEnded && {
        interval: isFixed
          ? wilsonInterval(tally.passed, judged)
          : sequentialInterval(tally, repeat, repeat.maxTries),
      }),
  };
}

/** @returns for example "18 of 18 tries passed (95% interval of the pass rate: 81 to 100%)" */
export function triesInWords({ interval, ...tally }: TriesFigures): string {
  const said = tallyInWords(tally);
  if (!interval) return said;
  return `${said} (95% interval of the pass rate: ${intervalInWords(interval)})`;
}

/** @returns for example "81 to 100%", rounded outward, so that it claims no more than is known */
export function intervalInWords({ low, high }: Interval): string {
  return `${Math.floor(low * 100)} to ${Math.ceil(high * 100)}%`;
}
