/** Reads the current state of every monitor, for screens that show all of them. */
import {
  hasCustomSchedule,
  type IncidentEvidence,
  type MonitoringConfig,
  type MuteScope,
} from '@parley/contract';
import type { FailureClass } from '@parley/suite';
import { sql } from 'drizzle-orm';
import { alerts } from '../../db/schema/alerts.ts';
import { monitorSlots, monitors } from '../../db/schema/monitoring.ts';
import { suites } from '../../db/schema/suites.ts';
import { users } from '../../db/schema/users.ts';
import type { Edition } from '../../platform/config/edition.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors/found.ts';
import { presentStop } from './stops/present-stops.ts';
import { readStopFacts } from './stops/stops.queries.ts';

/** Acknowledgment, assignee and snooze of an incident. */
export interface IncidentCare {
  id: string;
  isAcknowledged: boolean;
  assignee: { id: string; name: string } | null;
  snoozedUntil: Date | null;
  /** Null unless the incident is snoozed. */
  snoozeScope: MuteScope | null;
}

export interface OpenIncident extends IncidentCare {
  openedAt: Date;
  failingSince: Date;
  evidence: IncidentEvidence | null;
  classes: FailureClass[];
  /** ID of the newest failed run; null if no run could be started. */
  runId: string | null;
}

export interface MonitorStanding {
  suiteId: string;
  state: 'failing' | 'working' | 'paused' | 'stopped' | 'waiting';
  incident: OpenIncident | null;
}

interface CareColumns {
  isAcknowledged: boolean;
  assigneeId: string | null;
  assigneeName: string | null;
  snoozedUntil: string | null;
  snoozeScope: MuteScope | null;
}

interface Row extends Record<string, unknown>, CareColumns {
  suiteId: string;
  platform: 'webchat' | 'phone';
  config: MonitoringConfig | null;
  isPaused: boolean;
  lastResult: 'passed' | 'failed' | null;
  incidentId: string | null;
  openedAt: string | null;
  failingSince: string | null;
  evidence: IncidentEvidence | null;
  classes: FailureClass[] | null;
  lastClasses: FailureClass[] | null;
  runId: string | null;
}

const careColumns = sql`${alerts.acknowledgedAt} is not null as "isAcknowledged",
  ${users.id} as "assigneeId", ${users.name} as "assigneeName",
  case when ${alerts.snoozedUntil} > now() then ${alerts.snoozedUntil}::text end as "snoozedUntil",
  case when ${alerts.snoozedUntil} > now() then ${alerts.muteScope} end as "snoozeScope"`;

export async function listMonitorStandings(
  scope: Scope,
  edition: Edition,
): Promise<MonitorStanding[]> {
  const { rows } = await scope.db.execute<Row>(sql`
    select ${suites.id} as "suiteId", ${suites.platform} as platform,
      ${suites.monitoringConfig} as config,
      coalesce(${monitors.pausedUntil} > now(), false) as "isPaused",
      judged.result as "lastResult",
      ${alerts.id} as "incidentId",
      ${alerts.openedAt}::text as "openedAt",
      coalesce(${alerts.failingSince}, ${alerts.openedAt})::text as "failingSince",
      ${alerts.evidence} as evidence, ${alerts.classes} as classes,
      failed.failure_classes as "lastClasses", coalesce(failed.run_id, ${alerts.runId}) as "runId",
      ${careColumns}
    from ${suites}
    left join ${monitors} on ${monitors.suiteId} = ${suites.id}
    left join ${alerts} on ${alerts.suiteId} = ${suites.id} and ${alerts.resolvedAt} is null
      and ${alerts.stopReason} is null
    left join ${users} on ${users.id} = ${alerts.assigneeId}
    left join lateral (
      select result from ${monitorSlots} slot
      where slot.suite_id = ${suites.id} and slot.result in ('passed', 'failed')
      order by slot.slot desc limit 1
    ) judged on true
    left join lateral (
      select run_id, failure_classes from ${monitorSlots} slot
      where ${alerts.id} is not null and slot.suite_id = ${suites.id} and slot.result = 'failed'
      order by slot.slot desc limit 1
    ) failed on true
    where ${suites.organizationId} = ${scope.organizationId} and ${suites.isMonitoring}`);
  const facts = found((await readStopFacts(scope.db, scope.organizationId))[0]);
  return rows.map((row) => {
    const kind = { platform: row.platform, isCustom: hasCustomSchedule(row.config) };
    const isStopped = presentStop(kind, facts, edition) !== null;
    const incident = incidentOf(row);
    return { suiteId: row.suiteId, incident, state: stateOf(row, incident, isStopped) };
  });
}

function stateOf(
  { isPaused, lastResult }: Row,
  incident: OpenIncident | null,
  isStopped: boolean,
): MonitorStanding['state'] {
  if (incident) return 'failing';
  if (isPaused) return 'paused';
  if (isStopped) return 'stopped';
  return lastResult === null ? 'waiting' : 'working';
}

function incidentOf(row: Row): OpenIncident | null {
  const { incidentId, openedAt, failingSince, evidence, classes, lastClasses, runId } = row;
  if (incidentId === null || openedAt === null || failingSince === null) return null;
  return {
    ...careOf({ ...row, incidentId }),
    openedAt: new Date(openedAt),
    failingSince: new Date(failingSince),
    evidence,
    classes: (lastClasses?.length ? lastClasses : classes) ?? [],
    runId,
  };
}

function careOf(row: CareColumns & { incidentId: string }): IncidentCare {
  const { incidentId: id, isAcknowledged, assigneeId, assigneeName, snoozeScope } = row;
  return {
    id,
    isAcknowledged,
    assignee: assigneeId === null ? null : { id: assigneeId, name: assigneeName ?? '' },
    snoozedUntil: row.snoozedUntil === null ? null : new Date(row.snoozedUntil),
    snoozeScope,
  };
}
