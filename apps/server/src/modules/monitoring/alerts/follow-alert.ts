import type { IncidentChange, MonitoringConfig } from '@parley/contract';
import { alerts } from '@parley/contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import { monitorSlots } from '../../../db/schema/monitoring.ts';
import type { WorkScope } from '../../../platform/database/scope.ts';
import { newId } from '../../../platform/security/ids.ts';
import type { RunFailure } from '../../runs/runs.ts';
import { findSuite } from '../../suites/suites.ts';
import {
  type AlertRow,
  changeAlert,
  lockOpenAlert,
  openAlert,
  resolveAlert,
} from './alerts.queries.ts';
import { recordIncidents } from './incident-events.ts';
import { evidenceOf, findFailingSince } from './incidents.queries.ts';
import { isSnoozed, withEntry } from './timeline.ts';

const { failureClasses } = alerts;

type SlotRow = typeof monitorSlots.$inferSelect;

interface Rule {
  failures: number;
  of: number;
}

function ruleOf(config: MonitoringConfig | null): Rule {
  const rule = config?.alertWhen as Partial<Rule> | undefined;
  const { failures, of } = rule ?? {};
  const isRule = typeof failures === 'number' && typeof of === 'number' && failures <= of;
  return isRule ? { failures, of: Math.min(of, 20) } : { failures: 1, of: 1 };
}

/**
 * Opens an alert when the alert rule is violated, and resolves it when the rule is satisfied again. `failures` are those of the
 * slot that was just judged; empty if it passed.
 *
 * @returns true if notifications may be due
 */
export async function followAlert(
  scope: WorkScope,
  suiteId: string,
  failures: RunFailure[],
): Promise<boolean> {
  const suite = await findSuite(scope, suiteId);
  if (suite === undefined) return false;
  const rule = ruleOf(suite.monitoringConfig);
  const last = await scope.db
    .select()
    .from(monitorSlots)
    .where(
      and(eq(monitorSlots.suiteId, suiteId), sql`${monitorSlots.result} in ('passed', 'failed')`),
    )
    .orderBy(desc(monitorSlots.slot))
    .limit(rule.of);
  const failed = last.filter(({ result }) => result === 'failed');
  const classes = failureClasses.filter((known) =>
    failed.some(({ failureClasses: ofSlot }) => ofSlot.includes(known)),
  );
  const open = await lockOpenAlert(scope, suiteId);
  const isBroken = failed.length >= rule.failures;
  const [newest] = last;
  if (!open && isBroken && newest?.result === 'failed') {
    const oldestOfRule = (failed.at(-1) ?? newest).slot;
    await openAlert(scope, {
      id: newId(),
      suiteId,
      suiteName: suite.name,
      classes,
      runId: newest.runId,
      dueAt: newest.slot,
      standsSince: newest.standsSince,
      failingSince: await findFailingSince(scope, suiteId, oldestOfRule),
      signatures: signaturesOf(failed.toReversed()),
      evidence: await evidenceOf(scope, newest.runId, failures),
      timeline: withEntry([], { change: 'opened', runId: newest.runId }),
    });
  } else if (open && isBroken) {
    const union = [...new Set([...open.classes, ...classes])];
    const anew = newest?.result === 'failed' ? await failAnew(scope, open, newest, failures) : {};
    await changeAlert(scope, open.id, { classes: union, ...anew });
    if (anew.reopenedAt) await recordIncidents(scope.db, 'reopened', [open]);
  } else if (open) await resolveAlert(scope, open);
  else return false;
  return true;
}

const signaturesOf = (slots: SlotRow[]): string[] => [
  ...new Set(slots.flatMap(({ signatures }) => signatures ?? [])),
];

/**
 * Maximum number of failures that an alert distinguishes. A bot whose every failure is worded differently would fill the row.
 */
const signaturesMax = 200;

/**
 * Returns the changes of an alert after a new kind of failure. An acknowledgment did not cover it, so reminders start again,
 * unless the monitor is muted for all failures.
 */
async function failAnew(
  scope: WorkScope,
  open: AlertRow,
  { runId }: SlotRow,
  failures: RunFailure[],
): Promise<Partial<AlertRow>> {
  const known = new Set(open.signatures);
  const unknown = failures.filter(({ signature }) => !known.has(signature));
  if (unknown.length === 0 || known.size >= signaturesMax) return {};
  const signatures = [...new Set([...known, ...unknown.map(({ signature }) => signature)])];
  // The alert was opened by a release without signatures, so the current failures may be the original ones.
  if (known.size === 0) return { signatures };
  const isMuted = isSnoozed(open) && open.muteScope === 'monitor';
  const isQuiet = open.acknowledgedAt !== null || isSnoozed(open);
  const change: IncidentChange = isQuiet && !isMuted ? 'reopened' : 'failed-anew';
  const timeline = withEntry(open.timeline, { change, runId });
  if (change === 'failed-anew') return { signatures, timeline };
  return {
    signatures,
    timeline,
    runId,
    evidence: await evidenceOf(scope, runId, unknown),
    reopenedAt: new Date(),
    acknowledgedAt: null,
    acknowledgedBy: null,
    snoozedUntil: null,
    muteScope: null,
  };
}
