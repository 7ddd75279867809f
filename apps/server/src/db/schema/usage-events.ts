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
 * Usage: one row per source (`run:{id}`), day (UTC) and kind. It is written in the transaction that stores what was used, so
 * either both are stored or neither. It outlives its run.
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
 * Totals of usage per organization and day (UTC), maintained by a trigger on `usage_events`. The trigger uses a row of the day
 * that no other transaction has locked. So a day has as many rows as there were concurrent transactions, and a single row when
 * it is over.
 */
export const usageDays = pgTable(
  'usage_days',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    /** Process ID of the database session that created the row; 0 if the reconciliation added it. */
    shard: integer('shard').notNull(),
    interactions: bigint('interactions', { mode: 'number' }).notNull(),
    callSeconds: bigint('call_seconds', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.day, table.shard] }),
    index('usage_days_day').on(table.day, table.organizationId),
  ],
);

/** Days with events from before the totals existed, which the totals do not include yet. */
export const uncountedDays = pgTable('uncounted_days', {
  day: date('day', { mode: 'string' }).primaryKey(),
  /** The last organization that was counted; empty if none was. */
  countedTo: text('counted_to').notNull().default(''),
});

/** Sent quota warnings. The process that inserts the row sends the emails. */
export const quotaWarnings = pgTable(
  'quota_warnings',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** First day of the month (UTC). */
    period: date('period', { mode: 'string' }).notNull(),
    kind: text('kind', { enum: ['interactions', 'callMinutes'] }).notNull(),
    /** Quota at that time. If the quota changes within the month, it has warnings of its own. */
    quota: integer('quota').notNull(),
    /** Used share of the quota in percent. */
    level: integer('level').notNull(),
    toldAt: timestamp('told_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({
      columns: [table.organizationId, table.period, table.kind, table.quota, table.level],
    }),
  ],
);
