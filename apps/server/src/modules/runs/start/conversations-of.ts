import { concurrencyDefault } from '@parley/engine';
import { type PlannedTest, planRun, type Suite } from '@parley/suite';
import { parsedSuite } from '../../suites/suites.ts';

/**
 * Returns the number of conversations that a run holds at the same time: the concurrency of the suite or the default, but not
 * more than there are tests to run, unless one of them is repeated.
 */
export function conversationsOf({ configuration }: Suite, plan: readonly PlannedTest[]): number {
  const pending = plan.filter(({ mode }) => mode === 'run');
  const most = configuration.concurrency ?? concurrencyDefault;
  return pending.some(({ repeat }) => repeat) ? most : Math.min(most, pending.length);
}

/** Returns the number of simultaneous conversations of a run of all tests in a text. */
export function conversationsOfSource(source: string): number {
  const { suite } = parsedSuite(source);
  return conversationsOf(suite, planRun(suite));
}
