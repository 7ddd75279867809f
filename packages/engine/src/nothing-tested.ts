/** Prevents a run that tested nothing from passing. */
import type { Failure, PlannedTest, RunFinished, SuiteConfiguration } from '@parley/suite';
import type { FinishedTest } from './run-test.ts';

interface EndedRun {
  plan: readonly PlannedTest[];
  /** Tests that ran, by their index in the plan. */
  finished: ReadonlyMap<number, FinishedTest>;
  /** Finished tests that are not quarantined. */
  counting: ReadonlyMap<number, FinishedTest>;
  configuration: SuiteConfiguration;
}

/**
 * @returns the end of a run that tested nothing, otherwise undefined. In syntax version 1, a suite without assertions accepts
 * any answer, and the run's counts show that.
 */
export function nothingTested({
  plan,
  finished,
  counting,
  configuration,
}: EndedRun): Pick<RunFinished, 'status' | 'failure'> | undefined {
  if (plan.length === 0) return ended('the suite has no tests', 'Add a test to it.');
  if (finished.size === 0)
    return ended('all tests are skipped', 'Remove "skip" from a test, or don\'t run the suite.');
  if (counting.size === 0)
    return ended(
      'all tests are in quarantine',
      "Take a test out of quarantine, or don't run the suite.",
    );
  const counted = plan.flatMap(({ index, test }) => (counting.has(index) ? test.interactions : []));
  if (counted.length === 0)
    return ended('no test has any steps', 'Add a message and the expected reply.');
  const mayAssertNothing =
    configuration.syntax !== 2 && counted.every(({ assertions }) => assertions.length === 0);
  if (mayAssertNothing || [...counting.values()].some(({ checks }) => checks !== 0))
    return undefined;
  return ended(
    'no assertion was evaluated',
    'Say what a reply must contain, for example prompt: hello, before the test can end.',
  );
}

function ended(reason: string, hint: string): Pick<RunFinished, 'status' | 'failure'> {
  const failure: Failure = {
    class: 'configuration',
    code: 'nothing-tested',
    message: `Nothing was tested: ${reason}.`,
    hint,
  };
  return { status: 'error', failure };
}
