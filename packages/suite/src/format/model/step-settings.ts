/** What a step may set for itself, `set replyTimeout: 30`, and how its value is read. */
import { millisecondsOf } from './milliseconds.ts';
import type { Json } from './suite.ts';

type Read = (value: Json) => number | boolean | undefined;

const timeout = { read: timeoutMsOf, wanted: 'a time such as 15, 15s or 1500ms' };

/** Suites written for phone lines call it the listening timeout. Both are in seconds. */
const settings = {
  replyTimeout: timeout,
  listeningTimeout: timeout,
  lenient: { read: switchOf, wanted: 'true or false' },
  fuzzyThreshold: { read: thresholdOf, wanted: 'a number from 0 to 1' },
} satisfies Record<string, { read: Read; wanted: string }>;

export const stepSettingNames: readonly string[] = Object.keys(settings);

export const isStepSetting = (name: string): boolean => Object.hasOwn(settings, name);

/** In milliseconds. Like the others undefined where the value means nothing. */
export function timeoutMsOf(value: Json | undefined): number | undefined {
  return millisecondsOf(String(value), 1000) || undefined;
}

/** What variables fill in are texts. */
export function switchOf(value: Json | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

export function thresholdOf(value: Json | undefined): number | undefined {
  const isFilled = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  const threshold = isFilled ? Number(value) : Number.NaN;
  return threshold >= 0 && threshold <= 1 ? threshold : undefined;
}

/** What a setting wants in place of a value that means nothing; undefined also where its name means nothing. */
export function wantedInstead(name: string, value: Json): string | undefined {
  const setting = Object.hasOwn(settings, name)
    ? settings[name as keyof typeof settings]
    : undefined;
  return setting && setting.read(value) === undefined ? setting.wanted : undefined;
}
