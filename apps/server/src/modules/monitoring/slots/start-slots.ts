/** Stores the decided slots, and queues the runs of those with outcome `run`. */
import { failureSignature } from '@parley/suite';
import { Counter } from 'prom-client';
import type { Database } from '../../../platform/database/db.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { News } from '../../../platform/live/news.ts';
import { newId } from '../../../platform/security/ids.ts';
import { timeInWords } from '../../../platform/time/time-in-words.ts';
import { type Allowance, readAllowance } from '../../billing/billing.ts';
import { type DeviceRow, holdDevices } from '../../devices/devices.ts';
import { chooseEnvironment } from '../../environments/environments.ts';
import { linkedSuite } from '../../libraries/libraries.ts';
import {
  draftRun,
  holdQueuedRuns,
  inEnvironment,
  insertRuns,
  type RunDraft,
  type RunRow,
  renewQueuedRun,
  runOf,
  tellRunsChanged,
} from '../../runs/runs.ts';
import { triesOfSchedule } from '../../suites/suites.ts';
import { followAlert } from '../alerts/follow-alert.ts';
import {
  changeSlot,
  listSlotsUnderWay,
  type SlotRow,
  useSlots,
} from '../schedule/monitoring.queries.ts';
import type { DecidedSlot, NotRunReason } from './decide-slots.ts';

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

/** A slot whose run was not claimed by any worker before the next slot is due. */
interface WaitingSlot extends Pick<SlotRow, 'suiteId' | 'slot' | 'standsSince'> {
  run: Pick<RunRow, 'id' | 'plannedInteractions'>;
}

/** Stores slots and queues their runs. Call it in the transaction that claimed the monitors. */
export async function startSlots(db: Database, news: News, decided: DecidedSlot[]): Promise<void> {
  const due = decided.filter(({ decision }) => decision.outcome === 'run');
  const waiting = await findWaiting(db, due);
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
  await queueRuns(db, news, toRun, waiting);
}

/** Finds the waiting slots by suite, and locks their runs. */
async function findWaiting(db: Database, due: DecidedSlot[]): Promise<Map<string, WaitingSlot>> {
  const earlier = await listSlotsUnderWay(
    db,
    due.map(({ due: { suite } }) => suite.id),
  );
  const held = await holdQueuedRuns(
    db,
    earlier.map(({ runId }) => runId),
  );
  const runs = new Map(held.map((run) => [run.id, run]));
  return new Map(
    earlier.flatMap(({ runId, ...slot }) => {
      const run = runs.get(runId);
      return run === undefined ? [] : [[slot.suiteId, { ...slot, run }] as const];
    }),
  );
}

async function queueRuns(
  db: Database,
  news: News,
  toRun: SlotToRun[],
  waiting: ReadonlyMap<string, WaitingSlot>,
): Promise<void> {
  const allowances = new Map<string, Allowance>();
  const drafted: (SlotToRun & { draft: RunDraft })[] = [];
  for (const each of toRun) {
    try {
      const draft = await draftInEnvironment(db, each.due.suite);
      // The interactions of the waiting run are already reserved.
      const reserved = waiting.get(each.due.suite.id)?.run.plannedInteractions ?? -1;
      if (draft.plannedInteractions > reserved)
        (await allowanceOf(db, each, allowances)).take(draft.platform, draft.plannedInteractions);
      drafted.push({ ...each, draft });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await refuse(db, each, error);
    }
  }
  const devices = await devicesOf(db, drafted);
  const added = [];
  const renewed = [];
  for (const { due, runId, draft, slot } of drafted) {
    const { suite, projectName } = due;
    const device = suite.deviceId === null ? undefined : devices.get(suite.deviceId);
    const earlier = waiting.get(suite.id);
    const id = earlier?.run.id ?? runId;
    const run = runOf(draft, { id, projectId: suite.projectId, projectName, device });
    if (earlier === undefined) {
      added.push(run);
      continue;
    }
    renewed.push(await renewQueuedRun(db, run));
    await moveOn(db, suite, earlier, slot);
  }
  await tellRunsChanged(news, db, [...(await insertRuns(db, added)), ...renewed]);
}

/** @throws ApiError if the suite cannot be run, or its project no longer has the environment */
async function draftInEnvironment(db: Database, suite: SlotToRun['due']['suite']) {
  const { organizationId, projectId, monitoringConfig } = suite;
  const wanted = monitoringConfig?.environment;
  const chosen = await chooseEnvironment({ db, organizationId }, projectId, wanted);
  const repeat = triesOfSchedule(monitoringConfig);
  const linked = await linkedSuite({ db, organizationId }, suite);
  return draftRun(linked, { ...startedByMonitor, ...inEnvironment(chosen, wanted), repeat });
}

/**
 * Lets the waiting run stand for the next slot, too. The run keeps its place in the queue: if it moved to the end each time, it
 * would never run in a long queue.
 */
async function moveOn(
  db: Database,
  { organizationId, id: suiteId }: DecidedSlot['due']['suite'],
  earlier: WaitingSlot,
  slot: Date,
): Promise<void> {
  const scope = { db, organizationId };
  await changeSlot(scope, earlier, {
    outcome: 'missed',
    reason: `Its run was still waiting in the queue when the next was due, at ${timeInWords(slot)}, and stands for that.`,
    runId: null,
    result: 'ignored',
  });
  await changeSlot(
    scope,
    { suiteId, slot },
    {
      runId: earlier.run.id,
      standsSince: earlier.standsSince ?? earlier.slot,
    },
  );
  countNotRun('queue');
}

/** Reads the allowance of an organization, which was locked when its monitors were claimed. */
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

/**
 * Marks the slot of a suite that cannot be run as refused. This counts as a failure of the class `configuration`, unless a
 * quota is the reason.
 */
async function refuse(db: Database, { due, slot }: SlotToRun, error: ApiError): Promise<void> {
  const { id: suiteId, organizationId } = due.suite;
  const scope = { db, organizationId };
  const reason = reasonOf(error);
  const refused = { outcome: 'refused', reason, runId: null } as const;
  // No alert for a quota: nothing is wrong with the suite, and owners are emailed that monitoring stops.
  const isQuota = error.code === 'quota_reached';
  countNotRun(isQuota ? 'quota' : 'suite');
  if (isQuota) return changeSlot(scope, { suiteId, slot }, { ...refused, result: 'ignored' });
  const failure = { class: 'configuration', code: 'refused', message: reason } as const;
  const signature = failureSignature({ failure });
  await changeSlot(
    scope,
    { suiteId, slot },
    { ...refused, result: 'failed', failureClasses: [failure.class], signatures: [signature] },
  );
  const nowhere = { test: null, testKey: null, step: null, said: '', expected: null };
  const told = { ...nowhere, got: reason, failureClass: failure.class };
  await followAlert(scope, suiteId, [{ ...told, signature }]);
}

/** Problems whose cause is outside the text of the suite. */
const isElsewhere = /^There is no (agent|block) /;

/**
 * Names an agent or block that is gone, because the suite itself can be unchanged then. Messages of other problems can quote a
 * value of the suite, such as an address with a token, which people who only read alerts must not see.
 */
function reasonOf({ message, hint, problems = [] }: ApiError): string {
  const gone = problems.find((one) => isElsewhere.test(one.message));
  const line = gone?.line === undefined ? '' : `Line ${gone.line}: `;
  return [message, gone && `${line}${gone.message}`, gone?.hint ?? hint].filter(Boolean).join(' ');
}
