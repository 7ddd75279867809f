import { concurrencyDefault } from '@parley/engine';
import { planRun, type Suite } from '@parley/suite';
import { parsedSuite } from '../../suites/suites.ts';

/** Conversations that the engine holds at once by default, but no more than there are tests. */
export function conversationsOf({ configuration }: Suite, pending: number): number {
  return Math.min(configuration.concurrency ?? concurrencyDefault, pending);
}

/** Those of a run of all that a text holds. */
export function conversationsOfSource(source: string): number {
  const { suite } = parsedSuite(source);
  return conversationsOf(suite, planRun(suite).filter(({ mode }) => mode === 'run').length);
}
