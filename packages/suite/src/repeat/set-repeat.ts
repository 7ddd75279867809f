/** Parses the settings of a repeat rule. */
import type { RepeatRule } from '../format/model/repeat.ts';
import { maxTriesMax } from './repeat-rule.ts';

type Key = keyof RepeatRule;

interface Field {
  read(text: string): number;
  isRight(value: number): boolean;
  must: string;
}

const numberOfTries: Field = {
  read: Number,
  isRight: (value) => Number.isInteger(value) && value >= 1 && value <= maxTriesMax,
  must: `a whole number from 1 to ${maxTriesMax.toLocaleString('en-US')}`,
};

const fields: Record<Key, Field> = {
  passRate: { read: rateOf, isRight: isRate, must: 'a rate between 0 and 1, for example 0.95' },
  tolerate: { read: rateOf, isRight: isRate, must: 'a rate between 0 and 1, for example 0.8' },
  maxTries: numberOfTries,
  tries: numberOfTries,
};

export const isSettingOfRepeat = (key: string): key is Key => Object.hasOwn(fields, key);

/** Parses a setting into a rule. @returns why the setting is invalid; undefined if it is valid */
export function setRepeat(
  repeat: Partial<RepeatRule>,
  key: string,
  text: string,
): string | undefined {
  if (!isSettingOfRepeat(key)) return `"${key}" is not a key of "repeat".`;
  const { read, isRight, must } = fields[key];
  const value = text.trim() === '' ? Number.NaN : read(text.trim());
  if (!isRight(value)) return `"${key}" must be ${must}.`;
  repeat[key] = value;
  if (repeat.tries !== undefined && repeat.maxTries !== undefined)
    return '"tries" is a fixed number and "maxTries" a limit: use only one of them.';
  return undefined;
}

/** Parses a rate such as 0.95 or 95%. */
function rateOf(text: string): number {
  const percent = /^([\d.]+)\s*%$/.exec(text);
  return percent ? Number(percent[1]) / 100 : Number(text);
}

function isRate(value: number): boolean {
  return value > 0 && value < 1;
}
