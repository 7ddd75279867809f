import { concurrencyDefault } from '@parley/engine';
import { type PlannedTest, planRun, type Suite } from '@parley/suite';
import { parsedSuite } from '../../suites/suites.ts';

/** Conversations that the engine holds at once by default, but no more than there are tests. A repeated test takes several. */
export function conversationsOf({ configuration }: Suite, plan: readonly PlannedTest[]): number {
  const pending = plan.filter(({ mode }) => mode === 'run');
  const most = configuration.concurrency ?? concurrencyDefault;
  return pending.some(({ repeat }) => repeat) ? most : Math.min(most, pending.length);
}

/** Those of a run of all that a text holds. */
export function conversationsOfSource(source: string): number {
  const { suite } = parsedSuite(source);
  return conversationsOf(suite, planRun(suite));
}
