import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { similarity } from './similarity.ts';

/** The textbook algorithm, slow but simple. */
function similarityByTable(wanted: string, text: string): number {
  let column = Array.from({ length: wanted.length + 1 }, (_, row) => row);
  let best = wanted.length;
  for (const letter of text.split('')) {
    const next = [0];
    for (let row = 1; row <= wanted.length; row += 1) {
      const replaced = (column[row - 1] ?? 0) + (wanted[row - 1] === letter ? 0 : 1);
      next[row] = Math.min(replaced, (column[row] ?? 0) + 1, (next[row - 1] ?? 0) + 1);
    }
    column = next;
    best = Math.min(best, column[wanted.length] ?? 0);
  }
  return wanted === '' ? 1 : Math.round((1 - best / wanted.length) * 1000) / 1000;
}

describe('similarity', () => {
  it.each([
    ['', 'anything', 1],
    ['abc', '', 0],
    ['abc', 'xxabcxx', 1],
    ['abcd', 'xxabxdxx', 0.75],
    ['book a flight', 'do you want to book a fligt', 0.923],
  ])('of %j in %j is %d', (wanted, text, score) => {
    expect(similarity(wanted, text)).toBe(score);
  });

  it('is what the textbook table says, also for texts longer than a machine word', () => {
    const letters = (maxLength: number) =>
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength });
    fc.assert(
      fc.property(letters(100), letters(150), (wanted, text) => {
        expect(similarity(wanted, text)).toBe(similarityByTable(wanted, text));
      }),
    );
  });
});
