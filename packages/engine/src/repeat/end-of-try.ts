import type { Ending, Failure, PlannedTest } from '@parley/suite';

/** Turns a pass without an assertion into an error, because such a try shows nothing about the agent. */
export function endOfTry<End extends Ending>(
  { test, repeat }: Pick<PlannedTest, 'test' | 'repeat'>,
  end: End,
  checks: number,
): End | (Omit<End, 'outcome' | 'failure'> & { outcome: 'error'; failure: Failure }) {
  const asserts = test.interactions.some(({ assertions }) => assertions.length > 0);
  if (!repeat || !asserts || checks > 0 || end.outcome !== 'passed') return end;
  return { ...end, outcome: 'error', failure: nothingTested };
}

const nothingTested: Failure = {
  class: 'configuration',
  code: 'nothing-tested',
  message: 'Nothing was tested: the try ended before the first assertion.',
  hint: 'Say what a reply must contain before the test can end.',
};
