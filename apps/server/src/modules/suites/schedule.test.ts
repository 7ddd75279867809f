import { describe, expect, it } from 'vitest';
import { readSchedule } from './schedule.ts';

/** The first times after one, in UTC. */
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
    ['that never comes', { cron: '0 0 30 2 *' }, '“0 0 30 2 *” never comes.'],
    [
      'that comes every second',
      { cron: '* * * * * *' },
      'A schedule can not name seconds or years: a suite runs once a minute at most.',
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
