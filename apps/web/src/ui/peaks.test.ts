import { expect, it } from 'vitest';
import { peaksOf } from './peaks.ts';

it.each<[string, number[], number, number[]]>([
  ['the loudest of each part, up or down', [0.5, -0.75, 0, 0.25], 2, [0.75, 0.25]],
  ['silence', [0, 0, 0, 0], 2, [0, 0]],
  ['nothing at all', [], 2, [0, 0]],
  ['fewer samples than parts', [1, 0.5], 4, [1, 1, 0.5, 0.5]],
  ['what is too loud', [2], 1, [1]],
])('draws %s', (_, samples, parts, peaks) => {
  expect(peaksOf(Float32Array.from(samples), parts)).toEqual(peaks);
});
