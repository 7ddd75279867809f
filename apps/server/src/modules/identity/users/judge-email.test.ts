import { describe, expect, it } from 'vitest';
import { isDisposable, isFreeMail } from './judge-email.ts';

describe('isFreeMail', () => {
  it.each([
    ['gmail.com', true],
    ['gmx.de', true],
    ['proton.me', true],
    ['parley.example', false],
    ['ibm.com', false],
  ])('%s: %s', (domain, expected) => {
    expect(isFreeMail(domain)).toBe(expected);
  });
});

describe('isDisposable', () => {
  it.each([
    ['yopmail.com', true],
    ['anything.yopmail.com', true],
    ['mailinator.com', true],
    ['parley.example', false],
  ])('%s: %s', (domain, expected) => {
    expect(isDisposable(domain)).toBe(expected);
  });
});
