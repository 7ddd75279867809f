/** Stores the failures of runs as rows. For a long run, the pool reads the events and the rows are added after its end. */
import { isBad, type RunResult } from '@parley/suite';
import { and, asc, desc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import { runFailures } from '../../../db/schema/run-results.ts';
import { runs } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';
import { insertRows } from '../../../platform/database/insert-rows.ts';
import { workScope } from '../../../platform/database/scope.ts';
import type { Platform } from '../../../platform/platform.ts';
import { failureOfRun, failuresIn, type RunFailure, withBroken } from '../log/failures-in.ts';
import { foldRecordedAs } from '../log/fold-recorded.ts';
import {
  readStoredRun,
  shortLengthMax,
  storedBytes,
  TooLargeError,
} from '../log/read-stored-run.ts';
import { type RunRow, runColumns } from '../log/run-row.ts';
import { keptName } from './result-rows.ts';

/** Maximum number of rows per run: a suite that fails everywhere usually fails for one reason. */
const failureRowsMax = 200;

const badStates = ['failed', 'error', 'interrupted'] as const;

const hasBadState = ({ status }: RunRow) => (badStates as readonly string[]).includes(status);

/**
 * Rewrites the failure rows of a run, because verdicts can have changed. Call it in the transaction of that change.
 *
 * @returns false if the run is too long to be read in the transaction; its rows are then missing until they are added later
 */
export async function keepFailures(
  db: Database,
  run: RunRow,
  { tests }: RunResult,
): Promise<boolean> {
  await db.delete(runFailures).where(eq(runFailures.runId, run.id));
  const hasFailed = tests.some(({ outcome, isQuarantined }) => !isQuarantined && isBad(outcome));
  if (!hasFailed && !hasBadState(run)) return true;
  if ((await storedBytes(db, run)) > shortLengthMax) return false;
  await insertFailures(db, run, failuresIn(await foldRecordedAs(db, run.id, withBroken)));
  return true;
}

async function insertFailures(db: Database, run: RunRow, failures: RunFailure[]): Promise<void> {
  const { id: runId, organizationId, suiteId, createdAt: at } = run;
  if (suiteId === null) return;
  const causes = onePerCause(failures).slice(0, failureRowsMax);
  const rows = causes.map(({ test, testKey, ...failure }, place) => ({
    ...failure,
    runId,
    place,
    organizationId,
    suiteId,
    at,
    testName: testKey === null ? null : keptName(testKey),
    title: test === null ? null : keptName(test),
  }));
  await insertRows(db, runFailures, rows);
}

/** Returns the first failure of each cause in each test. */
function onePerCause(failures: RunFailure[]): RunFailure[] {
  const causes = new Map<string, RunFailure>();
  for (const failure of failures) {
    const cause = JSON.stringify([failure.testKey, failure.signature]);
    if (!causes.has(cause)) causes.set(cause, failure);
  }
  return [...causes.values()];
}

/** @returns the stored failures of a run, in order */
export async function listFailures(db: Database, runId: string): Promise<RunFailure[]> {
  const rows = await db
    .select()
    .from(runFailures)
    .where(eq(runFailures.runId, runId))
    .orderBy(asc(runFailures.place));
  return rows.map(
    ({ signature, failureClass, title: test, testName: testKey, step, said, expected, got }) => ({
      signature,
      failureClass,
      test,
      testKey,
      step,
      said,
      expected,
      got,
    }),
  );
}

type Reading = Pick<Platform, 'db' | 'pool' | 'log'>;

/** Adds the failure rows of an ended run if they are missing. Do not call it in a transaction. */
export async function completeFailures(reading: Reading, runId: string): Promise<void> {
  const [run] = await reading.db
    .select(runColumns)
    .from(runs)
    .where(and(eq(runs.id, runId), isMissing));
  if (run) await addFailures(reading, run);
}

async function addFailures({ db, pool }: Reading, run: RunRow): Promise<void> {
  const { id, organizationId, lastSeq } = run;
  const failures = await readStoredRun(
    workScope(db, organizationId),
    pool,
    run,
    'failures',
    {},
  ).catch((error: unknown) => {
    if (error instanceof TooLargeError) return [failureOfRun(tooLarge)];
    throw error;
  });
  await db.transaction(async (tx) => {
    const [same] = await tx
      .select({ id: runs.id })
      .from(runs)
      .where(and(eq(runs.id, id), eq(runs.lastSeq, lastSeq), isMissing))
      .for('update');
    if (!same) return;
    await tx.delete(runFailures).where(eq(runFailures.runId, id));
    await insertFailures(tx, run, failures);
    await tx.update(runs).set({ hasFailureRows: true }).where(eq(runs.id, id));
  });
}

const tooLarge = {
  class: 'internal',
  code: 'too-large',
  message: 'The run failed. It is too large to be searched for the cause.',
} as const;

/** Number of runs per step. */
const runsPerStep = 20;

/**
 * Adds missing failure rows, newest runs first: of long runs, and of runs of earlier releases. A run that cannot be read now is
 * tried again next time.
 */
export async function addMissingFailures(reading: Reading, signal: AbortSignal): Promise<void> {
  let last: RunRow | undefined;
  do {
    const some = await listMissing(reading.db, last);
    for (const run of some) {
      if (signal.aborted) return;
      await addFailures(reading, run).catch((error: unknown) =>
        reading.log.warn({ err: error, runId: run.id }, 'Failures of a run could not be read'),
      );
    }
    last = some.length < runsPerStep ? undefined : some.at(-1);
  } while (last);
}

/** The same condition as in the index of runs without failure rows. */
const isMissing = and(sql`not ${runs.hasFailureRows}`, inArray(runs.status, badStates));

function listMissing(db: Database, after: RunRow | undefined): Promise<RunRow[]> {
  const isBehind =
    after &&
    or(
      lt(runs.createdAt, after.createdAt),
      and(eq(runs.createdAt, after.createdAt), lt(runs.id, after.id)),
    );
  return db
    .select(runColumns)
    .from(runs)
    .where(and(isMissing, isBehind))
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(runsPerStep);
}
