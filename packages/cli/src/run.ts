/** `parley run`: suites from files against their bots, or suites of a server. */
import { stat } from 'node:fs/promises';
import { createOperatorEgress } from '@parley/egress';
import { createJudge, runSuite, type SuiteSource, startRecording } from '@parley/engine';
import {
  expandBlocks,
  keysOf,
  type RunEvent,
  type Suite,
  type SuiteEnvironment,
  testFingerprint,
  withEnvironment,
} from '@parley/suite';
import { cancelledByInterrupt } from './cancelled-by-interrupt.ts';
import { type DataRow, readDataRows } from './data-rows.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { findSuites, type SuiteFile } from './find-suites.ts';
import { readJudgeSettings } from './judge-settings.ts';
import { keepInFolder } from './keep-in-folder.ts';
import { hasErrors, printProblems } from './lint.ts';
import { listenForSpans } from './listen-for-spans.ts';
import { readEnvironment } from './read-environment.ts';
import { judgeRecorded, pairWithRuns, readStoredRuns } from './reevaluate-recorded.ts';
import { reportRuns } from './report-runs.ts';
import { type RunCommandOptions, readRunOptions } from './run-options.ts';
import { selectTests } from './select-tests.ts';
import { shareWorkers } from './share-workers.ts';

const help = `parley run [files]: holds the conversations of suites and says how they went.
parley run <suite ids> --server <address>: the same for suites of a server, by the API key in PARLEY_API_KEY.

  -g, --grep <pattern>    only tests whose name matches this regular expression
  -t, --tag <tags>        only tests with one of these tags; !tag leaves out (repeatable, comma-separated)
  --shard <part>/<of>     only this part of all tests, for several machines
  --server <address>      run suites of this server; PARLEY_URL is its default
  --label <text>          what is tested, such as a version, branch or commit; shown with the run
  --env <file or name>    the environment with the variables and secrets of the suites: a file, or of a server the
                          name of one (--environment is the same); environments have histories of their own
  --data <file>           run once for each row of a .csv or .json file; columns are variables
  --var <name>=<value>    a variable of the suites (repeatable)
  --url <address>         talk to the bot at this address instead of the suite's
  -w, --workers <n>       conversations at a time over all suites (1 to 1000, default 5),
                          and of a suite at most as many as it says under concurrency
  --retries <n>           try again what failed for a cause outside of the bot (0 to 5; else as the suite says)
  --repeat <rule>         try each test more than once: passRate=0.95,tolerate=0.8,maxTries=50, or a part of it;
                          maxTries=1 tries once (else as suites and tests say)
  --recorded <file>       judge the conversations in this JSON report again, without the bot
  --evidence <folder>     keep there what shows how it was: traffic of steps that did not pass, screenshots, traces
  --otlp-port <n>         take spans of OpenTelemetry at this port, for suites that list sources under evidence
  --otlp-host <address>   listen at this address instead of 127.0.0.1
  --strict                accept no result that proves too little: checks that could not fail, tests without
                          an assertion or with a template without a value, tests left out by only
  --pass-with-no-tests    exit with 0 where nothing was tested, for shards that may be empty
  --undecided <fail|pass|warn>  exit with 1, 0, or 0 and a warning instead of 5 where the tries of repeated
                          tests do not decide and nothing is worse
  -r, --reporter <name>   list, junit, json or github; name=path writes to a file (repeatable)

--data, --var, --url, --workers, --retries, --recorded, --evidence and --otlp-port are for files only;
a server's suites say them themselves.
--label is for suites of a server.

Exit codes: 0 all passed, 1 a test failed, 2 wrong usage, 3 a suite has errors, 4 a conversation could
not be held to its end, nothing was tested, the server was not reached, a report was not written or
--strict does not accept the result, 5 the tries of repeated tests do not decide, 130 cancelled.
`;

export async function runCommand(args: string[]): Promise<number> {
  const options = readRunOptions(args);
  if (!options) {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  const server = await serverOf(options);
  if (server !== undefined) {
    const { runOnServer } = await import('./run-on-server.ts');
    return runOnServer(server, options);
  }
  if (options.label) throw new UsageError('--label is for suites of a server.');
  const environment = await environmentOf(options);
  const files = await findSuites(options.files);
  if (files.some(hasErrors)) {
    printProblems(files, process.stderr);
    return exitCodes.invalidSuite;
  }
  const selected = selectTests(files, options.selection);
  if (selected.length === 0 && !options.selection.shard) throw new UsageError('No test matches.');
  const rows = options.data === undefined ? undefined : await readDataRows(options.data);
  if (environment) tellUnused(selected, environment);
  const suites = suitesToRun(selected, rows, { ...options, chosen: environment });
  if (options.recorded === undefined) return holdRuns(suites, options);
  const pairs = pairWithRuns(suites.flat(), await readStoredRuns(options.recorded));
  return reportRuns(options, (report) =>
    Promise.all(pairs.map((pair) => judgeRecorded(pair, report))),
  );
}

interface SuiteToRun {
  name: string;
  suite: Suite;
  source: SuiteSource;
  row?: { suite: string; name: string };
  definitions: Record<string, string>;
}

/** The fingerprints of tests as they are written, so that another address or environment does not change them. */
function definitionsOf(written: Suite): Record<string, string> {
  const { tests, configuration } = expandBlocks(written);
  const keys = keysOf(tests);
  return Object.fromEntries(
    tests.map((test, at) => [keys[at] ?? test.name, testFingerprint(test, configuration)]),
  );
}

/** In groups that share out what a suite says under concurrency: all its rows together. */
function suitesToRun(
  files: SuiteFile[],
  rows: DataRow[] | undefined,
  { url, variables, chosen }: RunCommandOptions & { chosen: SuiteEnvironment | undefined },
): SuiteToRun[][] {
  return files.flatMap(({ path, suite, lineOf }) => {
    const { channel, concurrency } = suite.configuration;
    const definitions = definitionsOf(suite);
    const toRun = (name: string, ofRow: Record<string, string> = {}): SuiteToRun => {
      const configuration = {
        ...suite.configuration,
        ...(channel && url !== undefined && { channel: { ...channel, url } }),
        variables: { ...suite.configuration.variables, ...ofRow, ...variables },
      };
      const toHold = { ...suite, configuration };
      return {
        name,
        suite: chosen ? withEnvironment(toHold, overridden(chosen, ofRow, variables)) : toHold,
        source: { path, lineOf },
        definitions,
      };
    };
    const runs = rows?.map(({ name, variables: ofRow }) => ({
      ...toRun(`${path} [${name}]`, ofRow),
      row: { suite: path, name },
    }));
    const group = runs ?? [toRun(path)];
    return concurrency === undefined ? group.map((one) => [one]) : [group];
  });
}

/** Nothing is sent where recorded conversations are re-evaluated, so secrets need no value there. */
async function environmentOf({
  environment,
  recorded,
}: RunCommandOptions): Promise<SuiteEnvironment | undefined> {
  if (environment === undefined) return undefined;
  return readEnvironment(environment, recorded === undefined ? process.env : undefined);
}

/** The values of the command line win over those of the environment. */
const overridden = (
  environment: SuiteEnvironment,
  ...values: Record<string, string>[]
): SuiteEnvironment => ({
  ...environment,
  variables: Object.assign({}, environment.variables, ...values),
});

function tellUnused(files: SuiteFile[], { name }: SuiteEnvironment): void {
  for (const { path, suite } of files) {
    if (suite.configuration.syntax === 2) continue;
    process.stderr.write(
      `${path}: the environment "${name}" has no effect, because the suite does not say "syntax: 2".\n`,
    );
  }
}

/** Falls back to PARLEY_URL if the named suites are not files. */
async function serverOf({ server, files }: RunCommandOptions): Promise<string | undefined> {
  const { PARLEY_URL } = process.env;
  if (server !== undefined) return server || PARLEY_URL;
  if (!PARLEY_URL || files.length === 0) return undefined;
  const areFiles = await Promise.all(files.map((path) => stat(path).catch(() => undefined)));
  return areFiles.some(Boolean) ? undefined : PARLEY_URL;
}

async function holdRuns(
  groups: SuiteToRun[][],
  { workers, retries, repeat, evidence, otlp, reports, strictness }: RunCommandOptions,
): Promise<number> {
  await using receiver = otlp && (await listenForSpans(otlp));
  // Whoever starts this program may reach what it reaches; clouds' metadata stays out of reach.
  const egress = createOperatorEgress();
  const judgeSettings = readJudgeSettings(process.env);
  const judge = judgeSettings && createJudge(judgeSettings);
  const keepEvidence = evidence === undefined ? undefined : keepInFolder(evidence);
  const browser = { program: process.env.PARLEY_BROWSER || undefined };
  const signal = cancelledByInterrupt();
  return await reportRuns({ reports, strictness }, async (report) => {
    const hold = async (
      { name, suite, source, row, definitions }: SuiteToRun,
      concurrency: number,
    ) => {
      const { environment } = suite.configuration;
      const run = startRecording(name, {
        source,
        definitions,
        ...(environment && { environment: environment.name }),
        ...(row && { row }),
        ...(evidence !== undefined && { evidenceFolder: evidence }),
      });
      const emit = (event: RunEvent) => {
        run.record([event]);
        report.event(run, event);
      };
      await runSuite({
        suite,
        egress,
        signal,
        emit,
        ...(retries !== undefined && { retries }),
        repeat,
        concurrency,
        judge,
        spans: receiver?.spans,
        browser,
        ...(keepEvidence && { keepEvidence }),
      });
      return run;
    };
    const runs = await shareWorkers(groups, workers, (group, share) =>
      shareWorkers(group, Math.min(share, concurrencyOf(group) ?? share), hold),
    );
    return runs.flat();
  });
}

/** The limit of the bot holds for all copies of a suite together. */
function concurrencyOf([first]: SuiteToRun[]): number | undefined {
  return first?.suite.configuration.concurrency;
}
