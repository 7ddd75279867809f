import { describe, expect, it } from 'vitest';
import { passwordIsStrong } from './password-rule.ts';

describe('passwordIsStrong', () => {
  it.each([
    ['Abcdef1!', true],
    ['Äbcdéf1_', true],
    [' Abcde1! ', true],
    ['Abcde1!', false],
    ['abcdef1!', false],
    ['ABCDEF1!', false],
    ['Abcdefg!', false],
    ['Abcdefg1', false],
    ['Abcdef1 ', false],
  ])('judges %j: %s', (password, isStrong) => {
    expect(passwordIsStrong(password)).toBe(isStrong);
  });

  it('takes 1,024 characters and not one more', () => {
    expect(passwordIsStrong(`Aa1!${'x'.repeat(1020)}`)).toBe(true);
    expect(passwordIsStrong(`Aa1!${'x'.repeat(1021)}`)).toBe(false);
  });
});
