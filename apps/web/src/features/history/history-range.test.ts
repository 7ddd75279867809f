import { describe, expect, it } from 'vitest';
import { chosenRange, countedRuns, filtersOf, rangeOf, readAddress } from './history-range.ts';
import { readDay, readPreset } from './history-search.ts';

const now = Date.parse('2026-11-21T23:30:00Z');

describe('the days of a history', () => {
  it.each([
    ['the last two weeks without a choice', {}, '2026-11-08', '2026-11-21'],
    ['a preset', { days: 7 as const }, '2026-11-15', '2026-11-21'],
    ['days of one’s own', { from: '2026-01-02', to: '2026-01-05' }, '2026-01-02', '2026-01-05'],
    [
      'days the wrong way round',
      { from: '2026-01-05', to: '2026-01-02' },
      '2026-01-02',
      '2026-01-05',
    ],
    [
      'a year that is being typed',
      { from: '0202-01-01', to: '2026-01-02' },
      '1970-01-01',
      '2026-01-02',
    ],
    ['half a choice', { from: '2026-01-05' }, '2026-11-08', '2026-11-21'],
  ])('are %s', (_, search, from, to) => {
    expect(rangeOf(search, now, 'UTC')).toEqual({ from, to });
  });

  it('stay in their fields as they were chosen', () => {
    const chosen = { from: '2026-01-05', to: '0002-01-02' };
    expect(chosenRange(chosen, now, 'UTC')).toEqual(chosen);
  });

  it('go to the server with the other filters', () => {
    expect(filtersOf({ days: 7, status: 'failed' }, now, 'UTC')).toEqual({
      status: 'failed',
      from: '2026-11-15',
      to: '2026-11-21',
    });
  });

  it.each([
    ['Pacific/Auckland', '2026-11-16', '2026-11-22'],
    ['America/New_York', '2026-11-15', '2026-11-21'],
  ])('end today in %s, and the server is told so', (timeZone, from, to) => {
    expect(filtersOf({ days: 7 }, now, timeZone)).toEqual({ from, to, timeZone });
  });

  it('are as many where the clocks are set among them', () => {
    const late = Date.parse('2026-03-30T22:30:00Z');
    expect(rangeOf({ days: 7 }, late, 'Europe/Berlin')).toEqual({
      from: '2026-03-25',
      to: '2026-03-31',
    });
  });

  it('leave out the project of a chosen suite, whose figures count its runs in any project', () => {
    const { projectId, suiteId } = filtersOf({ projectId: 'p1', suiteId: 's1' }, now);
    expect([projectId, suiteId]).toEqual([undefined, 's1']);
  });

  it('lead from a number to its runs, whatever result was chosen before', () => {
    const search = { days: 30, trigger: 'api', status: 'passed', failureClass: 'wrong' } as const;
    expect(countedRuns(search, { status: 'failing', day: '2026-11-20' })).toEqual({
      trigger: 'api',
      status: 'failing',
      from: '2026-11-20',
      to: '2026-11-20',
    });
  });

  it.each(['passed', 'ended', 'failing', 'toString', undefined])(
    'have the result %j of the address if there is such a one',
    (status) => {
      const known = status === 'toString' ? undefined : status;
      expect(readAddress({ status, suiteId: 's1' })).toEqual({ suiteId: 's1', status: known });
    },
  );

  it.each([
    ['2026-02-28', '2026-02-28'],
    ['2026-02-30', undefined],
    ['2026-13-01', undefined],
    ['yesterday', undefined],
    [20260228, undefined],
  ])('are read from the address: %j', (value, day) => {
    expect(readDay(value)).toBe(day);
  });

  it('are a preset only where there is such a one', () => {
    expect([readPreset(7), readPreset(8), readPreset('7')]).toEqual([7, undefined, undefined]);
  });
});
