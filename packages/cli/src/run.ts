/** `parley run`: runs suites in files, or suites on a server. */
import { stat } from 'node:fs/promises';
import { cancelledByInterrupt } from './cancelled-by-interrupt.ts';
import { type CostLimit, limitCost } from './cost-limit.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { printProblems } from './lint.ts';
import { listenForSpans } from './listen-for-spans.ts';
import { judgeRecorded, pairWithRuns, readStoredRuns } from './reevaluate-recorded.ts';
import { reportRuns } from './report-runs.ts';
import { type RunCommandOptions, readRunOptions } from './run-options.ts';
import { readSuites, runSuites, type SuiteToRun } from './run-suites.ts';

export const help = `parley run [files]: runs suites and reports the results.
parley run <suite ids> --server <address>: the same for suites on a server, with the API key in PARLEY_API_KEY.

  -g, --grep <pattern>    only tests whose name matches this regular expression
  -t, --tag <tags>        only tests with one of these tags; !tag excludes (repeatable, comma-separated)
  --shard <part>/<of>     only this part of all tests, for several machines
  --only-failed <report>  leave out tests that passed in this JSON report (repeatable) and were not edited
                          since
  --server <address>      run suites on this server (default: PARLEY_URL)
  --label <text>          what is tested, such as a version, branch or commit; shown with the run
  --env <file or name>    the environment with the variables and secrets of the suites: a file, or on a server,
                          its name (--environment is the same); each environment has its own history
  --data <file>           run once for each row of a .csv or .json file; columns are variables
  --var <name>=<value>    a variable of the suites (repeatable)
  --url <address>         contact the bot at this address instead of the suite's
  -w, --workers <n>       concurrent conversations across all suites (1 to 1000, default 5);
                          each suite runs at most as many as its concurrency
  --retries <n>           retry tests that failed for a cause outside the bot (0 to 5; default: as in the suite)
  --repeat <rule>         try each test more than once: passRate=0.95,tolerate=0.8,maxTries=50, or a part of it;
                          maxTries=1 tries once (default: as in suites and tests)
  --max-cost <amount>     stop as soon as the models of all suites cost this much, by the prices of the suites
  --recorded <file>       re-evaluate the conversations in this JSON report without contacting the bot
  --evidence <folder>     write evidence there: traffic of steps that did not pass, screenshots, traces
  --otlp-port <n>         receive OpenTelemetry spans on this port, for suites that list sources under evidence
  --otlp-host <address>   listen on this address instead of 127.0.0.1
  --strict                reject results that prove too little: checks that could not fail, tests without
                          an assertion or with a template without a value, tests left out by only;
                          and suites with an unknown key
  --pass-with-no-tests    exit with 0 if nothing was tested, for shards that may be empty
  --undecided <fail|pass|warn>  exit with 1, 0, or 0 and a warning instead of 5 if the tries of repeated
                          tests do not decide and nothing is worse
  -r, --reporter <name>   list, junit, json, html or github; name=path writes to a file (repeatable)
  --json                  the same as --reporter json

--only-failed, --data, --var, --url, --workers, --retries, --max-cost, --recorded, --evidence and --otlp-port are for files only;
suites on a server have their own settings.
--label is for suites on a server.

Exit codes: 0 all passed, 1 a test failed, 2 wrong usage, 3 a suite has errors, 4 a conversation did
not finish, nothing was tested, the server was not reached, a report was not written or
--strict does not accept the result, 5 the tries of repeated tests do not decide or --max-cost stopped the runs, 130 cancelled.
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
  if (options.label) throw new UsageError('--label is for suites on a server.');
  const suites = await readSuites(options);
  if ('problems' in suites) {
    printProblems(suites.problems, process.stderr);
    return exitCodes.invalidSuite;
  }
  if (options.recorded === undefined) {
    await using receiver = options.otlp && (await listenForSpans(options.otlp));
    const limit = limitOf(options, suites.groups.flat());
    const signal = cancelledByInterrupt();
    return await reportRuns(
      options,
      (report) =>
        runSuites(suites.groups, options, { report, signal, spans: receiver?.spans, limit }),
      // Ctrl-C takes precedence over the cost limit.
      () => limit?.signal.aborted === true && !signal.aborted,
    );
  }
  const pairs = pairWithRuns(suites.groups.flat(), await readStoredRuns(options.recorded));
  return reportRuns(options, (report) =>
    Promise.all(pairs.map((pair) => judgeRecorded(pair, report))),
  );
}

/** @returns undefined if there is no cost limit */
const limitOf = ({ maxCost }: RunCommandOptions, suites: SuiteToRun[]): CostLimit | undefined =>
  maxCost === undefined
    ? undefined
    : limitCost(maxCost, suites, (line) => process.stderr.write(`${line}\n`));

/** Determines the server: `--server`, or PARLEY_URL if none of the named suites is a file. @returns undefined to run files */
async function serverOf({ server, files }: RunCommandOptions): Promise<string | undefined> {
  const { PARLEY_URL } = process.env;
  if (server !== undefined) return server || PARLEY_URL;
  if (!PARLEY_URL || files.length === 0) return undefined;
  const areFiles = await Promise.all(files.map((path) => stat(path).catch(() => undefined)));
  return areFiles.some(Boolean) ? undefined : PARLEY_URL;
}
