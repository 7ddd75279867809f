/**
 * News between processes: hints that something happened, sent when the transaction that published them commits. Hints can be
 * lost with a connection, so consumers read the facts from the database, and read them again on `onGap`.
 */
import { sql } from 'drizzle-orm';
import type { Database, OpenDatabase } from '../database/db.ts';
import type { Log } from '../observability/log.ts';

const channel = 'parley_news';

/** Returns the topic for news of one organization. The payload's `kind` says what happened. */
export function organizationTopic(organizationId: string): string {
  return organizationPrefix + organizationId;
}

/** Returns the organization of a topic; undefined if the topic is another kind. */
export function organizationOf(topic: string): string | undefined {
  return topic.startsWith(organizationPrefix) ? topic.slice(organizationPrefix.length) : undefined;
}

const organizationPrefix = 'organization:';

interface Listening {
  onNews(payload: unknown): void;
  /** Called if news may have been missed. */
  onGap?(): void;
}

export interface ListeningToAll {
  onNews(topic: string, payload: unknown): void;
  /** Called if news may have been missed. */
  onGap(): void;
}

export interface News {
  /** Publishes a message. In a transaction, it is sent at the commit. The payload must be shorter than 7,000 bytes. */
  publish(db: Database, topic: string, payload?: unknown): Promise<void>;
  /** Publishes several messages in one statement. Identical ones are sent once. */
  publishAll(
    db: Database,
    news: readonly (readonly [topic: string, payload?: unknown])[],
  ): Promise<void>;
  /**
   * Subscribes to a topic.
   * @returns a function that ends the subscription
   */
  subscribe(topic: string, listening: Listening): () => void;
  /** Subscribes to all topics for the lifetime of the process. */
  subscribeAll(listening: ListeningToAll): void;
  close(): Promise<void>;
}

export async function startNews(database: OpenDatabase, log: Log): Promise<News> {
  const topics = new Map<string, Set<Listening>>();
  const all: ListeningToAll[] = [];

  const tell = (hear: () => void) => {
    try {
      hear();
    } catch (error) {
      log.error({ err: error }, 'News were not understood');
    }
  };

  const stop = await database.listen(channel, {
    onPayload(text) {
      const [topic, payload] = JSON.parse(text) as [string, unknown];
      for (const { onNews } of all) tell(() => onNews(topic, payload));
      for (const { onNews } of topics.get(topic) ?? []) tell(() => onNews(payload));
    },
    onConnect() {
      for (const { onGap } of all) onGap();
      for (const known of topics.values()) for (const { onGap } of known) onGap?.();
    },
  });

  const publishAll: News['publishAll'] = async (db, news) => {
    const texts = news.map(([topic, payload = null]) => JSON.stringify([topic, payload]));
    if (texts.length === 0) return;
    await db.execute(
      sql`select pg_notify(${channel}, text) from unnest(${sql.param(texts)}::text[]) as text`,
    );
  };

  return {
    publish: (db, topic, payload) => publishAll(db, [[topic, payload]]),
    publishAll,
    subscribe(topic, listening) {
      const known = topics.get(topic) ?? new Set();
      topics.set(topic, known.add(listening));
      return () => {
        known.delete(listening);
        if (known.size === 0 && topics.get(topic) === known) topics.delete(topic);
      };
    },
    subscribeAll: (listening) => all.push(listening),
    close: stop,
  };
}
