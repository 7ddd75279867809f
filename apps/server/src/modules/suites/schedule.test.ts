import { describe, expect, it } from 'vitest';
import { readSchedule } from './schedule.ts';

/** Returns the first times of a schedule after the given one, in UTC. */
function times(config: { cron?: string; timeZone?: string; everyMinutes?: 5 | 60 }, after: string) {
  const schedule = readSchedule(config, 'suite');
  const found: string[] = [];
  let at = schedule.next(new Date(after));
  while (at !== undefined && found.length < 3) {
    found.push(at.toISOString().slice(0, 16));
    at = schedule.next(at);
  }
  return found;
}

const reason = (config: Parameters<typeof readSchedule>[0]) => {
  try {
    readSchedule(config, 'suite');
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('a cron schedule', () => {
  it.each([
    [
      'weekdays at nine in Berlin',
      '0 9 * * 1-5',
      'Europe/Berlin',
      '2026-03-27T12:00Z',
      ['2026-03-30T07:00', '2026-03-31T07:00', '2026-04-01T07:00'],
    ],
    [
      'a time that the clocks leave out, once, an hour later by its own clock',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00', '2026-03-30T00:30', '2026-03-31T00:30'],
    ],
    [
      'a time that the clocks repeat, once',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-24T12:00Z',
      ['2026-10-25T00:30', '2026-10-26T01:30', '2026-10-27T01:30'],
    ],
    [
      'each of several hours, also on the day that leaves one out',
      '0 2,14 * * *',
      'Europe/Berlin',
      '2026-03-28T13:00Z',
      ['2026-03-29T01:00', '2026-03-29T12:00', '2026-03-30T00:00'],
    ],
    [
      'each of several hours once, also on the day that repeats one',
      '0 2,14 * * *',
      'Europe/Berlin',
      '2026-10-24T13:00Z',
      ['2026-10-25T00:00', '2026-10-25T13:00', '2026-10-26T01:00'],
    ],
    [
      'several minutes of an hour that is repeated, once each',
      '0,30 2 * * *',
      'Europe/Berlin',
      '2026-10-24T12:00Z',
      ['2026-10-25T00:00', '2026-10-25T00:30', '2026-10-26T01:00'],
    ],
    [
      'no time a second time, asked for in the hour that repeats it',
      '0,30 2 * * *',
      'Europe/Berlin',
      '2026-10-25T01:10Z',
      ['2026-10-26T01:00', '2026-10-26T01:30', '2026-10-27T01:00'],
    ],
    [
      'several times that the clocks leave out, once together',
      '0,30 2,3 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00', '2026-03-29T01:30', '2026-03-30T00:00'],
    ],
    [
      'an hour that is repeated in New York, once',
      '30 1,13 * * *',
      'America/New_York',
      '2026-10-31T13:00Z',
      ['2026-10-31T17:30', '2026-11-01T05:30', '2026-11-01T18:30'],
    ],
    [
      'a time that clocks leave out which are set by half an hour',
      '15 2,14 * * *',
      'Australia/Lord_Howe',
      '2026-10-03T12:00Z',
      ['2026-10-03T15:30', '2026-10-04T03:15', '2026-10-04T15:15'],
    ],
    [
      'a time that clocks leave out which jump over midnight',
      '30 23 * * *',
      'America/Nuuk',
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00', '2026-03-30T00:30', '2026-03-31T00:30'],
    ],
    [
      'every hour that passes, also where the clocks show one twice',
      '0 * * * *',
      'Europe/Berlin',
      '2026-10-24T23:30Z',
      ['2026-10-25T00:00', '2026-10-25T01:00', '2026-10-25T02:00'],
    ],
    [
      'the first minute of each day by its short name',
      '@daily',
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      ['2026-03-28T23:00', '2026-03-29T22:00', '2026-03-30T22:00'],
    ],
    [
      'the leap day',
      '0 0 29 2 *',
      'UTC',
      '2026-01-01T00:00Z',
      ['2028-02-29T00:00', '2032-02-29T00:00', '2036-02-29T00:00'],
    ],
  ])('comes on %s', (_, cron, timeZone, after, expected) => {
    expect(times({ cron, timeZone }, after)).toEqual(expected);
  });

  it.each([
    ['that never comes', { cron: '0 0 30 2 *' }, '“0 0 30 2 *” never occurs.'],
    [
      'that comes every second',
      { cron: '* * * * * *' },
      'A schedule cannot include seconds or years: a suite runs at most once a minute.',
    ],
    [
      'in an unknown zone',
      { cron: '0 9 * * *', timeZone: 'Mars/Base' },
      'There is no time zone “Mars/Base”.',
    ],
    ['with too few fields', { cron: '0 9' }, expect.stringContaining('“0 9” is not a schedule.')],
    [
      'with an hour that does not exist',
      { cron: '0 25 * * *' },
      expect.stringContaining('is not a schedule.'),
    ],
    [
      'that is no cron at all',
      { cron: 'now and then' },
      expect.stringContaining('is not a schedule.'),
    ],
  ])('%s is refused with the reason', (_, config, message) => {
    expect(reason(config)).toEqual(message);
  });
});

describe('an interval', () => {
  it('keeps its distance, and the same place within it for the same suite', () => {
    const [first = '', second = '', third = ''] = times({ everyMinutes: 60 }, '2026-01-01T00:00Z');
    expect(Date.parse(`${second}Z`) - Date.parse(`${first}Z`)).toBe(3_600_000);
    expect(Date.parse(`${third}Z`) - Date.parse(`${second}Z`)).toBe(3_600_000);
    const schedule = readSchedule({ everyMinutes: 60 }, 'suite');
    const now = new Date('2026-01-01T00:30:00Z');
    expect(schedule.current(now)?.getTime()).toBeLessThanOrEqual(now.getTime());
    expect(schedule.current(schedule.next(now) as Date)).toEqual(schedule.next(now));
  });
});
