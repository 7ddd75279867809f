/**
 * `testing.json`, the settings file that stands beside a `.yml` of the field's common format. What
 * Parley has a meaning for becomes configuration; everything else is kept as `extra` and written back.
 */
import { canonicalJson } from './canonical-json.ts';
import { type Imported, type ImportLoss, imported } from './import-report.ts';
import { isConfigurationKey, replyTimeoutMsMax, retriesMax } from './parse-configuration.ts';
import type { Json, Suite, SuiteConfiguration } from './suite.ts';

const platforms: Record<string, SuiteConfiguration['platform']> = {
  webchat: 'webchat',
  phone: 'phone',
  twilio: 'phone',
};

interface Setting {
  /** Puts the value into the configuration; false if it isn't what the key holds. */
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

/** Old names of a key. */
const aliases: Record<string, string> = {
  maxAsyncE2EResponseWaitTime: 'maxResponseWaitTime',
  maxAsyncE2EWaitTime: 'maxResponseWaitTime',
};

/** Keys that name the suite's format or the other tool's machinery; here they say nothing. */
const meaningless = ['type', 'client', 'jest', 'trace', 'html', 'batchEnabled', 'asyncMode'];

/**
 * Reads `testing.json` into a suite that was read from the file beside it, whose own configuration wins.
 * `environment` gives the values of `${NAME}`, empty where there is none.
 */
export function importTestingJson(
  json: string,
  suite: Suite,
  environment: Readonly<Record<string, string>> = {},
): Imported {
  const losses: ImportLoss[] = [];
  const file = 'testing.json';
  const parsed = parseObject(
    json.replace(/\$\{(\w+)\}/g, (_, name: string) => safe(environment, name)),
  );
  if (!parsed) {
    losses.push({ file, what: 'testing.json', reason: 'It is not a JSON object.' });
    return imported(suite, losses);
  }
  const read: SuiteConfiguration = {};
  const extra: Record<string, Json> = {};
  for (const [key, value] of Object.entries(parsed)) {
    const known = aliases[key] ?? key;
    const setting = Object.hasOwn(settings, known) ? settings[known] : undefined;
    if (setting?.read(value, read)) continue;
    const what = `${key}: ${canonicalJson(value)}`.slice(0, 120);
    if (setting || isConfigurationKey(key) || key === '__proto__') {
      losses.push({ file, what, reason: 'Parley cannot use this value.' });
      continue;
    }
    extra[key] = value;
    if (!meaningless.includes(key)) {
      const reason = 'Parley does not use it. It is kept and goes back with an export.';
      losses.push({ file, what, reason });
    }
  }
  const configuration = { ...read, ...suite.configuration };
  const allExtra = { ...extra, ...suite.configuration.extra };
  if (Object.keys(allExtra).length > 0) configuration.extra = allExtra;
  return imported({ ...suite, configuration }, losses);
}

/** The configuration as `testing.json`: known keys by the other tool's names, the rest as they are. */
export function exportTestingJson({ configuration }: Suite): string {
  const written: Record<string, Json> = { type: 'e2e' };
  for (const [key, { write }] of Object.entries(settings)) {
    const value = write(configuration);
    if (value !== undefined) written[key] = value;
  }
  return `${JSON.stringify({ ...written, ...configuration.extra }, null, 2)}\n`;
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
