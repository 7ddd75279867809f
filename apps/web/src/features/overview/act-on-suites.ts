import type { SuiteStanding } from '@parley/contract';

export interface Failed {
  suite: SuiteStanding;
  reason: string;
}

/** Maximum number of concurrent requests: fast without using up the server's capacity. */
const atOnceMax = 4;

/**
 * Applies an action to several suites, a few at a time. A failure does not stop the others.
 *
 * @returns the suites for which the action failed, with the reason, in the original order
 */
export async function actOnSuites(
  suites: readonly SuiteStanding[],
  act: (suite: SuiteStanding) => Promise<unknown>,
  explain: (error: unknown) => string,
  onProgress: (done: number) => void,
): Promise<Failed[]> {
  const reasons = new Map<SuiteStanding, string>();
  const waiting = [...suites];
  let done = 0;
  async function work(): Promise<void> {
    for (let suite = waiting.shift(); suite; suite = waiting.shift()) {
      const current = suite;
      await act(current).catch((error: unknown) => reasons.set(current, explain(error)));
      done += 1;
      onProgress(done);
    }
  }
  await Promise.all(Array.from({ length: atOnceMax }, work));
  return suites.flatMap((suite) => {
    const reason = reasons.get(suite);
    return reason === undefined ? [] : [{ suite, reason }];
  });
}
