/** Writes down the slots that were decided on, and queues the runs of those that are to run. */
import { Counter } from 'prom-client';
import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import type { News } from '../../platform/news.ts';
import { type Allowance, readAllowance } from '../billing/billing.ts';
import { type DeviceRow, holdDevices } from '../devices/devices.ts';
import { draftRun, insertRuns, type RunDraft, runOf, tellRunsChanged } from '../runs/runs.ts';
import type { DecidedSlot, NotRunReason } from './decide-slots.ts';
import { followAlert } from './follow-alert.ts';
import { changeSlot, useSlots } from './monitoring.queries.ts';

export const startedByMonitor = {
  trigger: 'monitor',
  selectedTests: null,
  startedBy: null,
  startedByName: null,
} as const;

const slotsNotRun = new Counter({
  name: 'parley_monitor_slots_not_run_total',
  help: 'Expected slots that did not become a run, by what kept them from it.',
  labelNames: ['reason'] as const,
});

function countNotRun(reason: NotRunReason): void {
  slotsNotRun.inc({ reason });
}

type SlotToRun = DecidedSlot & { runId: string };

/** To be called in the transaction that claimed the monitors. */
export async function startSlots(db: Database, news: News, decided: DecidedSlot[]): Promise<void> {
  const rows = decided.map(({ due, slot, decision }) => ({
    suiteId: due.suite.id,
    slot,
    ...decision,
    runId: decision.outcome === 'run' ? newId() : null,
  }));
  const used = new Set((await useSlots(db, rows)).map(({ suiteId }) => suiteId));
  for (const { due, notRun } of decided)
    if (notRun !== null && used.has(due.suite.id)) countNotRun(notRun);
  const toRun = decided.flatMap((each, index) => {
    const runId = rows[index]?.runId ?? null;
    return runId !== null && used.has(each.due.suite.id) ? [{ ...each, runId }] : [];
  });
  await queueRuns(db, news, toRun);
}

async function queueRuns(db: Database, news: News, toRun: SlotToRun[]): Promise<void> {
  const allowances = new Map<string, Allowance>();
  const drafted: (SlotToRun & { draft: RunDraft })[] = [];
  for (const each of toRun) {
    try {
      const draft = draftRun(each.due.suite, startedByMonitor);
      (await allowanceOf(db, each, allowances)).take(draft.platform, draft.plannedInteractions);
      drafted.push({ ...each, draft });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await refuse(db, each, error);
    }
  }
  const devices = await devicesOf(db, drafted);
  const queued = await insertRuns(
    db,
    drafted.map(({ due: { suite, projectName }, runId, draft }) => {
      const device = suite.deviceId === null ? undefined : devices.get(suite.deviceId);
      return runOf(draft, { id: runId, projectId: suite.projectId, projectName, device });
    }),
  );
  await tellRunsChanged(news, db, queued);
}

/** The organizations are locked since their monitors were claimed. */
async function allowanceOf(
  db: Database,
  { due: { suite, ...terms } }: SlotToRun,
  allowances: Map<string, Allowance>,
): Promise<Allowance> {
  const { organizationId } = suite;
  const known = allowances.get(organizationId);
  const allowance = known ?? (await readAllowance({ db, organizationId }, terms));
  allowances.set(organizationId, allowance);
  return allowance;
}

async function devicesOf(db: Database, toRun: SlotToRun[]): Promise<Map<string, DeviceRow>> {
  const ids = toRun.flatMap(({ due: { suite } }) => suite.deviceId ?? []);
  const held = await holdDevices(db, [...new Set(ids)]);
  return new Map(held.map((device) => [device.id, device]));
}

/** A suite that can't be run uses its slot up, and that counts as a failure of its configuration. */
async function refuse(db: Database, { due, slot }: SlotToRun, error: ApiError): Promise<void> {
  const { id: suiteId, organizationId } = due.suite;
  const scope = { db, organizationId };
  const reason = [error.message, error.hint].filter(Boolean).join(' ');
  const refused = { outcome: 'refused', reason, runId: null } as const;
  // Nothing is wrong with the suite, and owners are told that monitoring stops: no alert.
  const isQuota = error.code === 'quota_reached';
  countNotRun(isQuota ? 'quota' : 'suite');
  if (isQuota) return changeSlot(scope, { suiteId, slot }, { ...refused, result: 'ignored' });
  await changeSlot(
    scope,
    { suiteId, slot },
    { ...refused, result: 'failed', failureClasses: ['configuration'] },
  );
  await followAlert(scope, suiteId);
}
