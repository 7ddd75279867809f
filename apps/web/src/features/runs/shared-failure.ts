import type { Failure, TestResult } from '@parley/suite';

/**
 * @returns the cause that every test of a run ended for, before or in its first step; undefined if they
 * ended for several, or if it is only one test
 */
export function sharedFailure(tests: readonly TestResult[]): Failure | undefined {
  const held = tests.filter(({ outcome }) => outcome !== 'skipped');
  const [first] = held;
  if (held.length < 2 || first?.failure === undefined) return undefined;
  const { code, message } = first.failure;
  const isShared = held.every(
    ({ outcome, failure }) =>
      outcome === 'error' && failure?.code === code && failure.message === message,
  );
  return isShared ? first.failure : undefined;
}
