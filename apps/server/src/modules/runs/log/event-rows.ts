/** How the events of a run lie in their table: several in a row, one a line. */

import type { RunEvent } from '@parley/suite';
import { and, eq, sql } from 'drizzle-orm';
import { PgTransaction } from 'drizzle-orm/pg-core';
import { runEvents } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';
import { storableJson } from '../../../platform/database/storable.ts';
import { pooledWork, type WorkPool } from '../../../platform/work-pool/work-pool.ts';
import { largeBytes, largeReads } from './large-reads.ts';
import { shortenVerdicts } from './shorten-verdicts.ts';

/**
 * A row is larger than this only where a single event is. Those of earlier versions, whose verdicts
 * repeated the reply, may be very large: they are read one at a time and shortened.
 */
const longRowBytes = 4_000_000;

/** More than any row has. */
const anyRowBytes = 2_147_483_647;

/** Characters in a row, so that a reader of few events is not given many. One event may have more. */
const rowLengthMax = 32_768;

export type PlaceInLog = {
  runId: string;
  /** Number of the last event that is known. */
  after: number;
};

/** An event as the JSON that it is stored as. */
export interface EventLine {
  seq: number;
  line: string;
}

/** Appends events behind `lastSeq`. To be called with the run's row locked, in the same transaction. */
export async function insertEvents(
  db: Database,
  runId: string,
  lastSeq: number,
  events: RunEvent[],
): Promise<void> {
  let firstSeq = lastSeq + 1;
  const rows = inParts(events.map(storableJson)).map((lines) => {
    const row = { runId, firstSeq, lastSeq: firstSeq + lines.length - 1, lines: lines.join('\n') };
    firstSeq += lines.length;
    return row;
  });
  await db.insert(runEvents).values(rows);
}

function inParts(lines: string[]): string[][] {
  const parts: string[][] = [];
  let room = 0;
  for (const line of lines) {
    room -= line.length;
    if (room < 0) {
      parts.push([]);
      room = rowLengthMax - line.length;
    }
    parts.at(-1)?.push(line);
  }
  return parts;
}

/** What becomes of rows that are too large to be read with others. */
export interface LargeRows {
  /** Whose turn they wait for; without it only very large ones wait. */
  organizationId?: string;
  /** Where the verdicts of very large ones are shortened; without it in the event loop. */
  pool?: WorkPool;
  /** They are read like others and stay as they are, for whoever reads them in the pool. */
  areWhole?: boolean;
}

interface Bounds {
  events: number;
  /** A page ends early rather than being much larger than this, but has one event if there is one. */
  bytes: number;
}

/** What comes behind each place, in order. Read in pages: nothing means that nothing came yet. */
export async function readEventLines(
  db: Database,
  places: PlaceInLog[],
  max: Bounds,
  large: LargeRows = {},
): Promise<(place: PlaceInLog) => EventLine[]> {
  if (places.length === 0) return () => [];
  const { organizationId, areWhole = false } = large;
  const wholeBytes = organizationId === undefined ? longRowBytes : largeBytes;
  const runIds = places.map(({ runId }) => runId);
  const afters = places.map(({ after }) => after);
  const { rows } = await db.execute<PlaceInLog & PageRow>(sql`
    select asked.run_id as "runId", asked.after, page.first_seq as "firstSeq",
      page.last_seq as "lastSeq", octet_length(page.lines) > ${longRowBytes} as "isLong",
      case when octet_length(page.lines) <= ${areWhole ? anyRowBytes : wholeBytes} then page.lines end as lines
    from unnest(${sql.param(runIds)}::text[], ${sql.param(afters)}::int[]) as asked(run_id, after)
    cross join lateral (
      select first_seq, last_seq, lines,
        sum(octet_length(lines)) over (order by last_seq) - octet_length(lines) as bytes_before
      from (
        select first_seq, last_seq, lines from run_events
        where run_events.run_id = asked.run_id and run_events.last_seq > asked.after
        order by last_seq
        limit ${max.events}
      ) as next
    ) as page
    where page.bytes_before < ${max.bytes}
    order by asked.run_id, asked.after, page.first_seq`);
  const read: (PlaceInLog & EventRow)[] = [];
  for (const { lines, ...row } of rows) {
    read.push({ ...row, lines: lines ?? (await readLargeRow(db, row, large)) });
  }
  const byPlace = Map.groupBy(read, keyOf);
  return (place) =>
    (byPlace.get(keyOf(place)) ?? [])
      .flatMap(numbered)
      .filter(({ seq }) => seq > place.after)
      .slice(0, max.events);
}

/** A list of `SequencedEvent` in JSON. */
export function writeEvents(lines: readonly EventLine[]): string {
  return `[${lines.map(({ seq, line }) => `{"seq":${seq},"event":${line}}`).join(',')}]`;
}

const keyOf = ({ runId, after }: PlaceInLog) => `${runId} ${after}`;

interface EventRow {
  firstSeq: number;
  lines: string;
}

/** `lines` is null where they are too large to be read with others. */
type PageRow = {
  firstSeq: number;
  lastSeq: number;
  isLong: boolean;
  lines: string | null;
};

const shortening = pooledWork<typeof shortenVerdicts>(
  './shorten-verdicts.ts',
  import.meta.url,
  'shortenVerdicts',
);

/** Inside a transaction nobody waits for a turn: whoever has it may wait for the connection. */
async function readLargeRow(
  db: Database,
  place: { runId: string; lastSeq: number; isLong: boolean },
  { organizationId = '', pool }: LargeRows,
): Promise<string> {
  const isInside = db instanceof PgTransaction;
  const leave = isInside ? undefined : await largeReads.enter(organizationId);
  try {
    const [row] = await db
      .select({ lines: runEvents.lines })
      .from(runEvents)
      .where(and(eq(runEvents.runId, place.runId), eq(runEvents.lastSeq, place.lastSeq)));
    const lines = row?.lines ?? '';
    if (!place.isLong) return lines;
    return pool && !isInside
      ? await pool.run(shortening, lines, { organizationId })
      : shortenVerdicts(lines);
  } finally {
    leave?.();
  }
}

// No line of JSON has a line break in it: in texts they are escaped.
function numbered({ firstSeq, lines }: EventRow): EventLine[] {
  return lines.split('\n').map((line, index) => ({ seq: firstSeq + index, line }));
}
