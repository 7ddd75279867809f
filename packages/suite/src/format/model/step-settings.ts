/** Settings that a step can override, as in `set replyTimeout: 30`, and the parsers of their values. */
import { isJudgeName } from './judge-name.ts';
import { millisecondsOf } from './milliseconds.ts';
import type { Json } from './suite.ts';

type Read = (value: Json) => number | boolean | string | undefined;

const timeout = { read: timeoutMsOf, wanted: 'a time such as 15, 15s or 1500ms' };

/** `listeningTimeout` is the name of the reply timeout in suites for phone lines. Both are in seconds by default. */
const settings = {
  replyTimeout: timeout,
  listeningTimeout: timeout,
  lenient: { read: switchOf, wanted: 'true or false' },
  fuzzyThreshold: { read: thresholdOf, wanted: 'a number from 0 to 1' },
  judge: { read: judgeNameOf, wanted: 'the name of a judge, such as strict' },
} satisfies Record<string, { read: Read; wanted: string }>;

export const stepSettingNames: readonly string[] = Object.keys(settings);

export const isStepSetting = (name: string): boolean => Object.hasOwn(settings, name);

/** Parses a timeout, by default in seconds. @returns milliseconds; undefined if the value is invalid or 0 */
export function timeoutMsOf(value: Json | undefined): number | undefined {
  return millisecondsOf(String(value), 1000) || undefined;
}

/** Parses a boolean or its text, because values of variables are texts. */
export function switchOf(value: Json | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

export function thresholdOf(value: Json | undefined): number | undefined {
  const isFilled = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  const threshold = isFilled ? Number(value) : Number.NaN;
  return threshold >= 0 && threshold <= 1 ? threshold : undefined;
}

/** @returns the name of a judge; undefined if the value is none */
function judgeNameOf(value: Json | undefined): string | undefined {
  const name = typeof value === 'number' ? String(value) : value;
  return typeof name === 'string' && isJudgeName(name.trim()) ? name.trim() : undefined;
}

/** @returns what a setting expects, if the value is invalid; undefined if the value is valid or the name unknown */
export function wantedInstead(name: string, value: Json): string | undefined {
  const setting = Object.hasOwn(settings, name)
    ? settings[name as keyof typeof settings]
    : undefined;
  return setting && setting.read(value) === undefined ? setting.wanted : undefined;
}
