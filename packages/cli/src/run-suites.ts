/** Reads suites from files and runs them against their bots. */
import { createOperatorEgress } from '@parley/egress';
import {
  type RecordedRun,
  runSuite,
  type SpanReceiver,
  type SuiteSource,
  startRecording,
  type tellAll,
} from '@parley/engine';
import {
  agentFacts,
  expandBlocks,
  isAboutUselessKey,
  isEdited,
  keyOf,
  keysOf,
  type RunEvent,
  type Suite,
  type SuiteEnvironment,
  testFingerprint,
  withEnvironment,
} from '@parley/suite';
import type { CostLimit } from './cost-limit.ts';
import { type DataRow, readDataRows } from './data-rows.ts';
import { UsageError } from './exit-codes.ts';
import { findSuites, type SuiteFile } from './find-suites.ts';
import { judgesOfRun } from './judges-of-run.ts';
import { keepInFolder } from './keep-in-folder.ts';
import { hasErrors, printProblems } from './lint.ts';
import { readEnvironment } from './read-environment.ts';
import { readPhoneSettings } from './read-phone-settings.ts';
import { recordingsBeside } from './recordings-beside.ts';
import { readStoredRuns, type StoredRun } from './reevaluate-recorded.ts';
import type { RunCommandOptions } from './run-options.ts';
import { type IsSettled, selectTests } from './select-tests.ts';
import { shareWorkers } from './share-workers.ts';

/** @returns the suites in groups that share a concurrency limit, or all files if one of them is invalid */
export async function readSuites(
  options: RunCommandOptions,
): Promise<{ groups: SuiteToRun[][] } | { problems: SuiteFile[] }> {
  const environment = await environmentOf(options);
  const files = await findSuites(options.files);
  if (files.some(hasErrors)) return { problems: files };
  // A setting that has no effect could be the one that would have failed the run.
  if (options.strictness.isStrict && files.some(hasUselessKeys)) return { problems: files };
  printProblems(files, process.stderr);
  const rows = options.data === undefined ? undefined : await readDataRows(options.data);
  const { onlyFailed, selection } = options;
  const isSettled =
    onlyFailed === undefined
      ? undefined
      : settledIn(await Promise.all(onlyFailed.map(readStoredRuns)), rows);
  const selected = selectTests(files, { ...selection, ...(isSettled && { isSettled }) });
  const mayBeEmpty = selection.shard || isSettled;
  if (selected.length === 0 && !mayBeEmpty) throw new UsageError('No test matches.');
  if (environment) tellUnused(selected, environment);
  return { groups: suitesToRun(selected, rows, { ...options, chosen: environment }) };
}

const hasUselessKeys = ({ problems }: SuiteFile): boolean => problems.some(isAboutUselessKey);

export interface SuiteToRun {
  name: string;
  suite: Suite;
  source: SuiteSource;
  row?: { suite: string; name: string };
  definitions: Record<string, string>;
}

/**
 * Creates a check for settled tests. A test is settled if it has not changed since it passed in one of the reports with every
 * row, or was skipped and would be again. Tests that are in no report are not settled: a run may have ended before them, and
 * renaming a test must not hide a failure.
 */
function settledIn(reports: readonly StoredRun[][], rows: DataRow[] | undefined): IsSettled {
  const definitions = new Map<Suite, Record<string, string>>();
  return ({ path = '', suite }, { key, mode }) => {
    const names = rows ? rows.map(({ name }) => `${path} [${name}]`) : [path];
    const ofSuite = definitions.get(suite) ?? definitionsOf(suite);
    definitions.set(suite, ofSuite);
    const definition = ofSuite[key] ?? null;
    // Skipping a test is no evidence about it: once nothing skips it, it has to run.
    const settled = mode === 'run' ? ['passed'] : ['passed', 'skipped'];
    const isSettled = (runs: StoredRun[], name: string) => {
      const run = runs.find((one) => one.name === name);
      const test = run?.tests.find((one) => keyOf(one) === key);
      // A test that passed against another version of the agent has not passed against this one.
      const isSame =
        isEdited(run?.definitions?.[key] ?? null, definition) === false &&
        run?.agent?.settings === (suite.agent && agentFacts(suite.agent).settings);
      return test !== undefined && settled.includes(test.outcome) && isSame;
    };
    return names.every((name) => reports.some((runs) => isSettled(runs, name)));
  };
}

/** Returns the fingerprints of tests as written, so that a different address or environment does not change them. */
function definitionsOf(written: Suite): Record<string, string> {
  const { tests, configuration } = expandBlocks(written);
  const keys = keysOf(tests);
  return Object.fromEntries(
    tests.map((test, at) => [keys[at] ?? test.name, testFingerprint(test, configuration)]),
  );
}

/** Groups suites that share a concurrency limit: all rows of a suite are in one group. */
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

/** Reads the environment. Secrets need no values for a re-evaluation, because it sends nothing. */
async function environmentOf({
  environment,
  recorded,
}: RunCommandOptions): Promise<SuiteEnvironment | undefined> {
  if (environment === undefined) return undefined;
  return readEnvironment(environment, recorded === undefined ? process.env : undefined);
}

/** Merges values from the command line over those of the environment. */
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

export interface RunContext {
  report: ReturnType<typeof tellAll>;
  signal: AbortSignal;
  /** Cost limit whose signal also ends the runs. */
  limit?: CostLimit | undefined;
  /** Receives the spans that agents send during the run. */
  spans: SpanReceiver['spans'] | undefined;
}

/** Runs the conversations of suites and reports their progress. */
export async function runSuites(
  groups: SuiteToRun[][],
  { workers, retries, repeat, evidence }: RunCommandOptions,
  { report, signal: cancel, limit, spans }: RunContext,
): Promise<RecordedRun[]> {
  // Bots may be anywhere that the user of this program can reach, except clouds' metadata services.
  const egress = createOperatorEgress();
  const signal = limit ? AbortSignal.any([cancel, limit.signal]) : cancel;
  const judge = await judgesOfRun(
    groups.flat().map(({ suite }) => suite),
    process.env,
  );
  const keepEvidence = evidence === undefined ? undefined : keepInFolder(evidence);
  const phone = readPhoneSettings(process.env);
  const browser = { program: process.env.PARLEY_BROWSER || undefined };
  const runOne = async (
    { name, suite, source, row, definitions }: SuiteToRun,
    concurrency: number,
  ) => {
    const { environment, gate } = suite.configuration;
    const run = startRecording(name, {
      source,
      ...(suite.agent && { agent: agentFacts(suite.agent) }),
      definitions,
      ...(gate && { gate }),
      ...(environment && { environment: environment.name }),
      ...(row && { row }),
      ...(evidence !== undefined && { evidenceFolder: evidence }),
    });
    const emit = (event: RunEvent) => {
      run.record([event]);
      report.event(run, event);
      limit?.follow(event);
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
      spans,
      browser,
      phone,
      loadRecording: recordingsBeside(source.path),
      ...(keepEvidence && { keepEvidence }),
    });
    return run;
  };
  const runs = await shareWorkers(groups, workers, (group, share) =>
    shareWorkers(group, Math.min(share, concurrencyOf(group) ?? share), runOne),
  );
  return runs.flat();
}

/** Returns the limit of concurrent conversations with the bot, which all copies of a suite share. */
function concurrencyOf([first]: SuiteToRun[]): number | undefined {
  return first?.suite.configuration.concurrency;
}
