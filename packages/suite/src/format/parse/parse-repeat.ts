/** Tries of a suite or a test, in version 2 of the syntax: `repeat: { passRate: 0.95, tolerate: 0.8, maxTries: 50 }`. */
import { isMap } from 'yaml';
import { maxTriesMax, problemOfRule, repeatRuleOf } from '../../repeat/repeat-rule.ts';
import type { RepeatRule } from '../model/repeat.ts';
import type { TextRange } from './problem-list.ts';
import { follow, type KeyValue, pairsOf, type Reader, textOf } from './values.ts';

type Key = keyof RepeatRule;

const keys: Record<
  Key,
  { read(text: string): number; isRight(value: number): boolean; must: string }
> = {
  passRate: { read: rateOf, isRight: isRate, must: 'a rate between 0 and 1, for example 0.95' },
  tolerate: { read: rateOf, isRight: isRate, must: 'a rate between 0 and 1, for example 0.8' },
  maxTries: {
    read: Number,
    isRight: (value) => Number.isInteger(value) && value >= 1 && value <= maxTriesMax,
    must: `a whole number from 1 to ${maxTriesMax.toLocaleString('en-US')}`,
  },
};

const isKey = (key: string): key is Key => Object.hasOwn(keys, key);

/** @returns true for an item of a test's head; any other value means that "repeat" is said */
export function isRepeat(reading: Reader, { key, value }: KeyValue): boolean {
  if (key !== 'repeat' || !reading.isStrict) return false;
  const node = follow(reading, value);
  return isMap(node) && pairsOf(reading, node).some((pair) => isKey(pair.key));
}

/**
 * @param shared what holds where nothing is said
 * @returns undefined after reporting a value that is wrong
 */
export function parseRepeat(
  reading: Reader,
  value: unknown,
  range: TextRange,
  shared: Partial<RepeatRule>,
): Partial<RepeatRule> | undefined {
  const node = follow(reading, value);
  const { error } = reading.problems;
  const example = 'Write for example: repeat: { passRate: 0.95, tolerate: 0.8, maxTries: 50 }';
  if (!isMap(node)) {
    error(range, '"repeat" needs rates and a number of tries.', example);
    return undefined;
  }
  const repeat: Partial<RepeatRule> = {};
  let isRight = true;
  for (const pair of pairsOf(reading, node)) {
    const known = isKey(pair.key) ? keys[pair.key] : undefined;
    const found = known?.read(textOf(reading, pair.value)?.trim() || 'nothing');
    if (known && found !== undefined && known.isRight(found)) {
      repeat[pair.key as Key] = found;
      continue;
    }
    isRight = false;
    if (known) error(pair.range, `"${pair.key}" must be ${known.must}.`, example);
    else error(pair.range, `"${pair.key}" is no part of "repeat".`, example);
  }
  if (!isRight) return undefined;
  const rule = repeatRuleOf({ repeat }, { repeat: shared });
  const problem = rule && problemOfRule(rule);
  if (problem) error(range, problem.message, problem.hint);
  return repeat;
}

/** 0.95 or 95%. */
function rateOf(text: string): number {
  const percent = /^([\d.]+)\s*%$/.exec(text);
  return percent ? Number(percent[1]) / 100 : Number(text);
}

function isRate(value: number): boolean {
  return value > 0 && value < 1;
}
