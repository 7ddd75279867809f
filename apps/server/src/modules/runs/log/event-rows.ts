/** Stores a run's events in rows: several events per row, one on each line. */

import { type RunEvent, spellEvent } from '@parley/suite';
import { and, eq, sql } from 'drizzle-orm';
import { PgTransaction } from 'drizzle-orm/pg-core';
import { runEvents } from '../../../db/schema/runs.ts';
import { createPieceCache } from '../../../platform/cache/piece-cache.ts';
import type { Database } from '../../../platform/database/db.ts';
import { readInParts } from '../../../platform/database/read-in-parts.ts';
import { storableJson } from '../../../platform/database/storable.ts';
import { pooledWork, type WorkPool } from '../../../platform/work-pool/work-pool.ts';
import { largeBytes, largeReads } from './large-reads.ts';
import { shortenVerdicts } from './shorten-verdicts.ts';

/**
 * Size in bytes beyond which a row is very large. Rows of earlier versions, whose verdicts repeated the reply, can be that
 * large: they are read one at a time and shortened.
 */
const longRowBytes = 4_000_000;

/** Size in bytes that no row reaches. */
const anyRowBytes = 2_147_483_647;

/**
 * Maximum number of characters in a new row, so that a reader of few events does not get many. A single event can exceed it.
 */
const rowLengthMax = 32_768;

export type PlaceInLog = {
  runId: string;
  /** Number of the last known event. */
  after: number;
};

/** An event as stored JSON. */
export interface EventLine<Line = string> {
  seq: number;
  line: Line;
}

/** An event line. A large one consists of bytes, so that it is never held as a single string. */
export type EventBytes = EventLine<string | readonly Buffer[]>;

/** Appends events after `lastSeq`. Call it with the run's row locked, in the same transaction. */
export async function insertEvents(
  db: Database,
  runId: string,
  lastSeq: number,
  events: RunEvent[],
): Promise<void> {
  let firstSeq = lastSeq + 1;
  const rows = inParts(events.map((event) => storableJson(spellEvent(event)))).map((lines) => {
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

/** Handling of rows that are too large to be read with others. */
export interface LargeRows {
  /** Organization whose turn large rows wait for; without it, only very large rows wait. */
  organizationId?: string;
  /** Pool that shortens verdicts in very large rows; without it, the event loop does. */
  pool?: WorkPool;
  /** Returns the rows unchanged, for readers in the pool. */
  areWhole?: boolean;
}

interface Bounds {
  events: number;
  /** Size at which a page ends. A page has at least one event, however large, if there is one. */
  bytes: number;
}

/** Reads the events after each position, in order. A page is empty if there are no events yet. */
export function readEventLines(
  db: Database,
  places: PlaceInLog[],
  max: Bounds,
  large: LargeRows = {},
): Promise<(place: PlaceInLog) => EventLine[]> {
  return readPage(db, places, max, large, (row) => readLargeRow(db, row, large));
}

/** Reads events for sending: large rows are read in parts, and cached for repeated requests. */
export async function readEventBytes(
  db: Database,
  place: PlaceInLog,
  max: Bounds,
  large: LargeRows,
): Promise<EventBytes[]> {
  const behind = await readPage(db, [place], max, large, async (row) =>
    row.isLong ? readLargeRow(db, row, large) : readRowInParts(db, row, large),
  );
  return behind(place);
}

type LargeRow = Pick<PlaceInLog, 'runId'> & Omit<PageRow, 'lines'>;

async function readPage<Large extends string | readonly Buffer[]>(
  db: Database,
  places: PlaceInLog[],
  max: Bounds,
  large: LargeRows,
  readLarge: (row: LargeRow) => Promise<Large>,
): Promise<(place: PlaceInLog) => EventLine<string | Large>[]> {
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
  const read: (PlaceInLog & EventRow<string | Large>)[] = [];
  for (const { lines, ...row } of rows)
    read.push({ ...row, lines: lines ?? (await readLarge(row)) });
  const byPlace = Map.groupBy(read, keyOf);
  return (place) =>
    (byPlace.get(keyOf(place)) ?? [])
      .flatMap(numbered)
      .filter(({ seq }) => seq > place.after)
      .slice(0, max.events);
}

/** Serializes lines as a JSON list of `SequencedEvent`. */
export function writeEvents(lines: readonly EventLine[]): string {
  return `[${lines.map(({ seq, line }) => `{"seq":${seq},"event":${line}}`).join(',')}]`;
}

/** Like `writeEvents`, but returns parts; large events remain bytes. */
export function writeEventParts(events: readonly EventBytes[]): (string | Buffer)[] {
  const parts: (string | Buffer)[] = [];
  let text = '[';
  for (const [index, { seq, line }] of events.entries()) {
    text += `${index === 0 ? '' : ','}{"seq":${seq},"event":`;
    if (typeof line === 'string') text += line;
    else {
      parts.push(text, ...line);
      text = '';
    }
    text += '}';
  }
  return [...parts, `${text}]`];
}

const keyOf = ({ runId, after }: PlaceInLog) => `${runId} ${after}`;

interface EventRow<Lines> {
  firstSeq: number;
  lines: Lines;
}

/** `lines` is null if they are too large to be read with others. */
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

/**
 * Reads a large row when it is the organization's turn. Inside a transaction, it skips the queue, because the reader whose turn
 * it is could be waiting for the transaction's connection.
 */
async function readLargeRow(
  db: Database,
  place: LargeRow,
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

/** Caches large rows. Stored rows never change, and callers have checked access to the run. */
const largeRows = createPieceCache(16_000_000);

async function readRowInParts(
  db: Database,
  { runId, lastSeq }: LargeRow,
  { organizationId = '' }: LargeRows,
): Promise<readonly Buffer[]> {
  const key = `${runId} ${lastSeq}`;
  const known = largeRows.get(key);
  if (known) return known;
  const leave = await largeReads.enter(organizationId);
  try {
    const text = sql`select lines as text from run_events
      where run_id = ${runId} and last_seq = ${lastSeq}`;
    const pieces = (await readInParts(db, text)) ?? [];
    largeRows.set(key, pieces);
    return pieces;
  } finally {
    leave();
  }
}

// Lines of JSON contain no line breaks, because strings escape them.
function numbered<Lines extends string | readonly Buffer[]>({
  firstSeq,
  lines,
}: EventRow<Lines>): EventLine<Lines>[] {
  const split = typeof lines === 'string' ? lines.split('\n') : splitLines(lines);
  return (split as Lines[]).map((line, index) => ({ seq: firstSeq + index, line }));
}

const lineBreak = 10;

function splitLines(pieces: readonly Buffer[]): Buffer[][] {
  const lines: Buffer[][] = [[]];
  for (const piece of pieces) {
    let from = 0;
    for (let at = piece.indexOf(lineBreak); at >= 0; at = piece.indexOf(lineBreak, from)) {
      lines.at(-1)?.push(piece.subarray(from, at));
      lines.push([]);
      from = at + 1;
    }
    lines.at(-1)?.push(piece.subarray(from));
  }
  return lines;
}
