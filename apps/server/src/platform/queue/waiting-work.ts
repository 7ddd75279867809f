/** Work that waits for workers, as operators see it. The module that owns the work counts it. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../database/db.ts';
import type { News } from '../live/news.ts';
import type { Queue } from './queue.ts';

export interface WaitingFigures {
  waiting: number;
  atWork?: number;
  /** Number of items that were given up after their last attempt. */
  dead?: number;
  /** Age of the oldest waiting item; null if none waits. */
  oldestSeconds: number | null;
  /** Error of the newest failed attempt at waiting work, as it was recorded. */
  lastError?: string | null;
}

interface DeadWork {
  id: string;
  /** Recipient or subject of the work. */
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
    /** Lists up to `limit` items, newest first. */
    list(db: Database, limit: number): Promise<DeadWork[]>;
    /** @returns false if there is no such work */
    retry(platform: { db: Database; queue: Queue; news: News }, id: string): Promise<boolean>;
    /** @returns false if there is no such work */
    remove(db: Database, id: string): Promise<boolean>;
  };
}

export const asNumber = (expression: SQL) => sql<number>`(${expression})::float8`.mapWith(Number);

/** Returns the seconds since a time; null if the time is null. */
export const ageOf = (time: SQL) =>
  sql<number | null>`extract(epoch from now() - (${time}))::float8`;

/** Returns the error of the last attempt, among rows that meet the condition. */
export const lastErrorOf = (error: SQLWrapper, at: SQLWrapper, isWaiting: SQLWrapper) =>
  sql<
    string | null
  >`(array_agg(${error} order by ${at} desc) filter (where ${error} is not null and (${isWaiting})))[1]`;
