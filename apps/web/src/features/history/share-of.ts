import type { RunFigures } from '@parley/contract';
import { wilsonInterval } from '@parley/statistics';
import { intervalInWords } from '@parley/suite';

/**
 * Pass rate, 0 to 100, among runs with a result: cancelled and interrupted runs say nothing about the bot. Null if no run has a
 * result.
 */
export function passedShare({ passed, failed }: RunFigures): number | null {
  return passed + failed === 0 ? null : (100 * passed) / (passed + failed);
}

/**
 * The 95% interval of the pass rate in words, for example "71 to 97%": the fewer runs there are, the less a rate says. Null if
 * no run has a result.
 */
export function passedInterval({ passed, failed }: Pick<RunFigures, 'passed' | 'failed'>) {
  return passed + failed === 0 ? null : intervalInWords(wilsonInterval(passed, passed + failed));
}

/** Percentage of runs with a result that did not fail for this cause, 0 to 100. */
export function shareWithout({ passed, failed }: RunFigures, withCause: number): number | null {
  return passed + failed === 0 ? null : (100 * (passed + failed - withCause)) / (passed + failed);
}

/** Formats a rate such as "97.5%"; never "100%" if something failed. */
export function formatShare(share: number | null): string {
  if (share === null) return '–';
  const rounded = Math.round(share * 10) / 10;
  return `${share < 100 && rounded === 100 ? 99.9 : rounded}%`;
}
