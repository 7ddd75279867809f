import { describe, expect, it } from 'vitest';
import { nameClone } from './name-clone.ts';

describe('the name of a copy', () => {
  it.each([
    ['Billing', ['Billing'], 'Billing (2)'],
    ['Billing', ['Billing', 'Billing (2)'], 'Billing (3)'],
    ['Billing (2)', ['Billing', 'Billing (2)'], 'Billing (3)'],
    ['Billing (2)', ['Billing (2)'], 'Billing (3)'],
    ['Billing', ['Billing', 'Billing (3)'], 'Billing (2)'],
    ['Billing', [], 'Billing'],
    ['Plan (draft)', ['Plan (draft)'], 'Plan (draft) (2)'],
  ])('of %s beside %j is %s', (name, taken, expected) => {
    expect(nameClone(name, taken)).toBe(expected);
  });

  it('keeps to the longest name, without cutting a character in two', () => {
    const longest = '🙂'.repeat(60);
    const copy = nameClone(longest, [longest]);
    expect(copy).toBe(`${'🙂'.repeat(58)} (2)`);
    expect(copy.isWellFormed()).toBe(true);
  });
});
