import { sql } from 'drizzle-orm';
import {
  bigint,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';

/**
 * Usage, one row per source (`run:{id}`), day (UTC) and kind. Written in the transaction that
 * stores what was used, so both are stored or neither; it outlives its run.
 */
export const usageEvents = pgTable(
  'usage_events',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull().default(sql`(now() at time zone 'utc')::date`),
    kind: text('kind', { enum: ['interactions', 'call-seconds'] }).notNull(),
    source: text('source').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.day, table.kind, table.source] }),
    index('usage_events_day').on(table.day, table.organizationId),
  ],
);

/**
 * Totals of usage by organization and day (UTC). A trigger on `usage_events` maintains them, in a
 * row of the day that no other transaction has locked: a day has as many rows as concurrent
 * transactions, and one after it has passed.
 */
export const usageDays = pgTable(
  'usage_days',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    /** Process id of the connection that created the row; 0 if the reconciliation added it. */
    shard: integer('shard').notNull(),
    interactions: bigint('interactions', { mode: 'number' }).notNull(),
    callSeconds: bigint('call_seconds', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.day, table.shard] }),
    index('usage_days_day').on(table.day, table.organizationId),
  ],
);

/** Days with events from before the counters existed, which the counters do not include yet. */
export const uncountedDays = pgTable('uncounted_days', {
  day: date('day', { mode: 'string' }).primaryKey(),
  /** The last organization that was counted; empty for none. */
  countedTo: text('counted_to').notNull().default(''),
});

/** Sent quota warnings. The process that inserts the row sends the mails. */
export const quotaWarnings = pgTable(
  'quota_warnings',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** First day of the month (UTC). */
    period: date('period', { mode: 'string' }).notNull(),
    kind: text('kind', { enum: ['interactions', 'callMinutes'] }).notNull(),
    /** Quota of the plan at that time. Another plan in the same month has its own warnings. */
    quota: integer('quota').notNull(),
    /** Percent of the quota. */
    level: integer('level').notNull(),
    toldAt: timestamp('told_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({
      columns: [table.organizationId, table.period, table.kind, table.quota, table.level],
    }),
  ],
);
