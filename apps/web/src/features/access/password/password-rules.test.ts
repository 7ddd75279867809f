import { expect, it } from 'vitest';
import { isStrong, passwordRules, rulesMet } from './password-rules.ts';

it.each([
  ['A-255', 'At least 8 characters', 'abC1!xy'],
  ['A-256', 'An uppercase letter', 'abcdef1!'],
  ['A-257', 'A lowercase letter', 'ABCDEF1!'],
  ['A-258', 'A digit', 'Abcdefg!'],
  ['A-259', 'A special character', 'Abcdefg1'],
  ['A-259', 'A special character', 'Abcdefg 1'],
])('[%s] lacks “%s” and nothing else: %s', (_, lacking, password) => {
  const missed = passwordRules.filter(({ isMet }) => !isMet(password));
  expect(missed.map(({ label }) => label)).toEqual([lacking]);
  expect(rulesMet(password)).toBe(4);
});

it.each([
  ['abC1!xyz', 5],
  ['Größe-123', 5],
  ['abC1 xyz', 4],
  ['abC1!', 4],
  ['abC1', 3],
  ['abC', 2],
  ['abc', 1],
  ['', 0],
])('[A-255, A-260] counts the rules that “%s” meets', (password, met) => {
  expect(rulesMet(password)).toBe(met);
});

it.each([
  ['A-256', 'abcDe12!'],
  ['A-257', 'ABCdEF1!'],
  ['A-258', 'Abcdefg1!'],
  ['A-259', 'Abcdefg1!'],
])('[%s] is content with one: %s', (_, password) => {
  expect(isStrong(password)).toBe(true);
});

it('is strong only when all rules are met', () => {
  expect(isStrong('Abcdef1!')).toBe(true);
  expect(isStrong('Abcdefg!')).toBe(false);
});
