import type { MonitoringConfig } from '@parley/contract';
import { expect, it } from 'vitest';
import type { Scope } from '../../../platform/database/scope.ts';
import { nextSlots } from './next-slots.ts';

const now = new Date('2026-03-02T12:00:30Z');
const until = new Date('2026-03-04T12:00:30Z');

const each = (count: number, cron: string, pausedUntil: string | null) =>
  Array.from({ length: count }, (_, index) => ({
    id: `suite ${index}`,
    monitoringConfig: { cron } as MonitoringConfig,
    pausedUntil: pausedUntil === null ? null : new Date(pausedUntil),
  }));

/** Computes the next slots. None of the suites names a calendar, so the database is not queried. */
const slotsOf = (monitored: ReturnType<typeof each>, limit: number) =>
  nextSlots({} as Scope, monitored, { now, until }, limit);

const timesOf = ({ slots }: Awaited<ReturnType<typeof slotsOf>>) =>
  slots.map(({ suite, at }) => `${suite.id} ${at.toISOString().slice(11, 16)}`);

it('takes the first of all suites, in order', async () => {
  const found = await slotsOf([...each(2, '*/20 * * * *', null)], 3);
  expect(timesOf(found)).toEqual(['suite 0 12:20', 'suite 1 12:20', 'suite 0 12:40']);
  expect(found.isCutShort).toBe(true);
});

it.each([
  ['a second before a time', '2026-03-02T15:59:59Z', ['suite 0 16:00', 'suite 0 17:00']],
  ['at a time, which comes', '2026-03-02T16:00:00Z', ['suite 0 16:00', 'suite 0 17:00']],
  ['a second after a time', '2026-03-02T16:00:01Z', ['suite 0 17:00', 'suite 0 18:00']],
  ['in the past', '2026-03-01T00:00:00Z', ['suite 0 13:00', 'suite 0 14:00']],
])('goes on behind a pause that ends %s', async (_, pausedUntil, expected) => {
  expect(timesOf(await slotsOf(each(1, '0 * * * *', pausedUntil), 2))).toEqual(expected);
});

it('does not go through the times of suites that are paused, which would be too many', async () => {
  const found = await slotsOf(each(50, '* * * * *', '2026-04-01T00:00:00Z'), 100);
  expect(found).toEqual({ slots: [], isCutShort: false });
});
