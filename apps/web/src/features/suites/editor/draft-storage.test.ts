import { beforeEach, describe, expect, it } from 'vitest';
import { draftStorage } from './draft-storage.ts';

const draft = { source: '- test: A\n', version: 3 };

beforeEach(() => sessionStorage.clear());

describe('the draft of a suite', () => {
  it('is there for the same suite only, until it is cleared', () => {
    draftStorage('one').write(draft);
    expect(draftStorage('one').read()).toEqual(draft);
    expect(draftStorage('two').read()).toBeNull();
    draftStorage('one').clear();
    expect(draftStorage('one').read()).toBeNull();
  });

  it.each([
    'not json',
    '{"source":1,"version":1}',
    '{"source":"a"}',
    '{"source":"a","version":1,"accepted":"a"}',
    '[]',
    'null',
  ])('is none where something else is stored: %s', (stored) => {
    sessionStorage.setItem('parley-suite-draft:one', stored);
    expect(draftStorage('one').read()).toBeNull();
  });

  it('is given up silently when the browser has no room for it', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    } as unknown as Storage;
    expect(() => draftStorage('one', full).write(draft)).not.toThrow();
  });
});
