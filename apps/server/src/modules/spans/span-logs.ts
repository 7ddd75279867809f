/**
 * Logs of received spans: API processes append, the worker of a run reads. A writer locks the row of a log until it commits, so
 * a reader that has seen number n never finds a lower one later.
 */
import { type KeptSpan, rpcCodes, SpansRefused } from '@parley/engine';
import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { spanClaims, spanLogEntries, spanLogs } from '../../db/schema/spans.ts';
import type { Database } from '../../platform/database/db.ts';
import { insertRows } from '../../platform/database/insert-rows.ts';
import { inTransaction, type WorkScope } from '../../platform/database/scope.ts';
import type { News } from '../../platform/live/news.ts';
import { newId } from '../../platform/security/ids.ts';

/** Content of a log entry: spans, or the reason why spans were lost. */
export type LogContent = { spans: KeptSpan[] } | { loss: string };

/** Maximum number of characters that wait for the worker of a run, and for all runs of an organization. */
const waitingSizeMax = 32 * 1024 * 1024;
const unjoinedSizeMax = 16 * 1024 * 1024;

/** Seconds for which spans without a run are kept. All active runs read them within a second. */
const unjoinedKeptS = 120;

/** Maximum number of characters of an entry. Kept small, because entries are read one after another. */
const entrySizeMax = 1024 * 1024;

/** Number of leading digits of a trace ID that identify the run. */
const prefixLength = 16;

export const spanLogTopic = (logId: string) => `spans:${logId}`;

export interface OpenedLogs {
  /** ID of the log of this attempt. */
  runLogId: string;
  /** ID of the log of spans without a run, and the number of its last entry. */
  unjoinedLogId: string;
  unjoinedSeq: number;
}

/** Opens the log of an attempt, and closes the logs of earlier attempts. */
export async function openSpanLogs(
  { db, organizationId }: WorkScope,
  runId: string,
  tracePrefix: string,
  joinAttributes: string[] = [],
): Promise<OpenedLogs> {
  return inTransaction({ db, organizationId }, async ({ db: tx }) => {
    await closeLogs(tx, eq(spanLogs.runId, runId));
    const runLogId = newId();
    await tx
      .insert(spanLogs)
      .values({ id: runLogId, organizationId, runId, tracePrefix, joinAttributes });
    const [unjoined] = await tx
      .insert(spanLogs)
      .values({ id: newId(), organizationId, tracePrefix: '' })
      // An update that changes nothing, so that the existing row is returned.
      .onConflictDoUpdate({
        target: [spanLogs.organizationId, spanLogs.tracePrefix],
        set: { tracePrefix: '' },
      })
      .returning({ id: spanLogs.id, lastSeq: spanLogs.lastSeq });
    if (!unjoined) throw new Error('The log of an organization is missing');
    return { runLogId, unjoinedLogId: unjoined.id, unjoinedSeq: unjoined.lastSeq };
  });
}

/** Closes a log and deletes its entries. Spans of its traces that arrive afterwards count as late. */
export async function closeSpanLog(scope: WorkScope, logId: string): Promise<void> {
  await inTransaction(scope, ({ db }) => closeLogs(db, eq(spanLogs.id, logId)));
}

async function closeLogs(tx: Database, which: ReturnType<typeof eq>): Promise<void> {
  const closed = await tx
    .update(spanLogs)
    .set({ closedAt: sql`now()`, size: 0 })
    .where(and(which, isNull(spanLogs.closedAt)))
    .returning({ id: spanLogs.id });
  for (const { id } of closed) {
    await tx.delete(spanLogEntries).where(eq(spanLogEntries.logId, id));
  }
}

/**
 * Reads the attributes by which active runs join spans. They can't change for spans that have arrived: a run that begins later
 * has not sent a message yet.
 */
export async function readJoinAttributes({ db, organizationId }: WorkScope): Promise<string[]> {
  const { rows } = await db.execute<{ attribute: string }>(sql`
    select distinct unnest(join_attributes) as attribute from ${spanLogs}
    where organization_id = ${organizationId} and closed_at is null and join_attributes <> '{}'`);
  return rows.map(({ attribute }) => attribute);
}

/**
 * Adds hashes of values by which the conversations of a run join spans.
 *
 * @returns those of all its values that another run uses, too
 */
export async function claimValues(
  scope: WorkScope,
  logId: string,
  keys: { all: readonly string[]; added: readonly string[] },
): Promise<string[]> {
  return inTransaction(scope, async ({ db, organizationId }) => {
    await insertRows(
      db,
      spanClaims,
      keys.added.map((key) => ({ organizationId, key, logId })),
      sql`on conflict do nothing`,
    );
    const others = await db
      .selectDistinct({ key: spanClaims.key })
      .from(spanClaims)
      .where(
        and(
          eq(spanClaims.organizationId, organizationId),
          sql`${spanClaims.key} = any(${sql.param(keys.all)}::text[])`,
          ne(spanClaims.logId, logId),
        ),
      );
    return others.map(({ key }) => key);
  });
}

/** Number of received spans: of active runs, of ended runs, and without a run. */
export interface Received {
  joined: number;
  late: number;
  unjoined: number;
}

/**
 * Appends spans to the logs of the runs that their traces belong to. Stores either all spans of runs or none. Spans without a
 * run are dropped if too many of them wait.
 *
 * @throws SpansRefused if too many spans of a run are waiting already
 */
export async function appendSpans(
  scope: WorkScope,
  news: News,
  spans: readonly KeptSpan[],
): Promise<Received> {
  const prefixes = new Set<string>();
  for (const { traceId, links } of spans) {
    prefixes.add(prefixOf(traceId));
    for (const link of links) prefixes.add(prefixOf(link.traceId));
  }
  const known = await scope.db
    .select({
      id: spanLogs.id,
      prefix: spanLogs.tracePrefix,
      runId: spanLogs.runId,
      closedAt: spanLogs.closedAt,
    })
    .from(spanLogs)
    .where(
      and(
        eq(spanLogs.organizationId, scope.organizationId),
        or(
          sql`${spanLogs.tracePrefix} = any(${sql.param([...prefixes])}::text[])`,
          isNull(spanLogs.closedAt),
        ),
      ),
    );
  const byPrefix = new Map(known.map((log) => [log.prefix, log]));
  const isRunOpen = known.some(({ runId, closedAt }) => runId !== null && closedAt === null);
  const unjoinedLog = isRunOpen ? byPrefix.get('') : undefined;
  const received: Received = { joined: 0, late: 0, unjoined: 0 };
  const byLog = new Map<string, KeptSpan[]>();
  const add = (logId: string, span: KeptSpan) => {
    const those = byLog.get(logId) ?? [];
    those.push(span);
    byLog.set(logId, those);
  };
  for (const span of spans) {
    const log = byPrefix.get(prefixOf(span.traceId));
    if (log?.closedAt) received.late += 1;
    else if (log) {
      received.joined += 1;
      add(log.id, span);
    } else {
      received.unjoined += 1;
      // Only a link to a turn of a run shows which run such a span belongs to.
      const links = span.links.filter((link) => byPrefix.has(prefixOf(link.traceId)));
      if (unjoinedLog) add(unjoinedLog.id, { ...span, links });
    }
  }
  const entries = new Map([...byLog].map(([logId, those]) => [logId, entriesOf(those)]));
  await append(scope, news, entries, (logId) => {
    if (logId !== unjoinedLog?.id) throw tooManyWaiting();
  });
  return received;
}

const prefixOf = (traceId: string) => traceId.slice(0, prefixLength);

function entriesOf(spans: readonly KeptSpan[]): string[] {
  const entries: string[] = [];
  let part: string[] = [];
  let size = 0;
  const end = () => {
    if (part.length > 0) entries.push(`{"spans":[${part.join()}]}`);
    part = [];
    size = 0;
  };
  for (const span of spans) {
    const json = JSON.stringify(span);
    if (size + json.length > entrySizeMax) end();
    part.push(json);
    size += json.length;
  }
  end();
  return entries;
}

/** Notifies every active run of the organization that spans may be missing. */
export async function appendLoss(scope: WorkScope, news: News, reason: string): Promise<void> {
  const open = await scope.db
    .select({ id: spanLogs.id })
    .from(spanLogs)
    .where(
      and(
        eq(spanLogs.organizationId, scope.organizationId),
        isNotNull(spanLogs.runId),
        isNull(spanLogs.closedAt),
      ),
    );
  const entry = [JSON.stringify({ loss: reason } satisfies LogContent)];
  await append(scope, news, new Map(open.map(({ id }) => [id, entry])), () => {});
}

async function append(
  scope: WorkScope,
  news: News,
  entries: ReadonlyMap<string, string[]>,
  /** Called if a log is full. Throws if its entries must not be left out. */
  onFull: (logId: string) => void,
): Promise<void> {
  if (entries.size === 0) return;
  await inTransaction(scope, async ({ db: tx, organizationId }) => {
    const logs = await tx
      .select({
        id: spanLogs.id,
        runId: spanLogs.runId,
        lastSeq: spanLogs.lastSeq,
        size: spanLogs.size,
      })
      .from(spanLogs)
      // A log that was closed in the meantime needs no entries.
      .where(and(inArray(spanLogs.id, [...entries.keys()]), isNull(spanLogs.closedAt)))
      .orderBy(asc(spanLogs.id))
      .for('update');
    for (const { id, runId, lastSeq, size } of logs) {
      const contents = entries.get(id) ?? [];
      const added = contents.reduce((sum, content) => sum + content.length, 0);
      const before = runId === null ? size - (await removeOldUnjoined(tx, id)) : size;
      const isFull = before + added > (runId === null ? unjoinedSizeMax : waitingSizeMax);
      if (isFull) onFull(id);
      // If the log is full, readers notice a number without an entry.
      if (!isFull) {
        await insertRows(
          tx,
          spanLogEntries,
          contents.map((content, at) => ({
            logId: id,
            seq: lastSeq + at + 1,
            organizationId,
            size: content.length,
            content,
            receivedAt: new Date(),
          })),
        );
      }
      await tx
        .update(spanLogs)
        .set({ lastSeq: lastSeq + contents.length, size: isFull ? before : before + added })
        .where(eq(spanLogs.id, id));
    }
    await news.publishAll(
      tx,
      logs.map(({ id }) => [spanLogTopic(id)]),
    );
  });
}

/**
 * Removes spans without a run that are too old.
 *
 * @returns the size of the removed entries
 */
async function removeOldUnjoined(tx: Database, logId: string): Promise<number> {
  const removed = await tx
    .delete(spanLogEntries)
    .where(
      and(
        eq(spanLogEntries.logId, logId),
        sql`${spanLogEntries.receivedAt} < now() - make_interval(secs => ${unjoinedKeptS})`,
      ),
    )
    .returning({ size: spanLogEntries.size });
  return removed.reduce((sum, { size }) => sum + size, 0);
}

const tooManyWaiting = () =>
  new SpansRefused(
    429,
    rpcCodes.exhausted,
    'More spans wait for a run than are kept. Send them again later.',
  );

/** Numbers of the last entries that a reader has taken. */
export interface Positions {
  run: number;
  unjoined: number;
}

export interface ReadLog {
  lastSeq: number;
  isClosed: boolean;
  entries: { seq: number; content: string }[];
}

/** Maximum number of entries to read of each log at a time. */
const entriesPerReadMax = 20;

/**
 * Reads the next entries of each log.
 *
 * @returns undefined for a log that was deleted
 */
export async function readSpanLogs(
  { db }: WorkScope,
  { runLogId, unjoinedLogId }: OpenedLogs,
  { run, unjoined }: Positions,
): Promise<{ run: ReadLog | undefined; unjoined: ReadLog | undefined }> {
  // A single statement, so that the last number and the entries are consistent.
  const { rows } = await db.execute<{
    logId: string;
    lastSeq: number;
    isClosed: boolean;
    seq: number | null;
    content: string | null;
  }>(sql`
    select log.id as "logId", log.last_seq::float8 as "lastSeq",
      log.closed_at is not null as "isClosed", entry.seq::float8 as seq, entry.content
    from ${spanLogs} log left join lateral (
      select seq, content from ${spanLogEntries} where log_id = log.id
        and seq > case log.id when ${runLogId} then ${run}::bigint else ${unjoined}::bigint end
      order by seq limit ${entriesPerReadMax}
    ) entry on true
    where log.id in (${runLogId}, ${unjoinedLogId})
    order by entry.seq`);
  const logOf = (id: string): ReadLog | undefined => {
    const [first, ...rest] = rows.filter(({ logId }) => logId === id);
    if (!first) return undefined;
    const entries = [first, ...rest].flatMap(({ seq, content }) =>
      seq === null || content === null ? [] : { seq, content },
    );
    return { lastSeq: first.lastSeq, isClosed: first.isClosed, entries };
  };
  return { run: logOf(runLogId), unjoined: logOf(unjoinedLogId) };
}

/** Checks whether a log may have more entries than those read. */
export const mayHaveMore = ({ entries }: ReadLog): boolean => entries.length === entriesPerReadMax;

/** Removes entries that the worker has read. */
export async function removeRead(scope: WorkScope, logId: string, seq: number): Promise<void> {
  await inTransaction(scope, async ({ db: tx }) => {
    // Lock the log first, as appending does.
    await tx.select({ id: spanLogs.id }).from(spanLogs).where(eq(spanLogs.id, logId)).for('update');
    const removed = await tx
      .delete(spanLogEntries)
      .where(and(eq(spanLogEntries.logId, logId), lte(spanLogEntries.seq, seq)))
      .returning({ size: spanLogEntries.size });
    const size = removed.reduce((sum, entry) => sum + entry.size, 0);
    await tx
      .update(spanLogs)
      .set({ size: sql`${spanLogs.size} - ${size}` })
      .where(eq(spanLogs.id, logId));
  });
}
