import * as contract from '@parley/contract';
import { planRun } from '@parley/suite';
import type { Edition } from '../../platform/config/edition.ts';
import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors/found.ts';
import { cutPage, readCursor } from '../../platform/http/cursor.ts';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordAudit } from '../audit/audit.ts';
import { readInteractionQuota } from '../billing/billing.ts';
import { linkedSuite } from '../libraries/libraries.ts';
import { listPeople } from '../organizations/organizations.ts';
import {
  calendarIdsOf,
  findSuite,
  parsedSuite,
  readBeforehand,
  readSchedule,
} from '../suites/suites.ts';
import { alertsTopic } from './alerts/alert-news.ts';
import { listOpenAlerts } from './alerts/alerts.queries.ts';
import { findIncident } from './alerts/incidents.queries.ts';
import { presentIncident } from './alerts/present-incident.ts';
import { readEnd } from './alerts/read-end.ts';
import { findCalendars } from './schedule/calendars.queries.ts';
import { listHolidaySets } from './schedule/holiday-sets.ts';
import {
  createCalendar,
  deleteCalendar,
  listCalendars,
  updateCalendar,
} from './schedule/manage-calendars.ts';
import {
  findMonitor,
  listLastSlots,
  listMonitors,
  type MonitorPlace,
  type MonitorRow,
  setPause,
} from './schedule/monitoring.queries.ts';
import { presentMonitor } from './schedule/present-monitor.ts';
import { previewSchedule } from './schedule/preview-schedule.ts';
import { presentStop, presentStops } from './stops/present-stops.ts';
import { readStopFacts, type StopFacts } from './stops/stops.queries.ts';

const endpoints = contract.monitoring;

/** Maximum number of slots to present of a monitor. */
const slotsShown = 20;

export function monitorRoutes({
  config,
  pool,
  news,
}: Pick<Platform, 'config' | 'pool' | 'news'>): Route[] {
  const { edition } = config;
  return [
    route(endpoints.previewSchedule, async ({ scope, params, body }) => {
      const suite = await linkedSuite(scope, found(await findSuite(scope, params.suiteId)));
      const schedule = readSchedule(body.config, suite.id);
      const calendars = await findCalendars(scope, calendarIdsOf(body.config));
      await readBeforehand(pool, scope, suite.source);
      const { times, runs } = await previewSchedule(scope, schedule, calendars, new Date());
      const forecast = { runs, interactions: runs * countInteractions(suite.source) };
      const timeZone = contract.hasCustomSchedule(body.config) ? schedule.timeZone : null;
      return { times, timeZone, forecast, quota: await readInteractionQuota(scope) };
    }),

    route(endpoints.listMonitors, async ({ scope, query }) => {
      const after = query.cursor === undefined ? undefined : readPlace(query.cursor);
      const all = await listMonitors(scope, after, query.limit + 1);
      const { rows, nextCursor } = cutPage(all, query.limit, (row) => [
        row.isFailing ? 'failing' : 'others',
        row.searchName,
        row.suiteId,
      ]);
      return { items: await presentAll(scope, edition, rows), nextCursor };
    }),

    route(contract.incidents.getMonitor, async ({ scope, params }) => {
      const row = found(await findMonitor(scope, params.suiteId));
      const [monitor] = await presentAll(scope, edition, [row]);
      const incident = await findIncident(scope, params.suiteId);
      const people = await listPeople(scope);
      return {
        monitor: found(monitor),
        incident: incident ? presentIncident(incident, people) : null,
        people,
      };
    }),

    route(endpoints.listMonitoringStops, async ({ scope }) =>
      presentStops(await readFacts(scope), edition),
    ),

    route(endpoints.pauseMonitor, async ({ scope, params, body }) => {
      const { suiteName: target } = found(await findMonitor(scope, params.suiteId));
      const until = body.until === null ? null : readEnd(body.until, 'A pause');
      await inTransaction(scope, async (inside) => {
        await setPause(inside, params.suiteId, until);
        await news.publish(inside.db, alertsTopic);
        await recordAudit(
          inside,
          until === null
            ? { action: 'monitoring.resumed', target }
            : { action: 'monitoring.paused', target, detail: until.toISOString() },
        );
      });
      const row = found(await findMonitor(scope, params.suiteId));
      const [monitor] = await presentAll(scope, edition, [row]);
      return found(monitor);
    }),

    route(endpoints.listCalendars, ({ scope }) => listCalendars(scope)),

    route(endpoints.createCalendar, ({ scope, body }) => createCalendar(scope, body)),

    route(endpoints.updateCalendar, ({ scope, params, body }) =>
      updateCalendar(scope, params.calendarId, body),
    ),

    route(endpoints.deleteCalendar, ({ scope, params }) =>
      deleteCalendar(scope, params.calendarId),
    ),

    route(endpoints.listHolidaySets, () => listHolidaySets()),
  ];
}

/** Counts the interactions of a run of all tests. */
function countInteractions(source: string): number {
  const { suite } = parsedSuite(source);
  return planRun(suite, {})
    .filter(({ mode }) => mode === 'run')
    .reduce((sum, { test }) => sum + test.interactions.length, 0);
}

async function presentAll(scope: Scope, edition: Edition, rows: MonitorRow[]) {
  const facts = await readFacts(scope);
  const ids = rows.map(({ suiteId }) => suiteId);
  const slots = Map.groupBy(
    await listLastSlots(scope.db, ids, slotsShown),
    ({ suiteId }) => suiteId,
  );
  const alerts = new Map((await listOpenAlerts(scope, ids)).map((alert) => [alert.suiteId, alert]));
  return rows.map((row) =>
    presentMonitor({
      row,
      slots: slots.get(row.suiteId) ?? [],
      alert: alerts.get(row.suiteId),
      stopped: presentStop(
        { platform: row.platform, isCustom: contract.hasCustomSchedule(row.config) },
        facts,
        edition,
      ),
    }),
  );
}

async function readFacts(scope: Scope): Promise<StopFacts> {
  return found((await readStopFacts(scope.db, scope.organizationId))[0]);
}

function readPlace(cursor: string): MonitorPlace {
  const [state, name = '', id = ''] = readCursor(cursor, 3);
  return { isFailing: state === 'failing', name, id };
}
