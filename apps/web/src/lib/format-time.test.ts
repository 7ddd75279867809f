import { describe, expect, it } from 'vitest';
import { formatDuration, formatRelative } from './format-time.ts';

const now = Date.parse('2026-06-15T12:00:00Z');

describe('times as people say them', () => {
  it.each([
    ['2026-06-15T11:59:30Z', 'just now'],
    ['2026-06-15T12:05:00Z', 'just now'],
    ['2026-06-15T11:58:00Z', '2 minutes ago'],
    ['2026-06-15T09:00:00Z', '3 hours ago'],
    ['2026-06-14T11:00:00Z', 'yesterday'],
    ['2026-06-01T12:00:00Z', '2 weeks ago'],
    ['2025-06-15T12:00:00Z', 'last year'],
  ])('says of %s that it was %s', (iso, words) => {
    expect(formatRelative(iso, now)).toBe(words);
  });

  it.each([
    [0, '0 ms'],
    [212.4, '212 ms'],
    [4230, '4.2 s'],
    [125_000, '2 min 5 s'],
    [3_840_000, '1 h 4 min'],
  ])('writes %d ms as %s', (ms, words) => {
    expect(formatDuration(ms)).toBe(words);
  });
});
