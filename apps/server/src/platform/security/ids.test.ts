import { describe, expect, it } from 'vitest';
import { newId } from './ids.ts';

describe('an id', () => {
  it('is not an option of a command line, and differs from all others', () => {
    const ids = Array.from({ length: 2000 }, newId);
    expect(ids.filter((id) => !/^\w[\w-]{21}$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
