/** Creates, changes and deletes exclusion calendars, for people and programs. */
import { type AuditAction, type ExclusionCalendar, monitoring } from '@parley/contract';
import { violates } from '../../../db/violates.ts';
import { inTransaction, type Scope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { found } from '../../../platform/errors/found.ts';
import { newId } from '../../../platform/security/ids.ts';
import { recordAudit } from '../../audit/audit.ts';
import { readTimeZone } from '../../suites/suites.ts';
import * as stored from './calendars.queries.ts';
import { isHolidaySet } from './holiday-sets.ts';

const { calendarsMax } = monitoring;

export async function listCalendars(scope: Scope): Promise<ExclusionCalendar[]> {
  return (await stored.listCalendars(scope)).map(present);
}

export async function createCalendar(
  scope: Scope,
  body: stored.CalendarContent,
): Promise<ExclusionCalendar> {
  const content = check(body);
  if ((await stored.countCalendars(scope)) >= calendarsMax)
    throw new ApiError('conflict', {
      message: `An organization has at most ${calendarsMax} exclusion calendars.`,
      hint: 'Add windows to an existing one.',
    });
  return change(scope, 'calendar.created', (inside) =>
    stored.insertCalendar(inside, { id: newId(), ...content }),
  );
}

export async function updateCalendar(
  scope: Scope,
  id: string,
  body: stored.CalendarContent,
): Promise<ExclusionCalendar> {
  const content = check(body);
  return change(scope, 'calendar.changed', (inside) => stored.updateCalendar(inside, id, content));
}

export async function deleteCalendar(scope: Scope, id: string): Promise<void> {
  await change(scope, 'calendar.deleted', (inside) => stored.deleteCalendar(inside, id));
}

function change(
  scope: Scope,
  action: AuditAction,
  write: (scope: Scope) => Promise<stored.CalendarRow | undefined>,
): Promise<ExclusionCalendar> {
  return refusingTakenName(() =>
    inTransaction(scope, async (inside) => {
      const row = found(await write(inside));
      await recordAudit(inside, { action, target: row.name });
      return present(row);
    }),
  );
}

function check(content: stored.CalendarContent): stored.CalendarContent {
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
      message: 'There is already an exclusion calendar with this name.',
      hint: 'Choose another name.',
    });
  }
}

function present({ organizationId: _, createdAt, ...row }: stored.CalendarRow): ExclusionCalendar {
  return { ...row, createdAt: createdAt.toISOString() };
}
