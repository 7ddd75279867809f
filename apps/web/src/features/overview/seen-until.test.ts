import type { Overview } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { seenUntil } from './seen-until.ts';

const second = (n: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, n)).toISOString();

const reading = (at: number, broken: Record<string, number>, fixed: Record<string, number> = {}) =>
  ({
    at: second(at),
    broken: Object.entries(broken).map(([signature, n]) => ({
      signature,
      members: [],
      got: '',
      spreadAt: second(n),
    })),
    changes: Object.entries(fixed).map(([suiteId, n]) => ({
      kind: 'fixed',
      suiteId,
      environment: null,
      test: null,
      at: second(n),
    })),
  }) as unknown as Overview;

describe('what a member has seen', () => {
  it.each([
    ['all is older than the reading', reading(10, { a: 5 }), reading(30, { a: 5 }), 10],
    [
      'the newest is newer, and nothing was missed',
      reading(10, { a: 11 }),
      reading(12, { a: 11 }),
      11,
    ],
    [
      'a change is newer, and nothing was missed',
      reading(10, {}, { s: 12 }),
      reading(13, { later: 13 }, { s: 12 }),
      12,
    ],
    [
      'something before the newest was missed',
      reading(10, { a: 12 }),
      reading(14, { a: 12, b: 11 }),
      10,
    ],
    [
      'a change before the newest was missed',
      reading(10, { a: 12 }),
      reading(14, { a: 12 }, { s: 12 }),
      10,
    ],
    [
      'it spread before the newest',
      reading(10, { a: 9, b: 12 }),
      reading(14, { a: 11, b: 12 }),
      10,
    ],
    [
      'the later reading may miss something, too',
      reading(10, { a: 12 }),
      reading(11, { a: 12 }),
      10,
    ],
  ])('if %s', (_, shown, later, until) => {
    expect(seenUntil(shown, later)).toBe(second(until));
  });
});
