/** Opens the spans of a run for the worker that executes it. Reads the spans that any API process has received. */
import { createHash } from 'node:crypto';
import { createSpanBook, type SpanBook } from '@parley/engine';
import { workScope } from '../../platform/database/scope.ts';
import { actOnNews } from '../../platform/live/act-on-news.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RunSpans } from '../runs/runs.ts';
import {
  claimValues,
  closeSpanLog,
  type LogContent,
  mayHaveMore,
  openSpanLogs,
  type Positions,
  type ReadLog,
  readSpanLogs,
  removeRead,
  spanLogTopic,
} from './span-logs.ts';

/** Maximum number of characters of spans that a worker keeps for the active turns of a run. */
const keptSizeMax = 64 * 1024 * 1024;

/** Maximum delay before stored spans are read without a notification, in milliseconds. */
const readEveryMs = 1000;
const readPauseMs = 50;

/** Maximum wait for the database, in milliseconds, before the absence of a span is evaluated. */
const refreshMs = 5000;

/** Starts receiving spans for an attempt of a run. */
export async function openRunSpans(
  { db, news, log }: Pick<Platform, 'db' | 'news' | 'log'>,
  run: { id: string; organizationId: string },
  joinAttributes: string[] = [],
): Promise<RunSpans> {
  const scope = workScope(db, run.organizationId);
  let isClosed = false;
  const book: SpanBook = createSpanBook({ keptSizeMax, refresh, onClaim });
  book.joinBy(joinAttributes);
  const logs = await openSpanLogs(scope, run.id, book.tracePrefix, joinAttributes);
  /** Keys of the values of conversations by their hashes, and the hashes that are not stored yet. */
  const claims = new Map<string, string>();
  let added: string[] = [];
  const at: Positions = { run: 0, unjoined: logs.unjoinedSeq };

  /** Other runs learn about the value before it decides anything here, since every verdict waits for `refresh`. */
  function onClaim(key: string): void {
    const hash = createHash('sha256').update(key).digest('base64url');
    claims.set(hash, key);
    added.push(hash);
    void read().catch(notRead);
  }

  async function exchangeClaims(): Promise<void> {
    if (claims.size === 0) return;
    const now = added;
    added = [];
    try {
      const others = await claimValues(scope, logs.runLogId, {
        all: [...claims.keys()],
        added: now,
      });
      for (const hash of others) book.contest(claims.get(hash) ?? '');
    } catch (error) {
      added.push(...now);
      throw error;
    }
  }

  function takeRun({ entries, lastSeq, isClosed }: ReadLog, isLast: boolean): void {
    if (isClosed) book.refuse('This attempt of the run is over.');
    for (const { seq, content } of entries) {
      if (seq !== at.run + 1) book.refuse('Some were deleted before they were read.');
      at.run = seq;
      const entry = JSON.parse(content) as LogContent;
      if ('loss' in entry) book.refuse(entry.loss);
      else if (!book.takeKept(entry.spans)) book.refuse('More arrived than are kept.');
    }
    if (isLast && lastSeq > at.run) {
      book.refuse('Some were deleted before they were read.');
      at.run = lastSeq;
    }
  }

  function takeUnjoined({ entries, lastSeq }: ReadLog, isLast: boolean): void {
    for (const { seq, content } of entries) {
      if (seq !== at.unjoined + 1) book.forgetOthers();
      at.unjoined = seq;
      const entry = JSON.parse(content) as LogContent;
      if ('spans' in entry && !book.takeKept(entry.spans)) book.forgetOthers();
    }
    if (isLast && lastSeq > at.unjoined) {
      book.forgetOthers();
      at.unjoined = lastSeq;
    }
  }

  async function readAll(): Promise<void> {
    await exchangeClaims();
    for (let isMore = true; isMore && !isClosed; ) {
      const before = at.run;
      const { run: own, unjoined } = await readSpanLogs(scope, logs, at);
      if (own) takeRun(own, !mayHaveMore(own));
      else book.refuse('The log of the run is gone.');
      if (unjoined) takeUnjoined(unjoined, !mayHaveMore(unjoined));
      else book.forgetOthers();
      if (own && at.run > before) await removeRead(scope, logs.runLogId, at.run);
      isMore = [own, unjoined].some((one) => one && mayHaveMore(one));
    }
  }

  let reading: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  /** Reads everything stored before this call. A read in progress may have missed some of it, so another one follows it. */
  function read(): Promise<void> {
    if (!reading) {
      reading = readAll().finally(() => {
        reading = undefined;
      });
      return reading;
    }
    next ??= reading
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return read();
      });
    return next;
  }

  const notRead = (error: unknown) => {
    if (isClosed) return;
    log.warn({ err: error, runId: run.id }, 'Spans of a run could not be read');
    // While the database was unavailable, spans could not be received either.
    book.refuse('The database was unavailable for a moment.');
  };

  async function refresh(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<never>((_, fail) => {
      timer = setTimeout(() => fail(new Error('It took too long')), refreshMs);
    });
    await Promise.race([read(), overdue])
      .catch(notRead)
      .finally(() => clearTimeout(timer));
  }

  const following = actOnNews(news, {
    topics: [spanLogTopic(logs.runLogId), spanLogTopic(logs.unjoinedLogId)],
    everyMs: readEveryMs,
    pauseMs: readPauseMs,
    act: read,
    onError: notRead,
  });

  return {
    book,
    async close() {
      isClosed = true;
      await following.close();
      await closeSpanLog(scope, logs.runLogId).catch((error: unknown) =>
        log.warn({ err: error, runId: run.id }, 'The log of spans of a run could not be closed'),
      );
    },
  };
}
