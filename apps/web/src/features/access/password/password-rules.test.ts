import { expect, it } from 'vitest';
import { isStrong, rulesMet } from './password-rules.ts';

it.each([
  ['nothing meets nothing', '', 0],
  ['[A-257] a lowercase letter', 'abc', 1],
  ['[A-256] an uppercase letter', 'abC', 2],
  ['[A-258] a digit', 'abC1', 3],
  ['[A-259] a special character', 'abC1!', 4],
  ['[A-255] seven characters, which are too few', 'abC1!xy', 4],
  ['[A-255] eight characters', 'abC1!xyz', 5],
  ['[A-259] a space is no special character', 'abC1 xyz', 4],
  ['letters of any script count', 'Größe-123', 5],
])('[A-260] meets one more rule with: %s', (_, password, met) => {
  expect(rulesMet(password)).toBe(met);
});

it('[A-263] is strong only when all rules are met', () => {
  expect(isStrong('Abcdef1!')).toBe(true);
  for (const lacking of ['Abcde1!', 'abcdef1!', 'ABCDEF1!', 'Abcdefg!', 'Abcdefg1'])
    expect(isStrong(lacking), lacking).toBe(false);
});
