import { parseInput, printInput } from '@parley/suite';
import { expect, it } from 'vitest';
import { keysIn, secondsIn } from './input-kinds.ts';

it.each([
  ['2', 2],
  ['0', 0],
  ['0.5', 0.5],
  ['3600', 3600],
  ['3601', undefined],
  ['-5', undefined],
  ['1e-7', undefined],
  ['', undefined],
])('takes %j for a pause of %s seconds', (typed, seconds) => {
  expect(secondsIn(typed)).toBe(seconds);
  if (seconds === undefined) return;
  const pause = { kind: 'pause', seconds } as const;
  expect(parseInput(printInput(pause))).toEqual(pause);
});

it.each([
  ['12#', '12#'],
  ['a, e', 'A,'],
  ['xyz', ''],
])('takes of %j the keys %j', (typed, keys) => {
  expect(keysIn(typed)).toBe(keys);
});
