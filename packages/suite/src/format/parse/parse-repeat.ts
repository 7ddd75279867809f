/** Parses `repeat: { passRate: 0.95, tolerate: 0.8, maxTries: 50 }` of a suite or a test (syntax version 2). */
import { isMap } from 'yaml';
import { problemOfRule, repeatRuleOf } from '../../repeat/repeat-rule.ts';
import { isSettingOfRepeat, setRepeat } from '../../repeat/set-repeat.ts';
import type { RepeatRule } from '../model/repeat.ts';
import type { TextRange } from './problem-list.ts';
import { follow, type KeyValue, pairsOf, type Reader, textOf } from './values.ts';

/** @returns true if the pair is an item of a test's head. With any other value, "repeat" is a message. */
export function isRepeat(reading: Reader, { key, value }: KeyValue): boolean {
  if (key !== 'repeat' || !reading.isStrict) return false;
  const node = follow(reading, value);
  return isMap(node) && pairsOf(reading, node).some((pair) => isSettingOfRepeat(pair.key));
}

/**
 * @param shared settings of the suite, for those that are not written
 * @returns undefined after reporting an invalid setting
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
    const problem = setRepeat(repeat, pair.key, textOf(reading, pair.value) ?? '');
    if (problem) error(pair.range, problem, example);
    isRight &&= problem === undefined;
  }
  if (!isRight) return undefined;
  const rule = repeatRuleOf({ repeat }, { repeat: shared });
  const problem = rule && problemOfRule(rule);
  if (problem) error(range, problem.message, problem.hint);
  return repeat;
}
