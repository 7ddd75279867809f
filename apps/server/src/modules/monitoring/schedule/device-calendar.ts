import { type DeviceCalendar, devices as endpoints, hasCustomSchedule } from '@parley/contract';
import type { Scope } from '../../../platform/database/scope.ts';
import { found } from '../../../platform/errors/found.ts';
import { type Route, route } from '../../../platform/http/http.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { WorkPool } from '../../../platform/work-pool/work-pool.ts';
import { findDevice } from '../../devices/devices.ts';
import { conversationsOfSource } from '../../runs/runs.ts';
import { readBeforehand } from '../../suites/suites.ts';
import { refusalOf } from '../stops/stop-reason-of.ts';
import { readStopFacts } from '../stops/stops.queries.ts';
import {
  listMonitoredSuites,
  listOpenRuns,
  medianDurations,
  readClock,
} from './device-calendar.queries.ts';
import { expectUse, type Wish } from './expect-use.ts';
import { nextSlots } from './next-slots.ts';

const runsMax = 100;
const suitesMax = 50;
const slotsMax = 100;

export function deviceCalendarRoute({ pool }: Pick<Platform, 'pool'>): Route {
  return route(endpoints.getDeviceCalendar, ({ scope, params, query }) =>
    deviceCalendar(scope, pool, params.deviceId, query.hours),
  );
}

/** Lists the active and queued runs of a device, and the upcoming runs of suites that are monitored with it. */
async function deviceCalendar(
  scope: Scope,
  pool: WorkPool,
  deviceId: string,
  hours: number,
): Promise<DeviceCalendar> {
  const device = found(await findDevice(scope, deviceId));
  const now = await readClock(scope);
  const open = await listOpenRuns(scope, device.id, runsMax);
  const monitored = await listMonitoredSuites(scope, device.id, suitesMax);
  const until = new Date(now.getTime() + hours * 3_600_000);
  const { terms } = found((await readStopFacts(scope.db, scope.organizationId))[0]);
  const allowed = monitored.filter(
    ({ monitoringConfig }) => refusalOf(hasCustomSchedule(monitoringConfig), terms) === undefined,
  );
  const next = await nextSlots(scope, allowed, { now, until }, slotsMax);

  const conversations = new Map<string, number>();
  for (const { id, source } of new Set(next.slots.map(({ suite }) => suite))) {
    await readBeforehand(pool, scope, source);
    conversations.set(id, conversationsOfSource(source));
  }
  const suiteIds = [...open.map(({ suiteId }) => suiteId), ...monitored.map(({ id }) => id)];
  const durations = await medianDurations(scope, [
    ...new Set(suiteIds.filter((id) => id !== null)),
  ]);
  const wishes: Wish[] = [
    ...open.map((run) => ({
      name: run.suiteName,
      conversations: run.conversations,
      dueAt: run.createdAt.getTime(),
      ...(run.status === 'running' && { startedAt: (run.startedAt ?? now).getTime() }),
      durationMs: durations.get(run.suiteId ?? ''),
    })),
    ...next.slots.map(({ suite, at }) => ({
      name: suite.name,
      conversations: conversations.get(suite.id) ?? 1,
      dueAt: at.getTime(),
      durationMs: durations.get(suite.id),
    })),
  ];
  const expected = expectUse(device.concurrencyLimit, wishes, now.getTime());
  const timesOf = (index: number) => ({
    conversations: expected[index]?.conversations ?? 1,
    expectedStart: iso(expected[index]?.start),
    expectedEnd: iso(expected[index]?.end),
  });
  return {
    now: now.toISOString(),
    concurrencyLimit: device.concurrencyLimit,
    runs: open.map((run, index) => ({
      ...timesOf(index),
      runId: run.id,
      suiteName: run.suiteName,
      trigger: run.trigger,
      startedBy: run.startedByName,
      status: run.status,
      startedAt: run.status === 'running' ? (run.startedAt?.toISOString() ?? null) : null,
    })),
    upcoming: next.slots.map(({ suite, at }, index) => ({
      ...timesOf(open.length + index),
      suiteId: suite.id,
      suiteName: suite.name,
      dueAt: at.toISOString(),
      behind: expected[open.length + index]?.behind ?? null,
    })),
    isCutShort: open.length === runsMax || monitored.length === suitesMax || next.isCutShort,
  };
}

function iso(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}
