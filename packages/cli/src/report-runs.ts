import { type RecordedRun, tellAll } from '@parley/engine';
import { exitCodeOf, isOnlyUndecided } from './exit-code-of.ts';
import { exitCodes } from './exit-codes.ts';
import { openReports } from './open-reports.ts';
import type { RunCommandOptions } from './run-options.ts';

/**
 * Opens the reports, calls `hold` with them, and completes them even if it fails.
 *
 * @param isStoppedByLimit called once `hold` has finished
 * @returns the exit code
 */
export async function reportRuns(
  { reports, strictness }: Pick<RunCommandOptions, 'reports' | 'strictness'>,
  hold: (report: ReturnType<typeof tellAll>) => Promise<RecordedRun[]>,
  isStoppedByLimit: () => boolean = () => false,
): Promise<number> {
  const opened = openReports(reports);
  let isWritten = true;
  const report = tellAll(opened.reporters, (error) => {
    isWritten = false;
    process.stderr.write(`A report failed: ${(error as Error).message}\n`);
  });
  const begun = new Set<RecordedRun>();
  let runs: RecordedRun[] | undefined;
  try {
    runs = await hold({
      ...report,
      event(run, event) {
        begun.add(run);
        report.event(run, event);
      },
    });
  } finally {
    report.finish(runs ?? [...begun]);
    isWritten = (await opened.close()) && isWritten;
  }
  if (strictness.warnsUndecided && runs.some(({ result }) => isOnlyUndecided(result)))
    process.stderr.write(
      'Warning: the tries of some tests do not decide; --undecided lets them pass.\n',
    );
  const code = exitCodeOf(runs, strictness, { byLimit: isStoppedByLimit() });
  return code === exitCodes.passed && !isWritten ? exitCodes.error : code;
}
