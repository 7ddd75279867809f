import { describe, expect, it } from 'vitest';
import { daysUntil, forecast, periodAt } from './billing-period.ts';

const time = (iso: string) => new Date(`${iso}Z`);

describe('periodAt', () => {
  it.each([
    ['2026-11-21T04:00', '2026-11-01', '2026-12-01'],
    ['2026-12-31T23:59', '2026-12-01', '2027-01-01'],
    ['2028-02-01T00:00', '2028-02-01', '2028-03-01'],
  ])('of %s begins on %s and ends before %s', (now, start, end) => {
    const period = periodAt(time(now));
    expect(period.start.toISOString()).toBe(`${start}T00:00:00.000Z`);
    expect(period.end.toISOString()).toBe(`${end}T00:00:00.000Z`);
  });
});

describe('daysUntil', () => {
  it('lists every day so far, today included', () => {
    const now = time('2026-11-03T10:00');
    expect(daysUntil(periodAt(now), now)).toEqual(['2026-11-01', '2026-11-02', '2026-11-03']);
  });
});

describe('forecast', () => {
  it.each([
    ['nothing to go by on the first day', 50, '2026-11-01T20:00', null],
    ['half of the month doubles', 500, '2026-11-16T00:00', 1000],
    ['no use stays none', 0, '2026-11-16T00:00', 0],
    ['the last moment is what there is', 900, '2026-11-30T23:59:59', 900],
  ])('%s', (_, used, at, expected) => {
    const now = time(at);
    expect(forecast(used, periodAt(now), now)).toBe(expected);
  });
});
