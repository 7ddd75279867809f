import { expect, it } from 'vitest';
import { csvLine } from './csv-line.ts';

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ["|cmd'/c calc'", "'|cmd'/c calc'"],
  ['＝1+1', "'＝1+1"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['a "b", c', '"a ""b"", c"'],
  ['2 = 1 + 1', '2 = 1 + 1'],
])('writes %j as %j', (text, written) => {
  expect(csvLine([text, 'x'])).toBe(`${written},x\r\n`);
});
