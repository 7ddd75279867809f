import { expect, it } from 'vitest';
import { flakinessOf } from './flakiness.ts';

/** Builds runs from characters: "+" passed, "-" failed, "." no verdict, "|" the suite's text changed. */
function runsOf(course: string) {
  const runs = [];
  let version = 0;
  for (const sign of course) {
    if (sign === '|') version += 1;
    else runs.push({ passed: sign === '.' ? null : sign === '+', version: String(version) });
  }
  return runs;
}

it.each([
  ['', { flips: 0, pairs: 0, score: null }],
  ['++++', { flips: 0, pairs: 3, score: null }],
  ['++++++', { flips: 0, pairs: 5, score: 0 }],
  ['------', { flips: 0, pairs: 5, score: 0 }],
  ['+-+-+-', { flips: 5, pairs: 5, score: 1 }],
  ['+++--+++++', { flips: 2, pairs: 9, score: 2 / 9 }],
  ['+.+.-.+.+.+.+', { flips: 2, pairs: 6, score: 2 / 6 }],
  ['+++|---|+++', { flips: 0, pairs: 6, score: 0 }],
  ['+|-|+|-|+|-', { flips: 0, pairs: 0, score: null }],
])('of %j is %o', (course, flakiness) => {
  expect(flakinessOf(runsOf(course))).toEqual(flakiness);
});
