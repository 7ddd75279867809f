/**
 * Imports and exports `testing.json`, Bespoken's settings file next to its `.yml` tests. Supported settings become
 * configuration. All others are kept as `extra` and exported again.
 */

import { canonicalJson } from '../model/canonical-json.ts';
import type { Json, Suite, SuiteConfiguration } from '../model/suite.ts';
import { parseSuite } from '../parse/parse.ts';
import { isConfigurationKey, replyTimeoutMsMax, retriesMax } from '../parse/parse-configuration.ts';
import { notUsed, takeTargets, targetSettings, withoutTargets } from './bespoken-targets.ts';
import { type Imported, type ImportLoss, imported } from './import-report.ts';

const platforms: Record<string, SuiteConfiguration['platform']> = {
  webchat: 'webchat',
  phone: 'phone',
  twilio: 'phone',
};

interface Setting {
  /** Writes the value to the configuration. @returns false if the value is invalid for this setting */
  read(value: Json, into: SuiteConfiguration): boolean;
  write(configuration: SuiteConfiguration): Json | undefined;
}

const settings: Record<string, Setting> = {
  description: text('description'),
  locale: text('locale'),
  voiceId: text('voiceId'),
  platform: {
    read: (value, into) =>
      assign(
        into,
        'platform',
        Object.hasOwn(platforms, String(value)) ? platforms[String(value)] : undefined,
      ),
    write: ({ platform }) => platform,
  },
  tags: {
    read: (value, into) => assign(into, 'tags', listOf(value)),
    write: ({ tags }) => tags,
  },
  homophones: {
    read: (value, into) => assign(into, 'homophones', recordOf(value, listOf)),
    write: ({ homophones }) => homophones,
  },
  findReplace: {
    read: (value, into) => assign(into, 'findReplace', recordOf(value, textOf)),
    write: ({ findReplace }) => findReplace,
  },
  lenientMode: flag('lenient'),
  stopTestOnFailure: flag('stopOnFailure'),
  maxResponseWaitTime: {
    read: (value, into) => assign(into, 'replyTimeoutMs', timeoutMs(value, 1)),
    write: ({ replyTimeoutMs }) => replyTimeoutMs,
  },
  replyTimeout: {
    read: (value, into) => assign(into, 'replyTimeoutMs', timeoutMs(value, 1000)),
    write: () => undefined,
  },
  retryNumber: {
    read: (value, into) => assign(into, 'retries', retriesOf(value)),
    write: ({ retries }) => retries,
  },
  fuzzyThreshold: {
    read: (value, into) => assign(into, 'fuzzyThreshold', thresholdOf(value)),
    write: ({ fuzzyThreshold }) => fuzzyThreshold,
  },
};

/** Former names of settings. */
const aliases: Record<string, string> = {
  maxAsyncE2EResponseWaitTime: 'maxResponseWaitTime',
  maxAsyncE2EWaitTime: 'maxResponseWaitTime',
};

/** Keys that name the file format or configure the other tool's runtime. Parley ignores them without a report. */
const meaningless = ['type', 'client', 'jest', 'trace', 'html', 'batchEnabled', 'asyncMode'];

/**
 * Merges `testing.json` into the suite of the file next to it. The suite's own configuration takes precedence. `environment`
 * gives the values of `${NAME}`; unknown names become empty.
 */
export function importTestingJson(
  json: string,
  suite: Suite,
  environment: Readonly<Record<string, string>> = {},
): Imported {
  const file = 'testing.json';
  const parsed = parseObject(
    json.replace(/\$\{(\w+)\}/g, (_, name: string) => safe(environment, name)),
  );
  if (!parsed) {
    return imported(suite, [{ file, what: file, reason: 'It is not a JSON object.' }]);
  }
  const read: SuiteConfiguration = {};
  const own: Record<string, Json> = {};
  const extra: Record<string, Json> = {};
  const unused: ImportLoss[] = [];
  for (const [key, value] of Object.entries(parsed)) {
    const known = aliases[key] ?? key;
    const setting = Object.hasOwn(settings, known) ? settings[known] : undefined;
    if (setting?.read(value, read)) continue;
    if (!setting && isConfigurationKey(key)) own[key] = value;
    else if (setting || key === '__proto__') unused.push(unusable(key, value));
    else extra[key] = value;
  }
  const ours = readOwn(own);
  const configuration = { ...ours.configuration, ...read, ...suite.configuration };
  const allExtra = { ...extra, ...suite.configuration.extra };
  if (Object.keys(allExtra).length > 0) configuration.extra = allExtra;
  const targets = takeTargets(configuration, parsed.platform ?? configuration.platform);
  const losses = [...targets.losses, ...keptLosses(extra), ...ours.losses, ...unused];
  return imported(
    { ...suite, configuration: targets.configuration },
    losses.map((loss) => ({ file, ...loss })),
  );
}

/** Reports settings that are kept but have no meaning in Parley, except targets, which `takeTargets` handles. */
function keptLosses(extra: Record<string, Json>): ImportLoss[] {
  return Object.entries(extra).flatMap(([key, value]) => {
    const left = withoutTargets(key, value);
    if (left === undefined || meaningless.includes(key)) return [];
    return [{ what: written(key, left), reason: notUsed }];
  });
}

/** Reads Parley's own keys, such as a channel, with the parser for suites. */
function readOwn(own: Record<string, Json>): {
  configuration: SuiteConfiguration;
  losses: ImportLoss[];
} {
  if (Object.keys(own).length === 0) return { configuration: {}, losses: [] };
  const { suite, problems } = parseSuite(JSON.stringify({ configuration: own }));
  const { extra = {}, ...configuration } = suite.configuration;
  const errors = problems.filter(({ severity }) => severity === 'error');
  const reason = errors.map(({ message }) => message).join(' ');
  const losses = Object.entries(extra).map(([key, value]) => ({
    what: written(key, value),
    reason: reason || unusable(key, value).reason,
  }));
  return { configuration, losses };
}

const written = (key: string, value: Json): string =>
  `${key}: ${canonicalJson(value)}`.slice(0, 120);

const unusable = (key: string, value: Json): ImportLoss => ({
  what: written(key, value),
  reason: 'Parley cannot use this value.',
});

/** Imports a suite without a `testing.json`. Its configuration can contain a target in Bespoken's terms. */
export function importTargets(suite: Suite): Imported {
  const { configuration, losses } = takeTargets(suite.configuration);
  return imported({ ...suite, configuration }, losses);
}

/** Exports the configuration as `testing.json`: supported settings under Bespoken's names, the rest unchanged. */
export function exportTestingJson({ configuration }: Suite): string {
  const known: Record<string, Json> = { type: 'e2e' };
  for (const [key, { write }] of Object.entries(settings)) {
    const value = write(configuration);
    if (value !== undefined) known[key] = value;
  }
  const all = { ...known, ...configuration.extra, ...targetSettings(configuration) };
  return `${JSON.stringify(all, null, 2)}\n`;
}

function parseObject(json: string): Record<string, Json> | undefined {
  try {
    const value = JSON.parse(json) as Json;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function safe(environment: Readonly<Record<string, string>>, name: string): string {
  const value = Object.hasOwn(environment, name) ? (environment[name] ?? '') : '';
  return JSON.stringify(value).slice(1, -1);
}

function assign<K extends keyof SuiteConfiguration>(
  into: SuiteConfiguration,
  key: K,
  value: SuiteConfiguration[K] | undefined,
): boolean {
  if (value !== undefined) into[key] = value;
  return value !== undefined;
}

function text(key: 'description' | 'locale' | 'voiceId'): Setting {
  return {
    read: (value, into) => assign(into, key, textOf(value)),
    write: (configuration) => configuration[key],
  };
}

function flag(key: 'lenient' | 'stopOnFailure'): Setting {
  return {
    read: (value, into) => assign(into, key, typeof value === 'boolean' ? value : undefined),
    write: (configuration) => configuration[key],
  };
}

function textOf(value: Json): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function retriesOf(value: Json): number | undefined {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= retriesMax
    ? Number(value)
    : undefined;
}

function thresholdOf(value: Json): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined;
}

function timeoutMs(value: Json, perUnit: number): number | undefined {
  const ms = typeof value === 'number' ? Math.round(value * perUnit) : 0;
  return ms > 0 && ms <= replyTimeoutMsMax ? ms : undefined;
}

function listOf(value: Json): string[] | undefined {
  const items = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(items)) return undefined;
  return items.map((item) => String(item).trim()).filter((item) => item !== '');
}

function recordOf<T>(
  value: Json,
  read: (value: Json) => T | undefined,
): Record<string, T> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value).map(([key, item]) => [key, read(item)] as const);
  return entries.some(([, item]) => item === undefined)
    ? undefined
    : (Object.fromEntries(entries) as Record<string, T>);
}
