import { type RecordedRun, tellAll } from '@parley/engine';
import { openReports } from './open-reports.ts';
import type { RunCommandOptions } from './run-options.ts';

/** Opens the reports, lets runs be held that tell them, and finishes them whatever comes. */
export async function reportRuns(
  reports: RunCommandOptions['reports'],
  hold: (report: ReturnType<typeof tellAll>) => Promise<RecordedRun[]>,
): Promise<RecordedRun[]> {
  const opened = openReports(reports);
  const report = tellAll(opened.reporters, (error) => {
    process.stderr.write(`A report failed: ${(error as Error).message}\n`);
  });
  try {
    const runs = await hold(report);
    report.finish(runs);
    return runs;
  } finally {
    await opened.close();
  }
}
