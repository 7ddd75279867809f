import type { IncidentEvidence, RunPoint } from '@parley/contract';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { alerts } from '../../../db/schema/alerts.ts';
import { monitorSlots } from '../../../db/schema/monitoring.ts';
import type { Scope, WorkScope } from '../../../platform/database/scope.ts';
import { presentPoint, type RunFailure, readSeries } from '../../runs/runs.ts';
import type { AlertRow } from './alerts.queries.ts';

/** Finds the open incident of a suite, otherwise its last one. */
export async function findIncident(scope: Scope, suiteId: string): Promise<AlertRow | undefined> {
  const [row] = await scope.db
    .select()
    .from(alerts)
    .where(and(eq(alerts.organizationId, scope.organizationId), eq(alerts.suiteId, suiteId)))
    .orderBy(sql`${alerts.resolvedAt} is null desc`, desc(alerts.openedAt), desc(alerts.id))
    .limit(1);
  return row;
}

/** Locks an incident of a suite. Ignores alerts about stopped monitoring, which have no assignee. */
export async function lockIncident(scope: Scope, id: string): Promise<AlertRow | undefined> {
  const [row] = await scope.db
    .select()
    .from(alerts)
    .where(
      and(
        eq(alerts.organizationId, scope.organizationId),
        eq(alerts.id, id),
        isNull(alerts.stopReason),
      ),
    )
    .for('update');
  return row;
}

/**
 * Finds when the current series of failures began: the due time of the first failure after the last pass before `oldestOfRule`,
 * and after the end of the last incident.
 */
export async function findFailingSince(
  { db }: WorkScope,
  suiteId: string,
  oldestOfRule: Date,
): Promise<Date> {
  const [row] = await db
    .select({ since: sql<Date | null>`min(${monitorSlots.slot})`.mapWith(monitorSlots.slot) })
    .from(monitorSlots)
    .where(
      and(
        eq(monitorSlots.suiteId, suiteId),
        eq(monitorSlots.result, 'failed'),
        sql`${monitorSlots.slot} > coalesce((
          select max(passed.slot) from ${monitorSlots} passed where passed.suite_id = ${suiteId}
            and passed.result = 'passed' and passed.slot < ${oldestOfRule.toISOString()}
        ), '-infinity')`,
        sql`${monitorSlots.slot} > coalesce((
          select max(before.resolved_at) from ${alerts} before where before.suite_id = ${suiteId}
        ), '-infinity')`,
      ),
    );
  return row?.since ?? oldestOfRule;
}

/** Describes the first failure of a run, with the number of other failures and the last run that passed. */
export async function evidenceOf(
  scope: WorkScope,
  runId: string | null,
  [first, ...others]: RunFailure[],
): Promise<IncidentEvidence | null> {
  if (first === undefined) return null;
  const { signature: _, failureClass: __, testKey, ...told } = first;
  const asked = runId === null ? [] : [{ runId, testName: testKey, signature: null, from: null }];
  const [facts] = await readSeries(scope, asked);
  return { ...told, others: others.length, lastGreen: presentPoint(facts?.lastGreen) };
}

/** Reads the evidence of an alert. Evidence from earlier releases has no run numbers. */
export function readEvidence({ evidence }: Pick<AlertRow, 'evidence'>): IncidentEvidence | null {
  const stored: Partial<RunPoint> | null | undefined = evidence?.lastGreen;
  if (!evidence?.lastGreen || stored?.number !== undefined) return evidence;
  return { ...evidence, lastGreen: { ...evidence.lastGreen, number: null } };
}
