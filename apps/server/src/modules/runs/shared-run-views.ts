/**
 * What the links of a run show. Whoever has a link may open it as often as they like, so it is made once
 * for all: when a link is first opened, and anew after an override.
 */
import { emptyRunResult, foldEvents, type RunEvent, type RunResult } from '@parley/suite';
import { eq, sql } from 'drizzle-orm';
import { runs, sharedRunViews } from '../../db/schema/runs.ts';
import type { Database } from '../../platform/db.ts';
import { inOrganization } from '../../platform/organization-database.ts';
import { recordedPages } from './fold-recorded.ts';
import { presentSharedRun, type SharedRunView, sharedTextMax } from './present-shared-run.ts';
import type { RunRow } from './run-row.ts';

export interface SharedRunViews {
  read(run: RunRow): Promise<SharedRunView>;
}

/** So old may be what is shown of a run that goes on. */
const goingAgeMs = 5_000;

export function openSharedRunViews(db: Database): SharedRunViews {
  const making = new Map<string, Promise<SharedRunView>>();
  /** One at a time: a run may be large. */
  let last: Promise<unknown> = Promise.resolve();

  function make(run: RunRow): Promise<SharedRunView> {
    const known = making.get(run.id);
    if (known) return known;
    const made = last
      .then(() => makeView(inOrganization(db, run.organizationId), run))
      .finally(() => {
        making.delete(run.id);
      });
    last = made.catch(() => undefined);
    making.set(run.id, made);
    return made;
  }

  return {
    async read(run) {
      const [kept] = await inOrganization(db, run.organizationId)
        .select({
          view: sharedRunViews.view,
          lastSeq: sharedRunViews.lastSeq,
          ageMs: sql<number>`extract(epoch from now() - ${sharedRunViews.madeAt}) * 1000`.mapWith(
            Number,
          ),
        })
        .from(sharedRunViews)
        .where(eq(sharedRunViews.runId, run.id));
      const isNew =
        kept && (kept.lastSeq >= run.lastSeq || (!run.isComplete && kept.ageMs < goingAgeMs));
      return isNew ? kept.view : make(run);
    },
  };
}

async function makeView(db: Database, run: RunRow): Promise<SharedRunView> {
  const view = presentSharedRun(run, await shownResult(db, run.id));
  const { id: runId, organizationId, lastSeq } = run;
  const made = { lastSeq, view, madeAt: sql`now()` };
  // The run may have been deleted meanwhile.
  await db
    .insert(sharedRunViews)
    .select(
      db
        .select({
          runId: sql<string>`${runId}`.as('run_id'),
          organizationId: sql<string>`${organizationId}`.as('organization_id'),
          lastSeq: sql<number>`${lastSeq}::int`.as('last_seq'),
          madeAt: sql<Date>`now()`.as('made_at'),
          view: sql<SharedRunView>`${JSON.stringify(view)}::jsonb`.as('view'),
        })
        .from(runs)
        .where(eq(runs.id, runId)),
    )
    .onConflictDoUpdate({ target: sharedRunViews.runId, set: made });
  return view;
}

/** The run folded from no more of its events than is shown: replies may be large, and many. */
async function shownResult(db: Database, runId: string): Promise<RunResult> {
  let result = emptyRunResult();
  for await (const page of recordedPages(db, runId)) {
    result = foldEvents(page.map(shownOf), result, { keepsPlays: false });
  }
  return result;
}

/** Twice what is shown of a text, so that it is seen to be cut. */
const keptMax = 2 * sharedTextMax;

function shownOf(event: RunEvent): RunEvent {
  if (event.type === 'step.revised') return { ...event, verdicts: [] };
  if (event.type !== 'step.finished') return event;
  const { reply, silence, evidence, lostEvidence, ...rest } = event;
  if (!reply) return { ...rest, verdicts: [] };
  const { text, messages, buttons, latencyMs } = reply;
  const kept = {
    text: text.slice(0, keptMax),
    messages: messages.map((message) => message.slice(0, keptMax)),
    buttons,
    latencyMs,
    attachments: [],
    payload: null,
  };
  return { ...rest, verdicts: [], reply: kept };
}
