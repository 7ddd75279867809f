/**
 * From the events of a run to what history is read from: a row for each test and step, and what the
 * run adds to the figures of its day.
 */
import { emptyRunResult, foldEvents, type RunEvent, type RunResult } from '@parley/suite';
import { eq } from 'drizzle-orm';
import { runResults, stepResults, testResults } from '../../db/schema/history.ts';
import { runs } from '../../db/schema/runs.ts';
import type { Database } from '../../platform/db.ts';
import { insertRows } from '../../platform/insert-rows.ts';
import { addToDays } from './add-to-days.ts';
import { addToStepDays } from './add-to-step-days.ts';
import { cutText, runResultOf, stepRowsOf, testRowsOf } from './result-rows.ts';
import { hasEnded, type RunRow, runColumns } from './run-row.ts';
import { listEvents } from './runs.queries.ts';

const eventsPerPage = 1000;

/**
 * Writes anew what history shows of a run that has ended: with its end, and whenever a verdict of it
 * changes afterwards. To be called in the transaction of that change, with the run's row locked.
 */
export async function refreshStepResults(db: Database, runId: string): Promise<void> {
  const [run] = await db.select(runColumns).from(runs).where(eq(runs.id, runId));
  if (run === undefined || !hasEnded(run)) return;
  const result = await foldBriefly(db, runId);
  await replaceRows(db, run, result);

  const counted = runResultOf(run, result);
  const { failureClasses } = counted;
  await db.update(runs).set({ failureClasses }).where(eq(runs.id, runId));
  const [before] = await db.delete(runResults).where(eq(runResults.runId, runId)).returning();
  await db.insert(runResults).values(counted);
  if (before) await addToDays(db, run, before, -1);
  else await addToStepDays(db, run, result);
  await addToDays(db, run, counted, 1);
}

/** A run's result as far as history needs it: of replies only the beginning and the latency. */
async function foldBriefly(db: Database, runId: string): Promise<RunResult> {
  let result = emptyRunResult();
  for (let after = 0; ; ) {
    const page = await listEvents(db, runId, after, eventsPerPage);
    const last = page.at(-1);
    if (last === undefined) return result;
    result = foldEvents(
      page.map(({ event }) => brief(event)),
      result,
    );
    after = last.seq;
  }
}

function brief(event: RunEvent): RunEvent {
  if (event.type !== 'step.finished') return event;
  const { reply, ...rest } = event;
  if (!reply) return { ...rest, verdicts: [] };
  const kept = { text: cutText(reply.text), latencyMs: reply.latencyMs, payload: null };
  const parts = { messages: [], buttons: [], attachments: [] };
  return { ...rest, verdicts: [], reply: { ...kept, ...parts } };
}

async function replaceRows(db: Database, run: RunRow, result: RunResult): Promise<void> {
  // Those of the steps go with them.
  await db.delete(testResults).where(eq(testResults.runId, run.id));
  const { suiteId } = run;
  // Nobody can ask for the course of a suite that is gone.
  if (suiteId === null) return;
  await insertRows(db, testResults, testRowsOf({ ...run, suiteId }, result));
  await insertRows(db, stepResults, stepRowsOf(run, result));
}
