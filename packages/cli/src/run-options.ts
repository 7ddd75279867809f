import { type ReporterName, reporters } from '@parley/engine';
import { type RepeatRule, setRepeat } from '@parley/suite';
import { readArguments, wholeNumber } from './command-line.ts';
import { parseMaxCost } from './cost-limit.ts';
import type { Strictness } from './exit-code-of.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { parseGrep, parseShard, parseTags, type Selection } from './select-tests.ts';

export interface RunCommandOptions {
  files: string[];
  /** Address of the server that has the suites whose ids are in `files`; undefined for suites in files. */
  server?: string;
  /** Label of the tested version, for runs on a server. */
  label?: string;
  /** Path or name of an environment file. */
  environment?: string;
  selection: Selection;
  /** Paths of JSON reports; tests that passed in one of them and have not changed are left out. */
  onlyFailed?: string[];
  /** Path of a data table. The suites run once with each row. */
  data?: string;
  variables: Record<string, string>;
  url?: string;
  workers: number;
  /** Overrides the retries of the suites. */
  retries?: number;
  /** Repeat rule for each test; overrides those of the suites. */
  repeat?: Partial<RepeatRule>;
  /** Total cost of the models at which the runs are stopped. */
  maxCost?: number;
  /** Path of a JSON report; its conversations are re-evaluated. */
  recorded?: string;
  /** Folder for evidence; if absent, no evidence is kept. */
  evidence?: string;
  /** Port and address at which spans are received; if absent, none are received. */
  otlp?: { port: number; host?: string };
  /** Given options that have no effect for suites on a server. */
  forFilesOnly: string[];
  reports: { name: ReporterName; path?: string }[];
  strictness: Strictness;
}

const known = {
  help: { type: 'boolean', short: 'h' },
  grep: { type: 'string', short: 'g' },
  tag: { type: 'string', short: 't', multiple: true },
  shard: { type: 'string' },
  'only-failed': { type: 'string', multiple: true },
  data: { type: 'string' },
  var: { type: 'string', multiple: true },
  url: { type: 'string' },
  server: { type: 'string' },
  label: { type: 'string' },
  env: { type: 'string' },
  environment: { type: 'string' },
  workers: { type: 'string', short: 'w' },
  retries: { type: 'string' },
  repeat: { type: 'string' },
  'max-cost': { type: 'string' },
  recorded: { type: 'string' },
  evidence: { type: 'string' },
  'otlp-port': { type: 'string' },
  'otlp-host': { type: 'string' },
  reporter: { type: 'string', short: 'r', multiple: true },
  json: { type: 'boolean' },
  strict: { type: 'boolean' },
  'pass-with-no-tests': { type: 'boolean' },
  undecided: { type: 'string' },
} as const;

/** Reads the command line; returns undefined if it asks for help. */
export function readRunOptions(args: string[]): RunCommandOptions | undefined {
  const { values, positionals } = readArguments(args, known);
  if (values.help) return undefined;
  const forTheBot = (
    [
      'only-failed',
      'url',
      'workers',
      'retries',
      'repeat',
      'max-cost',
      'evidence',
      'otlp-port',
    ] as const
  ).find((name) => values[name] !== undefined);
  if (values.recorded !== undefined && forTheBot)
    throw new UsageError(`With --recorded, no bot is contacted, so --${forTheBot} does nothing.`);
  if (values['otlp-host'] !== undefined && values['otlp-port'] === undefined)
    throw new UsageError('--otlp-host needs --otlp-port.');
  const maxCost = parseMaxCost(values['max-cost']);
  const environment = values.env ?? values.environment;
  if (environment !== undefined && environment !== (values.environment ?? environment))
    throw new UsageError('--env and --environment are the same; use one of them.');
  if (environment === '') throw new UsageError('--env names an environment or its file.');
  return {
    files: positionals,
    ...(values.server !== undefined && { server: values.server }),
    ...(values.label !== undefined && { label: values.label }),
    ...(environment !== undefined && { environment }),
    selection: {
      ...(values.grep !== undefined && { grep: parseGrep(values.grep) }),
      ...(values.shard !== undefined && { shard: parseShard(values.shard) }),
      ...parseTags(values.tag ?? []),
    },
    ...(values['only-failed'] !== undefined && { onlyFailed: values['only-failed'] }),
    ...(values.data !== undefined && { data: values.data }),
    ...(values.url !== undefined && { url: values.url }),
    ...(values.recorded !== undefined && { recorded: values.recorded }),
    ...(values.evidence !== undefined && { evidence: folderName(values.evidence) }),
    ...(values['otlp-port'] !== undefined && {
      otlp: {
        port: wholeNumber('otlp-port', values['otlp-port'], 1, 65_535),
        ...(values['otlp-host'] && { host: values['otlp-host'] }),
      },
    }),
    variables: Object.fromEntries((values.var ?? []).map(parseVariable)),
    workers: wholeNumber('workers', values.workers ?? '5', 1, 1_000),
    ...(values.retries !== undefined && {
      retries: wholeNumber('retries', values.retries, 0, 5),
    }),
    ...(maxCost !== undefined && { maxCost }),
    ...(values.repeat !== undefined && { repeat: parseRepeat(values.repeat) }),
    forFilesOnly: (
      [
        'only-failed',
        'data',
        'var',
        'url',
        'workers',
        'retries',
        'max-cost',
        'recorded',
        'evidence',
        'otlp-port',
      ] as const
    ).filter((name) => values[name] !== undefined),
    reports: [
      ...(values.reporter ?? (values.json ? [] : ['list'])),
      ...(values.json ? ['json'] : []),
    ].map(parseReport),
    strictness: {
      isStrict: values.strict ?? false,
      passesWithNoTests: values['pass-with-no-tests'] ?? false,
      ...parseUndecided(values.undecided),
    },
  };
}

/** Parses `--repeat`. @param text such as `passRate=0.95,tolerate=0.8,maxTries=50` */
function parseRepeat(text: string): Partial<RepeatRule> {
  const repeat: Partial<RepeatRule> = {};
  for (const part of text.split(',')) {
    const [key = '', value = ''] = part.split('=').map((side) => side.trim());
    const problem = setRepeat(repeat, key, value);
    if (problem) throw new UsageError(`--repeat: ${problem}`);
  }
  return repeat;
}

export function parseUndecided(
  text: string | undefined,
): Pick<Strictness, 'undecided' | 'warnsUndecided'> {
  const codes = { fail: exitCodes.failed, pass: exitCodes.passed, warn: exitCodes.passed };
  if (text === undefined) return { undecided: exitCodes.undecided, warnsUndecided: false };
  if (Object.hasOwn(codes, text))
    return { undecided: codes[text as keyof typeof codes], warnsUndecided: text === 'warn' };
  throw new UsageError(`--undecided is fail, pass or warn, not "${text}".`);
}

function folderName(text: string): string {
  if (text !== '') return text;
  throw new UsageError('--evidence names a folder.');
}

function parseVariable(text: string): [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new UsageError(`--var is name=value, not "${text}".`);
}

function parseReport(text: string): RunCommandOptions['reports'][number] {
  const [name = '', path] = text.split(/=(.*)/s);
  if (!Object.hasOwn(reporters, name)) {
    throw new UsageError(
      `There is no reporter "${name}"; there are ${Object.keys(reporters).join(', ')}.`,
    );
  }
  return { name: name as ReporterName, ...(path && { path }) };
}
