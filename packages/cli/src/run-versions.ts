/** Runs two versions at the same time, so that both face the same model, data and load. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordedRun } from '@parley/engine';
import { expandBlocks, type GateSettings, placeholdersIn, type Suite } from '@parley/suite';
import type { ComparedRuns } from '@parley/suite/gate';
import { cancelledByInterrupt } from './cancelled-by-interrupt.ts';
import { limitCost, parseMaxCost } from './cost-limit.ts';
import { CommandError, exitCodes, UsageError } from './exit-codes.ts';
import { printProblems } from './lint.ts';
import { listenForSpans } from './listen-for-spans.ts';
import { reportRuns } from './report-runs.ts';
import { type RunCommandOptions, readRunOptions } from './run-options.ts';
import { readSuites, runSuites, type SuiteToRun } from './run-suites.ts';

/** Options of `parley run` that apply to both versions. */
export const optionsOfBoth = {
  tag: { type: 'string', short: 't', multiple: true },
  grep: { type: 'string', short: 'g' },
  env: { type: 'string' },
  data: { type: 'string' },
  workers: { type: 'string', short: 'w' },
  retries: { type: 'string' },
  repeat: { type: 'string' },
  'otlp-port': { type: 'string' },
  'otlp-host': { type: 'string' },
} as const;

/** A suite with its gate. */
export interface SuiteWithGate {
  name: string;
  gate?: GateSettings | undefined;
}

/** Options that distinguish the versions, such as their addresses and variables, and options for running them. */
export const optionsOfVersions = {
  url: { type: 'string' },
  var: { type: 'string', multiple: true },
  'baseline-url': { type: 'string' },
  'baseline-var': { type: 'string', multiple: true },
  preset: { type: 'string' },
  keep: { type: 'string' },
  'max-minutes': { type: 'string' },
  'max-cost': { type: 'string' },
} as const;

const dayMs = 86_400_000;

type Values = Partial<Record<string, string | boolean | string[]>>;

/** @returns true if the command line describes two versions to run */
export const namesVersions = (values: Values): boolean =>
  values['baseline-url'] !== undefined || values['baseline-var'] !== undefined;

/**
 * Runs the suites against both versions.
 *
 * @param announce called before the first conversation with the number of tests, the tries of each, and the suites
 */
export async function runVersions(
  files: string[],
  values: Values,
  announce: (tests: number, tries: number | undefined, suites: SuiteWithGate[]) => void,
): Promise<(ComparedRuns & SuiteWithGate)[]> {
  const candidate = optionsOf(files, values, {});
  const baseline = optionsOf(files, values, {
    url: values['baseline-url'],
    var: values['baseline-var'],
  });
  const groups = { candidate: await groupsOf(candidate), baseline: await groupsOf(baseline) };
  const maxCost = parseMaxCost(values['max-cost'] as string | undefined);
  refuseSameVersion(groups.candidate.flat(), groups.baseline.flat());
  const suites = groups.candidate.flat();
  announce(
    ...sizeOf(suites, candidate),
    suites.map(({ name, suite }) => ({ name, gate: suite.configuration.gate })),
  );
  await using receiver = candidate.otlp && (await listenForSpans(candidate.otlp));
  const interrupt = cancelledByInterrupt();
  const timeout = timeoutOf(values['max-minutes']);
  const limit =
    maxCost === undefined
      ? undefined
      : limitCost(maxCost, [...suites, ...groups.baseline.flat()], (line) =>
          process.stderr.write(`${line}\n`),
        );
  const context = { signal: AbortSignal.any([interrupt, timeout]), spans: receiver?.spans, limit };
  const [after, before] = await Promise.all(
    (['candidate', 'baseline'] as const).map((version) =>
      runVersion(version, { candidate, baseline }[version], values.keep, (options, report) =>
        runSuites(groups[version], options, { report, ...context }),
      ),
    ),
  );
  if (interrupt.aborted) throw new CommandError('Cancelled.', exitCodes.cancelled);
  if (timeout.aborted)
    process.stderr.write(
      `The runs were stopped after ${values['max-minutes']} minutes, before their end.\n`,
    );
  return (after ?? []).map(({ name, result, gate }) => {
    const run = before?.find((one) => one.name === name);
    return { name, candidate: result, gate, ...(run && { baseline: run.result }) };
  });
}

function timeoutOf(minutes: Values[string]): AbortSignal {
  if (minutes === undefined) return new AbortController().signal;
  const ms = Number(minutes) * 60_000;
  if (ms > 0 && ms <= dayMs) return AbortSignal.timeout(Math.ceil(ms));
  throw new UsageError(`--max-minutes is a number from 0.01 to 1440, not "${minutes}".`);
}

function optionsOf(files: string[], values: Values, own: Values): RunCommandOptions {
  const given = (name: string, value: Values[string]) =>
    [value ?? []].flat().flatMap((one) => [`--${name}`, String(one)]);
  const options = readRunOptions([
    ...files,
    ...Object.keys(optionsOfBoth).flatMap((name) => given(name, values[name])),
    ...given('url', own.url ?? values.url),
    // The last value of a name wins.
    ...given('var', values.var),
    ...given('var', own.var),
  ]);
  if (!options) throw new UsageError('See --help.');
  // Each version gets half of the workers, so that both run at the same time.
  return { ...options, workers: Math.max(1, Math.floor(options.workers / 2)) };
}

async function groupsOf(options: RunCommandOptions): Promise<SuiteToRun[][]> {
  const suites = await readSuites(options);
  if ('groups' in suites) return suites.groups;
  printProblems(suites.problems, process.stderr);
  throw new CommandError('The suites have errors.', exitCodes.invalidSuite);
}

/** @throws UsageError if both versions are the same, since the comparison would be meaningless */
function refuseSameVersion(candidate: SuiteToRun[], baseline: SuiteToRun[]): void {
  const same = candidate.find(({ suite }, at) => {
    const other = baseline[at]?.suite;
    return other && settingsOf(suite) === settingsOf(other);
  });
  if (same)
    throw new UsageError(
      `Both versions of ${same.name} have the same address and the same values of the variables that it uses: --baseline-url or --baseline-var specify the previous version.`,
    );
}

/**
 * Returns the settings that affect the agent. A variable does not count if no template of the channel, a message or a request
 * uses it (its name may be mistyped), or if a data row or a block overrides it.
 */
function settingsOf(written: Suite): string {
  const suite = expandBlocks(written);
  const { data = {}, dataRow } = suite.configuration;
  const rows = suite.tests.map((test) => data[test.dataRow ?? dataRow ?? ''] ?? {});
  const isShadowed = (name: string) => rows.every((row) => Object.hasOwn(row, name));
  const used = new Set(
    placeholdersIn(JSON.stringify(reachingAgent(suite)))
      .map(({ name }) => name)
      .filter((name) => !isShadowed(name)),
  );
  const usedOf = (values: Record<string, string> = {}) =>
    Object.entries(values).filter(([name]) => used.has(name) || used.has(`data.${name}`));
  const { variables, environment, channel, ...others } = suite.configuration;
  return JSON.stringify([
    others,
    channel && 'url' in channel && channel.url !== undefined
      ? { ...channel, url: sameAddress(channel.url) }
      : channel,
    usedOf(variables),
    environment && { ...environment, variables: usedOf(environment.variables) },
  ]);
}

const reachingAgent = ({ configuration, tests }: Suite): unknown[] => [
  configuration.channel,
  configuration.beforeAll,
  configuration.beforeEach,
  configuration.findReplace,
  tests.map(({ interactions }) => interactions.map(({ input, settings }) => [input, settings])),
];

/** Normalizes a URL: an empty query and a fragment do not change what is requested. */
function sameAddress(url: string): string {
  if (!URL.canParse(url)) return url;
  const address = new URL(url);
  address.hash = '';
  return address.href.replace(/\?$/, '');
}

function sizeOf(suites: SuiteToRun[], { repeat }: RunCommandOptions): [number, number | undefined] {
  const tests = suites.reduce((sum, { suite }) => sum + suite.tests.length, 0);
  const tries = new Set(
    suites.map(({ suite }) => repeat?.tries ?? suite.configuration.repeat?.tries),
  );
  return [tests, tries.size === 1 ? [...tries][0] : undefined];
}

async function runVersion(
  version: string,
  options: RunCommandOptions,
  folder: Values[string],
  run: (
    options: RunCommandOptions,
    report: Parameters<Parameters<typeof reportRuns>[1]>[0],
  ) => Promise<RecordedRun[]>,
): Promise<RecordedRun[]> {
  if (typeof folder === 'string')
    await mkdir(folder, { recursive: true }).catch(({ message }: Error) => {
      throw new UsageError(`The folder ${folder} can't be made: ${message}.`);
    });
  const reports =
    typeof folder === 'string'
      ? [{ name: 'json' as const, path: join(folder, `${version}.json`) }]
      : [];
  let runs: RecordedRun[] = [];
  await reportRuns({ ...options, reports }, async (report) => {
    runs = await run(options, report);
    return runs;
  });
  return runs;
}
