/** Settings that a step may override, `set replyTimeout: 30`, and how their values are parsed. */
import { millisecondsOf } from './milliseconds.ts';
import type { Json } from './suite.ts';

type Read = (value: Json) => number | boolean | undefined;

const timeout = { read: timeoutMsOf, wanted: 'a time such as 15, 15s or 1500ms' };

/** The reply timeout has a second name, the listening timeout, in suites written for phone lines. Both are in seconds. */
const settings = {
  replyTimeout: timeout,
  listeningTimeout: timeout,
  lenient: { read: switchOf, wanted: 'true or false' },
  fuzzyThreshold: { read: thresholdOf, wanted: 'a number from 0 to 1' },
} satisfies Record<string, { read: Read; wanted: string }>;

export const stepSettingNames: readonly string[] = Object.keys(settings);

export const isStepSetting = (name: string): boolean => Object.hasOwn(settings, name);

/** Parses a timeout. @returns milliseconds; undefined if the value is invalid */
export function timeoutMsOf(value: Json | undefined): number | undefined {
  return millisecondsOf(String(value), 1000) || undefined;
}

/** Parses a boolean. Values filled in from variables are texts. */
export function switchOf(value: Json | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

export function thresholdOf(value: Json | undefined): number | undefined {
  const isFilled = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  const threshold = isFilled ? Number(value) : Number.NaN;
  return threshold >= 0 && threshold <= 1 ? threshold : undefined;
}

/** @returns the expected value of a setting if the given one is invalid; undefined also if the name is unknown */
export function wantedInstead(name: string, value: Json): string | undefined {
  const setting = Object.hasOwn(settings, name)
    ? settings[name as keyof typeof settings]
    : undefined;
  return setting && setting.read(value) === undefined ? setting.wanted : undefined;
}
