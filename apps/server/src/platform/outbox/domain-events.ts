/**
 * Domain events report what happened in one module to the modules that depend on it. The row of an event is written in the
 * transaction in which it happened, and removed when every consumer has handled it. If a worker dies in between, another one
 * continues, so a consumer may get an event twice and has to tolerate that.
 */
import { inArray, sql } from 'drizzle-orm';
import { Counter } from 'prom-client';
import * as z from 'zod';
import { domainEvents } from '../../db/schema/domain-events.ts';
import type { Database } from '../database/db.ts';
import { actOnNews } from '../live/act-on-news.ts';
import type { News } from '../live/news.ts';
import type { Log } from '../observability/log.ts';
import { cleanUpRows, cleanUpWork } from '../queue/clean-up.ts';
import { defineJob, type Queue, type Work } from '../queue/queue.ts';
import { createOutbox, later, pauseAfter } from './outbox.ts';

/** A kind of event. Payloads of other releases are read as well, so fields can only be added. */
export interface EventKind<Payload> {
  type: string;
  payload: z.ZodType<Payload>;
}

export function defineEvent<Payload>(
  type: string,
  payload: z.ZodType<Payload>,
): EventKind<Payload> {
  return { type, payload };
}

/** Topic of the news that events were recorded. */
export const eventsTopic = 'events:recorded';

/** Records events. Call it in the transaction in which they happened. */
export async function recordEvents<Payload>(
  db: Database,
  { type, payload }: EventKind<Payload>,
  events: readonly { organizationId: string; payload: Payload }[],
): Promise<void> {
  if (events.length === 0) return;
  await db.insert(domainEvents).values(
    events.map((event) => ({
      organizationId: event.organizationId,
      type,
      payload: payload.parse(event.payload),
    })),
  );
}

/** A module's handler for one kind of event, with the type of its payloads erased. */
export interface EventConsumer {
  /** Stored in the rows of events, so it must never change. */
  name: string;
  type: string;
  consume(payloads: unknown[]): Promise<void>;
}

/**
 * Binds a consumer to a kind of event. `consume` gets several events at a time. If it throws, it gets them again one by one;
 * those that fail again are retried later.
 */
export function consumerOf<Payload>(
  name: string,
  { type, payload }: EventKind<Payload>,
  consume: (events: Payload[]) => Promise<void>,
): EventConsumer {
  return { name, type, consume: (payloads) => consume(z.array(payload).parse(payloads)) };
}

type EventRow = typeof domainEvents.$inferSelect;

interface Consuming {
  db: Database;
  log: Log;
  consumers: readonly EventConsumer[];
  stopping: AbortSignal;
}

const claimedMax = 200;

/** Outbox of events. After the claim time, others take over a dead worker's events. */
const outbox = createOutbox(domainEvents, { claimS: 60 });

const longestPauseS = 600;

/** Days after which unhandled events are dropped. Nothing is lost, because consumers also poll. */
const keptDays = 3;

/** Pause in milliseconds between two looks, so that many events at once cost only a few statements. */
const pauseMs = 500;

/**
 * Interval in milliseconds between looks without news. They find events whose worker died, that failed, or whose news was lost.
 */
const lookEveryMs = 60_000;

const consumed = new Counter({
  name: 'parley_domain_events_total',
  help: 'Events by consumer and result: consumed, or failed (it gets them again).',
  labelNames: ['consumer', 'result'] as const,
});

/** Consumes recorded events until closed. */
export function startConsuming(
  { db, log, news }: { db: Database; log: Log; news: News },
  consumers: readonly EventConsumer[],
): { close(): Promise<void> } {
  const closing = new AbortController();
  const following = actOnNews(news, {
    topics: [eventsTopic],
    everyMs: lookEveryMs,
    pauseMs,
    act: () => consumeDue({ db, log, consumers, stopping: closing.signal }),
    onError: (error) => log.warn({ err: error }, 'Events could not be consumed'),
  });
  return {
    close() {
      closing.abort();
      return following.close();
    },
  };
}

/** Claims and consumes events until none is due. */
export async function consumeDue(consuming: Consuming): Promise<void> {
  const { db, consumers, stopping } = consuming;
  while (!stopping.aborted) {
    const claimed = await claimDue(db, consumers);
    if (claimed.length > 0) await consumeClaimed(consuming, claimed);
    if (claimed.length < claimedMax) return;
  }
}

/** Claims due events. Events of kinds that only another release knows are left to that release. */
function claimDue(db: Database, consumers: readonly EventConsumer[]): Promise<EventRow[]> {
  const types = [...new Set(consumers.map(({ type }) => type))];
  const due = sql`array(
    select ${domainEvents.id} from ${domainEvents}
    where ${outbox.isDue} and ${domainEvents.type} = any(${sql.param(types)}::text[])
    order by ${domainEvents.id} limit ${claimedMax} for update skip locked)`;
  return db
    .update(domainEvents)
    .set(outbox.claimed)
    .where(sql`${domainEvents.id} = any(${due})`)
    .returning();
}

async function consumeClaimed(
  { db, log, consumers }: Consuming,
  claimed: readonly EventRow[],
): Promise<void> {
  const open = new Set<EventRow>();
  for (const consumer of consumers) {
    const isFor = ({ type, consumedBy }: EventRow) =>
      type === consumer.type && !consumedBy.includes(consumer.name);
    const events = claimed.filter(isFor).sort((a, b) => a.id - b.id);
    for (const event of await consumeAll(consumer, events, log)) open.add(event);
  }
  const done = claimed.filter((event) => !open.has(event)).map(({ id }) => id);
  if (done.length > 0) await db.delete(domainEvents).where(inArray(domainEvents.id, done));
  for (const { id, consumedBy, attempts } of open)
    await db
      .update(domainEvents)
      .set({ consumedBy, nextAttemptAt: later(pauseAfter(attempts, longestPauseS)) })
      .where(inArray(domainEvents.id, [id]));
}

/**
 * Passes events to a consumer and marks those that it handles.
 * @returns the events that it failed to handle
 */
async function consumeAll(
  consumer: EventConsumer,
  events: EventRow[],
  log: Log,
): Promise<EventRow[]> {
  const { name } = consumer;
  try {
    if (events.length > 0) await consumer.consume(events.map(({ payload }) => payload));
    for (const { consumedBy } of events) consumedBy.push(name);
    consumed.inc({ consumer: name, result: 'consumed' }, events.length);
    return [];
  } catch (error) {
    if (events.length > 1) {
      const failed: EventRow[] = [];
      for (const event of events) failed.push(...(await consumeAll(consumer, [event], log)));
      return failed;
    }
    consumed.inc({ consumer: name, result: 'failed' });
    const [event] = events;
    const { type, attempts } = event ?? {};
    log.error({ err: error, consumer: name, type, attempts }, 'An event could not be consumed');
    return events;
  }
}

export const deleteOldEventsJob = defineJob('events.delete-old', z.object({}));

/** Returns the job that deletes old events that no consumer handles, such as those of a release that was rolled back. */
export function eventsWork(platform: { db: Database; queue: Queue; log: Log }): Work {
  const isOld = sql`${domainEvents.createdAt} < now() - make_interval(days => ${keptDays})`;
  const cleanUps = [cleanUpRows('domain-events', domainEvents, isOld)];
  return cleanUpWork(platform, deleteOldEventsJob, cleanUps, '52 * * * *');
}
