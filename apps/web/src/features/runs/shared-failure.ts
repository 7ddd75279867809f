import type { Failure, TestResult } from '@parley/suite';

/** @returns the failure if all tests of a run, except skipped ones, ended in the same error; undefined for a single test */
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
