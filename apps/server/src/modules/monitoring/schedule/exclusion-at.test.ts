import type { ExclusionWindow } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { exclusionAt } from './exclusion-at.ts';

function reason(
  at: string,
  {
    windows = [],
    holidays = [],
    timeZone = 'Europe/Berlin',
  }: {
    windows?: ExclusionWindow[];
    holidays?: { country: string; region: string | null }[];
    timeZone?: string;
  },
) {
  return exclusionAt([{ name: 'Calendar', timeZone, windows, holidays }], new Date(at));
}

const night: ExclusionWindow = {
  kind: 'weekly',
  reason: 'Backup',
  days: [1],
  from: '22:00',
  to: '02:00',
};

describe('exclusionAt', () => {
  it.each([
    ['in a weekly window by local time', '2026-11-23T21:30Z', 'Calendar: Backup'],
    ['in the part of a window after midnight', '2026-11-24T00:30Z', 'Calendar: Backup'],
    ['before it', '2026-11-23T20:30Z', undefined],
    ['at its end', '2026-11-24T01:00Z', undefined],
    ['on a day that is not chosen', '2026-11-24T21:30Z', undefined],
  ])('%s', (_, at, expected) => {
    expect(reason(at, { windows: [night] })).toBe(expected);
  });

  it('holds from the start of a window to before its end', () => {
    const windows: ExclusionWindow[] = [
      { kind: 'once', reason: 'Move', start: '2026-11-23T10:00:00Z', end: '2026-11-23T12:00:00Z' },
    ];
    expect(reason('2026-11-23T10:00Z', { windows })).toBe('Calendar: Move');
    expect(reason('2026-11-23T12:00Z', { windows })).toBeUndefined();
  });

  it('knows public holidays as whole days of the zone, and of a region', () => {
    const german = { holidays: [{ country: 'DE', region: null }] };
    expect(reason('2026-12-24T23:30Z', german)).toBe('Calendar: Christmas Day');
    expect(reason('2026-12-24T22:30Z', german)).toBeUndefined();
    expect(reason('2027-01-06T10:00Z', german)).toBeUndefined();
    const bavarian = { holidays: [{ country: 'DE', region: 'BY' }] };
    expect(reason('2027-01-06T10:00Z', bavarian)).toMatch(/^Calendar: /);
  });

  it.each([
    ['begins with the day of the zone', 'JP', 'Asia/Tokyo', '2026-12-31T15:00Z', 'New Year’s Day'],
    ['has not begun before', 'JP', 'Asia/Tokyo', '2026-12-31T14:59Z', undefined],
    ['lasts as long as its day', 'US', 'America/New_York', '2026-12-26T04:59Z', 'Christmas Day'],
    ['is over then', 'US', 'America/New_York', '2026-12-26T05:00Z', undefined],
    ['begins with a day without midnight', 'NL', 'Africa/Cairo', '2029-04-26T22:00Z', 'King’s Day'],
    ['goes on into the next year', 'SZ', 'UTC', '2027-01-02T23:59Z', 'Incwala Festival'],
    ['ends there', 'SZ', 'UTC', '2027-01-03T00:00Z', undefined],
  ])('a public holiday %s (%s, %s, %s)', (_, country, timeZone, at, name) => {
    const found = reason(at, { timeZone, holidays: [{ country, region: null }] });
    expect(found?.replace("'", '’')).toBe(name && `Calendar: ${name}`);
  });
});
