import { expect, it } from 'vitest';
import { inCell } from './markdown.mjs';

it.each([
  ['a|b|c', 'a\\|b\\|c'],
  ['two\nlines', 'two lines'],
  ['two\r\nlines', 'two lines'],
  ['plain <br> text', 'plain <br> text'],
])('a cell of a table holds %j as %j', (text, cell) => {
  expect(inCell(text)).toBe(cell);
});
