import { beforeEach, describe, expect, it } from 'vitest';
import { draftStorage } from './draft-storage.ts';

const draft = { source: '- test: A\n', version: 3 };

const draftOf = (suiteId: string, userId = 'nora') => draftStorage({ userId, suiteId });

beforeEach(() => sessionStorage.clear());

describe('the draft of a suite', () => {
  it('is there for the same suite of the same user only, until it is cleared', () => {
    draftOf('one').write(draft);
    expect(draftOf('one').read()).toEqual(draft);
    expect(draftOf('two').read()).toBeNull();
    expect(draftOf('one', 'omar').read()).toBeNull();
    draftOf('one').clear();
    expect(draftOf('one').read()).toBeNull();
  });

  it.each([
    'not json',
    '{"source":1,"version":1}',
    '{"source":"a"}',
    '{"source":"a","version":1,"accepted":"a"}',
    '[]',
    'null',
  ])('is none where something else is stored: %s', (stored) => {
    sessionStorage.setItem('parley-suite-draft:nora:one', stored);
    expect(draftOf('one').read()).toBeNull();
  });

  it('is given up silently when the browser has no room for it', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    } as unknown as Storage;
    expect(() => draftStorage({ userId: 'nora', suiteId: 'one' }, full).write(draft)).not.toThrow();
  });
});
