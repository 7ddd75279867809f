/** `parley run`: suites from files against their bots, with no server. */
import { createEgress, type RecordedRun, runSuite, startRecording, tellAll } from '@parley/engine';
import type { Suite } from '@parley/suite';
import { type DataRow, readDataRows } from './data-rows.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { findSuites, type SuiteFile } from './find-suites.ts';
import { hasErrors, printProblems } from './lint.ts';
import { openReports } from './open-reports.ts';
import { type RunCommandOptions, readRunOptions } from './run-options.ts';
import { selectTests } from './select-tests.ts';
import { shareWorkers } from './share-workers.ts';

const help = `parley run [files]: holds the conversations of suites and says how they went.

  -g, --grep <pattern>    only tests whose name matches this regular expression
  -t, --tag <tags>        only tests with one of these tags; !tag leaves out (repeatable, comma-separated)
  --shard <part>/<of>     only this part of all tests, for several machines
  --data <file>           run once for each row of a .csv or .json file; columns are variables
  --var <name>=<value>    a variable of the suites (repeatable)
  --url <address>         talk to the bot at this address instead of the suite's
  -w, --workers <n>       conversations at a time over all suites (1 to 1000, default 5)
  --retries <n>           try again what failed for a cause outside of the bot (0 to 5, default 0)
  -r, --reporter <name>   list, junit, json or github; name=path writes to a file (repeatable)

Exit codes: 0 all passed, 1 a test failed, 2 wrong usage, 3 a suite has errors, 4 a conversation could
not be held to its end, 130 cancelled.
`;

export async function runCommand(args: string[]): Promise<number> {
  const options = readRunOptions(args);
  if (!options) {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  const files = await findSuites(options.files);
  if (files.some(hasErrors)) {
    printProblems(files, process.stderr);
    return exitCodes.invalidSuite;
  }
  const selected = selectTests(files, options.selection);
  if (selected.length === 0 && !options.selection.shard) throw new UsageError('No test matches.');
  const rows = options.data === undefined ? undefined : await readDataRows(options.data);
  const runs = await holdRuns(suitesToRun(selected, rows, options), options);
  return exitCodeOf(runs);
}

interface SuiteToRun {
  name: string;
  suite: Suite;
}

function suitesToRun(
  files: SuiteFile[],
  rows: DataRow[] | undefined,
  { url, variables }: RunCommandOptions,
): SuiteToRun[] {
  return files.flatMap(({ path, suite }) => {
    const { channel } = suite.configuration;
    const withRow = (name: string, ofRow: Record<string, string>): SuiteToRun => {
      const configuration = {
        ...suite.configuration,
        ...(channel && url !== undefined && { channel: { ...channel, url } }),
        variables: { ...suite.configuration.variables, ...ofRow, ...variables },
      };
      return { name, suite: { ...suite, configuration } };
    };
    return (
      rows?.map((row) => withRow(`${path} [${row.name}]`, row.variables)) ?? [withRow(path, {})]
    );
  });
}

async function holdRuns(
  suites: SuiteToRun[],
  { workers, retries, reports }: RunCommandOptions,
): Promise<RecordedRun[]> {
  const opened = openReports(reports);
  const report = tellAll(opened.reporters, (error) => {
    process.stderr.write(`A report failed: ${(error as Error).message}\n`);
  });
  // Whoever starts this program may reach what it reaches; clouds' metadata stays out of reach.
  const egress = createEgress({ allow: ['0.0.0.0/0:*', '[::/0]:*'] });
  const signal = cancelledByInterrupt();
  const runs = await shareWorkers(suites, workers, async ({ name, suite }, concurrency) => {
    const run = startRecording(name);
    const emit = (event: Parameters<typeof run.record>[0]) => {
      run.record(event);
      report.event(run, event);
    };
    await runSuite({ suite, egress, signal, emit, retries, concurrency });
    return run;
  });
  report.finish(runs);
  await opened.close();
  return runs;
}

/** The first Ctrl-C ends the conversations and reports; the second ends the program as usual. */
function cancelledByInterrupt(): AbortSignal {
  const cancel = new AbortController();
  process.once('SIGINT', () => cancel.abort());
  return cancel.signal;
}

function exitCodeOf(runs: RecordedRun[]): number {
  const statuses = new Set(runs.map(({ result }) => result.status));
  if (statuses.has('cancelled')) return exitCodes.cancelled;
  if (runs.some(({ result }) => result.counts.failed > 0)) return exitCodes.failed;
  return statuses.has('error') ? exitCodes.error : exitCodes.passed;
}
