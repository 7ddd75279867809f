import { describe, expect, it } from 'vitest';
import { isDisabled } from './catalogue.ts';

describe('the flag that keeps a locale from a platform', () => {
  it.each([
    [{ disabled: true }, true],
    [{ disabled: false }, false],
    [{ disable: true }, true],
    [{ disable: false }, false],
    [{ disabled: false, disable: true }, false],
    [{}, false],
  ])('[A-173] is read in both spellings: %j is %s', (entry, isOff) => {
    expect(isDisabled(entry)).toBe(isOff);
  });
});
