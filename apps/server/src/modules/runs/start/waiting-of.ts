/** Explains what a queued run is waiting for. */
import type { RunSummary } from '@parley/contract';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { devices } from '../../../db/schema/devices.ts';
import { runs } from '../../../db/schema/runs.ts';
import type { WorkScope } from '../../../platform/database/scope.ts';
import { listWorkers } from '../../../platform/presence.ts';
import { presentRun, type RunRow } from '../log/run-row.ts';
import { canCarryOut } from './missing-equipment.ts';

type Waiting = NonNullable<RunSummary['waiting']>;

/** Maximum number of runs using or ahead for a device to name. */
const namedMax = 5;

/** Presents a run for its own page. A queued run includes what it waits for. */
export async function presentOneRun(scope: WorkScope, run: RunRow): Promise<RunSummary> {
  const summary = presentRun(run);
  return run.status === 'queued' ? { ...summary, waiting: await waitingOf(scope, run) } : summary;
}

async function waitingOf(scope: WorkScope, run: RunRow): Promise<Waiting> {
  const workers = await listWorkers(scope.db);
  if (workers.length === 0)
    return {
      for: 'worker',
      message:
        'Waiting for a worker: none is running. The operator of this installation can start one.',
    };
  const behind = await waitsForDevice(scope, run);
  if (behind) return behind;
  const able = workers.filter((worker) => canCarryOut(worker, run.needs));
  if (able.length < workers.length) {
    const what = run.needs.includes('browser') ? 'that has a browser' : 'that can place calls';
    return {
      for: 'equipped-worker',
      message:
        able.length > 0
          ? `Waiting for a worker ${what}.`
          : `There is no worker ${what}. The run ends as soon as one takes it.`,
    };
  }
  return waitsForPlace(scope, run);
}

/** Explains a wait for a device. The queue of a device is served in order, so runs that were queued earlier get it first. */
async function waitsForDevice(
  { db, organizationId }: WorkScope,
  run: RunRow,
): Promise<Waiting | undefined> {
  if (run.deviceId === null || run.device === null) return undefined;
  const ahead = await db
    .select({
      id: runs.id,
      suiteName: runs.suiteName,
      status: runs.status,
      held: runs.conversationsHeld,
      limit: devices.concurrencyLimit,
    })
    .from(runs)
    .innerJoin(devices, eq(devices.id, runs.deviceId))
    .where(
      and(
        eq(runs.organizationId, organizationId),
        eq(runs.deviceId, run.deviceId),
        sql`(${runs.status} = 'running' or ${isQueuedBefore(run)})`,
      ),
    )
    .orderBy(sql`${runs.status} = 'queued'`, asc(runs.createdAt), asc(runs.id));
  const [first] = ahead;
  if (first === undefined) return undefined;
  const held = ahead.reduce(
    (sum, each) => sum + (each.status === 'running' ? (each.held ?? 0) : 0),
    0,
  );
  const fits = held + Math.min(run.conversations ?? 1, first.limit) <= first.limit;
  if (fits && ahead.every(({ status }) => status === 'running')) return undefined;
  return {
    for: 'device',
    message: `Waiting for the virtual device ${run.device.name}, which is in use.`,
    runs: ahead
      .slice(0, namedMax)
      .map(({ id, suiteName, status }) => ({ id, suiteName, status: status as 'queued' })),
  };
}

/** Explains a wait for a free place. Does not name runs of other organizations. */
async function waitsForPlace({ db, organizationId }: WorkScope, run: RunRow): Promise<Waiting> {
  const [row] = await db
    .select({
      ahead: sql<number>`count(*) filter (where ${isQueuedBefore(run)})`.mapWith(Number),
      atWork: sql<number>`count(*) filter (where ${runs.status} = 'running')`.mapWith(Number),
    })
    .from(runs)
    .where(
      and(eq(runs.organizationId, organizationId), inArray(runs.status, ['queued', 'running'])),
    );
  const { ahead = 0, atWork = 0 } = row ?? {};
  if (ahead > 0)
    return { for: 'place', message: `Waiting for a place in the queue: ${areRuns(ahead)} ahead.` };
  if (atWork > 0)
    return { for: 'place', message: `Waiting for a free worker: ${areRuns(atWork)} under way.` };
  return { for: 'place', message: 'Waiting for a worker to take it.' };
}

function isQueuedBefore({ createdAt, id }: RunRow) {
  return sql`(${runs.status} = 'queued' and (${runs.createdAt}, ${runs.id}) < (${createdAt.toISOString()}, ${id}))`;
}

const areRuns = (count: number) => (count === 1 ? '1 run is' : `${count} runs are`);
