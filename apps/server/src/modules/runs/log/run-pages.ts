/**
 * Reads pages of runs for live sockets: one query for all that ask at the same time, and serialized once for all sockets at the
 * same position.
 */
import type { RunSummary } from '@parley/contract';
import { inArray } from 'drizzle-orm';
import { runs } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';
import { shareReads } from '../../../platform/database/share-reads.ts';
import type { WorkPool } from '../../../platform/work-pool/work-pool.ts';
import { readEventLines, writeEvents } from './event-rows.ts';
import { presentRun, runColumns } from './run-row.ts';

export interface RunPlaceInLog {
  organizationId: string;
  runId: string;
  /** Number of the last known event. */
  after: number;
}

interface RunPage {
  /** A `run-events` message. */
  message: Buffer;
  /** Number of the last event in the message. */
  last: number;
  /** Number of the run's last event. */
  end: number;
}

export interface RunPages {
  /** Reads the current state of a run and the events after a position. Undefined if there is no such run. */
  next(place: RunPlaceInLog): Promise<RunPage | undefined>;
  /** Reads the summary of a run. Undefined if the organization has no such run. */
  summary(run: { organizationId: string; runId: string }): Promise<RunSummary | undefined>;
}

const pageMax = { events: 500, bytes: 500_000 };

const readLengthMax = { pages: 50, summaries: 200 };

export function openRunPages(db: Database, pool: WorkPool): RunPages {
  return {
    next: shareReads({
      read: (places) => readPages(db, pool, places),
      keyOf: ({ organizationId, runId, after }) => `${organizationId} ${runId} ${after}`,
      lengthMax: readLengthMax.pages,
    }),
    summary: shareReads({
      async read(asked) {
        const found = await readRuns(db, asked);
        return asked.map((run) => {
          const row = found(run);
          return row && presentRun(row);
        });
      },
      keyOf: ({ organizationId, runId }) => `${organizationId} ${runId}`,
      lengthMax: readLengthMax.summaries,
    }),
  };
}

async function readPages(
  db: Database,
  pool: WorkPool,
  places: RunPlaceInLog[],
): Promise<(RunPage | undefined)[]> {
  // Read the runs before their events, so that all events that the state counts are found.
  const found = await readRuns(db, places);
  const behind = await readEventLines(
    db,
    places.filter((place) => (found(place)?.lastSeq ?? 0) > place.after),
    pageMax,
    { pool },
  );
  return places.map((place) => {
    const run = found(place);
    if (run === undefined) return undefined;
    // Later events are sent together with the state that counts them.
    const page = behind(place).filter(({ seq }) => seq <= run.lastSeq);
    const head = JSON.stringify({ type: 'run-events', runId: run.id, run: presentRun(run) });
    return {
      message: Buffer.from(`${head.slice(0, -1)},"events":${writeEvents(page)}}`),
      last: page.at(-1)?.seq ?? place.after,
      end: run.lastSeq,
    };
  });
}

async function readRuns(db: Database, asked: Pick<RunPlaceInLog, 'organizationId' | 'runId'>[]) {
  const ids = [...new Set(asked.map(({ runId }) => runId))];
  const rows = await db.select(runColumns).from(runs).where(inArray(runs.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ({ organizationId, runId }: Pick<RunPlaceInLog, 'organizationId' | 'runId'>) => {
    const row = byId.get(runId);
    return row?.organizationId === organizationId ? row : undefined;
  };
}
