import type { RunFigures } from '@parley/contract';
import { wilsonInterval } from '@parley/statistics';
import { intervalInWords } from '@parley/suite';

/**
 * Pass rate in percent among the runs that passed or failed. Cancelled and interrupted runs do not count, because they say
 * nothing about the bot. Null if there are none.
 */
export function passedShare({ passed, failed }: RunFigures): number | null {
  return passed + failed === 0 ? null : (100 * passed) / (passed + failed);
}

/**
 * 95% interval of the pass rate, for example "71 to 97%". It is wider if there are fewer runs. Null if no run passed or
 * failed.
 */
export function passedInterval({ passed, failed }: Pick<RunFigures, 'passed' | 'failed'>) {
  return passed + failed === 0 ? null : intervalInWords(wilsonInterval(passed, passed + failed));
}

/** Percentage of the passed and failed runs that did not fail for this cause. */
export function shareWithout({ passed, failed }: RunFigures, withCause: number): number | null {
  return passed + failed === 0 ? null : (100 * (passed + failed - withCause)) / (passed + failed);
}

/** Formats a percentage such as "97.5%". It is never "100%" if something failed. */
export function formatShare(share: number | null): string {
  if (share === null) return '–';
  const rounded = Math.round(share * 10) / 10;
  return `${share < 100 && rounded === 100 ? 99.9 : rounded}%`;
}
