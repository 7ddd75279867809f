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
});
