/** Work that waits for workers, as operators see it. The module that owns the work counts it. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/db.ts';
import type { News } from '../live/news.ts';
import type { Queue } from './queue.ts';

interface WaitingFigures {
  waiting: number;
  atWork?: number;
  /** Number of items whose retries all failed. */
  dead?: number;
  /** Age of the oldest waiting item; null if nothing waits. */
  oldestSeconds: number | null;
}

interface DeadWork {
  id: string;
  /** Recipient or subject. */
  target: string;
  attempts: number;
  reason: string | null;
  at: Date;
}

export interface WaitingWork {
  kind: string;
  count(db: Database): Promise<WaitingFigures>;
  /** Work that was given up, if the module keeps it. */
  dead?: {
    /** The newest. */
    list(db: Database, limit: number): Promise<DeadWork[]>;
    /** @returns false if there is no such work */
    retry(platform: { db: Database; queue: Queue; news: News }, id: string): Promise<boolean>;
    /** @returns false if there is no such work */
    remove(db: Database, id: string): Promise<boolean>;
  };
}

export const asNumber = (expression: SQL) => sql<number>`(${expression})::float8`.mapWith(Number);

/** Seconds since the earliest of these times; null if there are none. */
export const ageOf = (time: SQL) =>
  sql<number | null>`extract(epoch from now() - (${time}))::float8`;
