import { describe, expect, it } from 'vitest';
import { passwordIsStrong } from './password-rule.ts';

describe('passwordIsStrong', () => {
  it.each([
    ['A-255', 'Abcdef1!', true],
    ['A-259', 'Äbcdéf1_', true],
    ['A-255', ' Abcde1! ', true],
    ['A-255', 'Abcde1!', false],
    ['A-256', 'abcdef1!', false],
    ['A-257', 'ABCDEF1!', false],
    ['A-258', 'Abcdefg!', false],
    ['A-259', 'Abcdefg1', false],
    ['A-259', 'Abcdef1 ', false],
  ])('[%s] judges %j: %s', (_, password, isStrong) => {
    expect(passwordIsStrong(password)).toBe(isStrong);
  });

  it('takes 1,024 characters and not one more', () => {
    expect(passwordIsStrong(`Aa1!${'x'.repeat(1020)}`)).toBe(true);
    expect(passwordIsStrong(`Aa1!${'x'.repeat(1021)}`)).toBe(false);
  });
});
