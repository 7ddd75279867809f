import * as contract from '@parley/contract';
import { parseSuite, planRun } from '@parley/suite';
import { violates } from '../../db/violates.ts';
import { ApiError } from '../../platform/api-error.ts';
import { found } from '../../platform/found.ts';
import { type Route, route } from '../../platform/http.ts';
import { newId } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { findSuite, readSchedule, readTimeZone } from '../suites/suites.ts';
import { listOpenAlerts } from './alerts.queries.ts';
import { calendarIdsOf } from './calendar-ids-of.ts';
import {
  type CalendarContent,
  type CalendarRow,
  countCalendars,
  deleteCalendar,
  findCalendars,
  insertCalendar,
  listCalendars,
  updateCalendar,
} from './calendars.queries.ts';
import { isHolidaySet, listHolidaySets } from './holiday-sets.ts';
import {
  findMonitor,
  listLastSlots,
  listMonitors,
  type MonitorPlace,
  type MonitorRow,
  setPause,
} from './monitoring.queries.ts';
import { presentMonitor } from './present-monitor.ts';
import { previewSchedule } from './preview-schedule.ts';

const endpoints = contract.monitoring;

/** Slots that a monitor shows. */
const slotsShown = 20;

const pauseMaxMs = 366 * 86_400_000;

export function monitorRoutes(): Route[] {
  return [
    route(endpoints.previewSchedule, async ({ scope, params, body }) => {
      const suite = found(await findSuite(scope, params.suiteId));
      const schedule = readSchedule(body.config, suite.id);
      const calendars = await findCalendars(scope, calendarIdsOf(body.config));
      const { times, runs } = previewSchedule(schedule, calendars, new Date());
      return { times, forecast: { runs, interactions: runs * countInteractions(suite.source) } };
    }),

    route(endpoints.listMonitors, async ({ scope, query }) => {
      const after = query.cursor === undefined ? undefined : readPlace(query.cursor);
      const rows = await listMonitors(scope, after, query.limit + 1);
      const page = rows.slice(0, query.limit);
      const last = rows.length > query.limit ? page.at(-1) : undefined;
      return { items: await presentAll(scope, page), nextCursor: last ? writePlace(last) : null };
    }),

    route(endpoints.pauseMonitor, async ({ scope, params, body }) => {
      found(await findMonitor(scope, params.suiteId));
      const until = body.until === null ? null : readPauseEnd(body.until);
      await setPause(scope, params.suiteId, until);
      const [monitor] = await presentAll(scope, [found(await findMonitor(scope, params.suiteId))]);
      return found(monitor);
    }),

    route(endpoints.listCalendars, async ({ scope }) =>
      (await listCalendars(scope)).map(presentCalendar),
    ),

    route(endpoints.createCalendar, async ({ scope, body }) => {
      const content = checkCalendar(body);
      if ((await countCalendars(scope)) >= endpoints.calendarsMax)
        throw new ApiError('conflict', {
          message: `An organization has at most ${endpoints.calendarsMax} exclusion calendars.`,
          hint: 'Put windows into one that is there.',
        });
      return presentCalendar(
        await refusingTakenName(() => insertCalendar(scope, { id: newId(), ...content })),
      );
    }),

    route(endpoints.updateCalendar, async ({ scope, params, body }) => {
      const content = checkCalendar(body);
      return presentCalendar(
        found(await refusingTakenName(() => updateCalendar(scope, params.calendarId, content))),
      );
    }),

    route(endpoints.deleteCalendar, async ({ scope, params }) => {
      found(await deleteCalendar(scope, params.calendarId));
      return undefined;
    }),

    route(endpoints.listHolidaySets, () => listHolidaySets()),
  ];
}

/** What one run of the suite says to the bot. */
function countInteractions(source: string): number {
  const { suite } = parseSuite(source);
  return planRun(suite, {})
    .filter(({ mode }) => mode === 'run')
    .reduce((sum, { test }) => sum + test.interactions.length, 0);
}

async function presentAll(scope: Scope, rows: MonitorRow[]) {
  const ids = rows.map(({ suiteId }) => suiteId);
  const slots = Map.groupBy(
    await listLastSlots(scope.db, ids, slotsShown),
    ({ suiteId }) => suiteId,
  );
  const alerts = new Map(
    (await listOpenAlerts(scope, ids)).map(({ suiteId, openedAt }) => [suiteId, openedAt]),
  );
  return rows.map((row) =>
    presentMonitor({
      row,
      slots: slots.get(row.suiteId) ?? [],
      alertSince: alerts.get(row.suiteId) ?? null,
    }),
  );
}

function readPauseEnd(text: string): Date {
  const until = new Date(text);
  const fromNow = until.getTime() - Date.now();
  if (fromNow > 0 && fromNow <= pauseMaxMs) return until;
  throw new ApiError('schedule_invalid', {
    message: fromNow > 0 ? 'A pause lasts a year at most.' : 'The pause would have ended already.',
    hint: 'Choose a date in the coming year.',
  });
}

function checkCalendar(content: CalendarContent): CalendarContent {
  const unknown = content.holidays.find((set) => !isHolidaySet(set));
  if (unknown !== undefined)
    throw new ApiError('schedule_invalid', {
      message: `The holidays of “${[unknown.country, unknown.region].filter(Boolean).join('-')}” are not known.`,
      hint: 'Choose one of the sets that are offered.',
    });
  return { ...content, timeZone: readTimeZone(content.timeZone) };
}

async function refusingTakenName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!violates(error, 'exclusion_calendars_name')) throw error;
    throw new ApiError('name_taken', {
      message: 'There is an exclusion calendar of this name.',
      hint: 'Choose another name.',
    });
  }
}

function presentCalendar({ organizationId: _, createdAt, ...row }: CalendarRow) {
  return { ...row, createdAt: createdAt.toISOString() };
}

function writePlace({ searchName, suiteId }: MonitorRow): string {
  return Buffer.from(JSON.stringify([searchName, suiteId])).toString('base64url');
}

function readPlace(cursor: string): MonitorPlace {
  try {
    const [name, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (typeof name === 'string' && typeof id === 'string') return { name, id };
  } catch {
    // Refused below.
  }
  throw new ApiError('invalid_request', {
    message: 'The cursor is not one of ours.',
    hint: 'Begin with the first page.',
  });
}
