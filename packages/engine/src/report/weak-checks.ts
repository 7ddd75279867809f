/** Finds weaknesses of a run's result that do not fail it: checks that could not fail, and tests that assert nothing. */
import { counted, describeOrigin, type RunCounts, vacuousChecks } from '@parley/suite';
import type { RecordedRun } from './recorded-run.ts';

export interface WeakCheck {
  test: string;
  /** Index of the step; absent if the remark concerns the whole test. */
  step?: number;
  message: string;
}

/** @returns the weak checks of a run and likely mistakes in its suite, in the order of the tests */
export function weakChecks({ result }: RecordedRun): WeakCheck[] {
  return result.tests.flatMap((test) => [
    ...(test.warnings ?? []).map((message) => ({ test: test.name, message })),
    ...vacuousChecks(test).map(({ step, rule, why }) => {
      const written = describeOrigin(test.steps[step]?.origin);
      const message = `${rule}: ${why}${written === undefined ? '' : ` (${written})`}`;
      return { test: test.name, step, message };
    }),
  ]);
}

/** @returns a sentence for each kind of weakness in the runs */
export function describeDoubts(runs: readonly RecordedRun[]): string[] {
  const sum = (key: 'vacuous' | 'unasserted' | 'leftOutByOnly') =>
    runs.reduce((total, { result }) => total + (result.counts[key] ?? 0), 0);
  return sentences({
    vacuous: sum('vacuous'),
    unasserted: sum('unasserted'),
    leftOutByOnly: sum('leftOutByOnly'),
  });
}

/** @returns true if the run has any weakness, which `--strict` does not accept */
export const isWeak = (run: RecordedRun): boolean =>
  describeDoubts([run]).length > 0 || weakChecks(run).length > 0;

function sentences({
  vacuous = 0,
  unasserted = 0,
  leftOutByOnly = 0,
}: Pick<RunCounts, 'vacuous' | 'unasserted' | 'leftOutByOnly'>): string[] {
  return [
    ...(vacuous > 0 ? [`${counted(vacuous, 'check')} could not fail.`] : []),
    ...(unasserted > 0
      ? [`${counted(unasserted, 'test')} asserted nothing except that the bot answered.`]
      : []),
    ...(leftOutByOnly > 0
      ? [`${counted(leftOutByOnly, 'test')} did not run because another test is marked "only".`]
      : []),
  ];
}
