/** Groups the tests of a run: failures first, those with the same cause together. Pure. */
import { type Failure, failureSignature, isBad, type TestResult } from '@parley/suite';
import { failureClassNames } from '#/lib/failure-class-names.ts';
import type { NumberedTest } from './run-outcomes.ts';

export interface TestGroup {
  key: string;
  /** Heading, such as "Wrong answer, same cause". */
  title: string;
  tests: NumberedTest[];
}

/** Groups tests, in the order of each group's first test. Tests that did not fail come last. */
export function groupTests(tests: readonly NumberedTest[]): TestGroup[] {
  const failed = tests.filter(({ test }) => isBad(test.outcome));
  const others = tests.filter(({ test }) => !isBad(test.outcome));
  const bySignature = Map.groupBy(failed, ({ test }) => signatureOf(test));
  const groups = Map.groupBy(failed, ({ test }) => {
    const signature = signatureOf(test);
    return (bySignature.get(signature)?.length ?? 0) > 1 ? signature : classOf(test);
  });
  return [
    ...[...groups].map(([key, members]) => ({
      key,
      title: titleOf(members[0]?.test, bySignature.has(key)),
      tests: members,
    })),
    ...[...Map.groupBy(others, ({ test }) => test.outcome)].map(([key, members]) => ({
      key,
      title: titles[key as keyof typeof titles],
      tests: members,
    })),
  ];
}

const titles = {
  running: 'Running',
  passed: 'Passed',
  pending: 'Not finished',
  skipped: 'Skipped',
};

function titleOf(test: TestResult | undefined, isOneCause: boolean): string {
  const title = failureClassNames[(test && classOf(test)) ?? 'wrong'];
  return isOneCause ? `${title}, same cause` : title;
}

/** @returns the index of the failed step, or undefined if the test failed as a whole */
export function failedStepOf({ steps }: TestResult): number | undefined {
  const place = steps.findIndex(({ outcome }) => isBad(outcome));
  return place === -1 ? undefined : place;
}

/** @returns the cause of a test's failure, taken from its first failed step */
function causeOf(test: TestResult) {
  const step = test.steps[failedStepOf(test) ?? -1];
  // For an undecided repeated test, the displayed try may have failed, but the reason of the outcome is another.
  if (test.tries && test.outcome !== 'failed') return test.failure ? { failure: test.failure } : {};
  const failure = step ? step.failure : test.failure;
  return { ...(failure && { failure }), ...(step && { verdicts: step.verdicts }) };
}

export const signatureOf = (test: TestResult): string => failureSignature(causeOf(test));

const classOf = (test: TestResult): Failure['class'] => causeOf(test).failure?.class ?? 'wrong';

/** Tests whose name or failure message contains the search text. */
export function matchingTests(tests: readonly NumberedTest[], wanted: string): NumberedTest[] {
  const words = wanted.trim().toLowerCase();
  return tests.filter(
    ({ test }) =>
      test.name.toLowerCase().includes(words) ||
      causeOf(test).failure?.message.toLowerCase().includes(words),
  );
}
