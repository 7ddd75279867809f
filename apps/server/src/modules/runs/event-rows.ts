/** How the events of a run lie in their table: several in a row, one a line. */

import { boundedVerdict, type RunEvent } from '@parley/suite';
import { and, eq, sql } from 'drizzle-orm';
import { PgTransaction } from 'drizzle-orm/pg-core';
import { runEvents } from '../../db/schema/runs.ts';
import type { Database } from '../../platform/db.ts';
import { storableJson } from '../../platform/storable.ts';
import { largeBytes, largeReads } from './large-reads.ts';

/**
 * A row is larger than this only where a single event is. Those of earlier versions, whose verdicts
 * repeated the reply, may be very large: they are read one at a time and shortened.
 */
const longRowBytes = 4_000_000;

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

interface Bounds {
  events: number;
  /** A page ends early rather than being much larger than this, but has one event if there is one. */
  bytes: number;
}

/**
 * What comes behind each place, in order. Read in pages: nothing means that nothing came yet.
 *
 * @param organizationId whose turn large rows wait for; without it only very large ones wait
 */
export async function readEventLines(
  db: Database,
  places: PlaceInLog[],
  max: Bounds,
  organizationId?: string,
): Promise<(place: PlaceInLog) => EventLine[]> {
  if (places.length === 0) return () => [];
  const runIds = places.map(({ runId }) => runId);
  const afters = places.map(({ after }) => after);
  const { rows } = await db.execute<PlaceInLog & PageRow>(sql`
    select asked.run_id as "runId", asked.after, page.first_seq as "firstSeq",
      page.last_seq as "lastSeq", octet_length(page.lines) > ${longRowBytes} as "isLong",
      case when octet_length(page.lines) <= ${organizationId === undefined ? longRowBytes : largeBytes} then page.lines end as lines
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
    read.push({ ...row, lines: lines ?? (await readLargeRow(db, row, organizationId)) });
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

/** Inside a transaction nobody waits for a turn: whoever has it may wait for the connection. */
async function readLargeRow(
  db: Database,
  place: { runId: string; lastSeq: number; isLong: boolean },
  organizationId = '',
): Promise<string> {
  const leave = db instanceof PgTransaction ? undefined : await largeReads.enter(organizationId);
  try {
    const [row] = await db
      .select({ lines: runEvents.lines })
      .from(runEvents)
      .where(and(eq(runEvents.runId, place.runId), eq(runEvents.lastSeq, place.lastSeq)));
    const lines = row?.lines ?? '';
    return place.isLong ? lines.split('\n').map(shortened).join('\n') : lines;
  } finally {
    leave?.();
  }
}

function shortened(line: string): string {
  const event = JSON.parse(line) as RunEvent;
  if (event.type !== 'step.finished' && event.type !== 'step.revised') return line;
  return JSON.stringify({ ...event, verdicts: event.verdicts.map(boundedVerdict) });
}

// No line of JSON has a line break in it: in texts they are escaped.
function numbered({ firstSeq, lines }: EventRow): EventLine[] {
  return lines.split('\n').map((line, index) => ({ seq: firstSeq + index, line }));
}
