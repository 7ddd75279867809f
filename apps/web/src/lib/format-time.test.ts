import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatDuration,
  formatRelative,
  formatScheduled,
  formatUtcDay,
  utcDayFormat,
} from './format-time.ts';
import { setTimeZone } from './time-zone.ts';

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
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

  it('[A-384] writes dates in the medium format', () => {
    const iso = '2026-06-15T12:00:00Z';
    const words = new Date(iso).toLocaleDateString(undefined, { dateStyle: 'medium' });
    expect(words).toContain('Jun');
    expect([formatDate(iso), formatUtcDay(iso)]).toEqual([words, words]);
    expect(formatDateTime(iso)).toContain(words);
  });

  it('writes times in the time zone of the setting, until it is cleared', () => {
    const iso = '2026-06-15T23:30:00Z';
    const onDevice = formatDateTime(iso);
    setTimeZone('Asia/Tokyo');
    expect(formatDateTime(iso)).toMatch(/Jun 16, 2026.*8:30/);
    expect([formatDate(iso), formatUtcDay(iso)]).toEqual(['Jun 16, 2026', 'Jun 15, 2026']);
    expect(formatScheduled(iso, null)).toMatch(/^Tue, Jun 16, 8:30/);
    expect(formatScheduled(iso, 'UTC')).toMatch(/^Mon, Jun 15, 11:30/);
    setTimeZone('America/Los_Angeles');
    expect(formatDateTime(iso)).toMatch(/Jun 15, 2026.*4:30/);
    setTimeZone(null);
    expect(formatDateTime(iso)).toBe(onDevice);
    expect(localStorage.getItem('time-zone')).toBeNull();
  });

  it('writes a time of a schedule on its own clock, or on that of the browser', () => {
    const iso = '2026-03-29T01:00:00Z';
    expect(formatScheduled(iso, 'Europe/Berlin')).toMatch(/^Sun, Mar 29, 3:00\sAM GMT\+2$/);
    expect(formatScheduled(iso, null)).toBe(formatScheduled(iso, here).replace(/ \S+$/, ''));
  });

  it.each([
    [0, '0 ms'],
    [212.4, '212 ms'],
    [999.6, '1.0 s'],
    [4230, '4.2 s'],
    [59_949, '59.9 s'],
    [59_950, '1 min 0 s'],
    [125_000, '2 min 5 s'],
    [3_599_600, '1 h 0 min'],
    [3_840_000, '1 h 4 min'],
  ])('writes %d ms as %s', (ms, words) => {
    expect(formatDuration(ms)).toBe(words);
  });
});

describe('a day that is counted in UTC', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each(['Pacific/Auckland', 'Pacific/Kiritimati', 'America/Los_Angeles', 'UTC'])(
    'is the same day in %s',
    async (zone) => {
      vi.stubEnv('TZ', zone);
      vi.resetModules();
      const { formatUtcDay } = await import('./format-time.ts');
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
      const words = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
      const december = words.format(Date.UTC(2026, 11, 1, 12));
      expect(formatUtcDay('2026-12-01')).toBe(december);
      expect(formatUtcDay('2026-12-01T00:00:00.000Z')).toBe(december);
      const november = words.format(Date.UTC(2026, 10, 30, 12));
      expect(formatUtcDay('2026-11-30T23:59:59.999Z')).toBe(november);
    },
  );

  it.each([
    [['2026-01-01', '2026-12-31'], { month: 'short', day: 'numeric' }],
    [['2025-11-21', '2026-11-21'], { dateStyle: 'medium' }],
  ] as const)('is named among %j such that no other has its name', (names, style) => {
    const days = names.map((day) => ({ day }));
    const words = new Intl.DateTimeFormat(undefined, { ...style, timeZone: 'UTC' });
    const shown = names.map((day) => words.format(new Date(day)));
    expect(days.map(utcDayFormat(days))).toEqual(shown);
    expect(new Set(shown).size).toBe(2);
  });
});
