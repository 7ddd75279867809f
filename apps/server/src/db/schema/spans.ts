import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';
import { runs } from './runs.ts';

/**
 * Logs of spans on their way from the process that receives them to the worker that waits for them: one per attempt of a run,
 * and one per organization for traces that no run started. A writer locks the row, so a reader who has seen number n never
 * finds a smaller one later.
 */
export const spanLogs = pgTable(
  'span_logs',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Null for an organization's log. */
    runId: text('run_id').references(() => runs.id, { onDelete: 'cascade' }),
    /** Prefix of the IDs of the run's traces; empty for an organization's log. */
    tracePrefix: text('trace_prefix').notNull(),
    /** Attributes that the suite of the run joins spans by. */
    joinAttributes: text('join_attributes').array().notNull().default([]),
    /** Number of the last entry, even if that entry has been deleted. */
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull().default(0),
    /** Total length of the stored entries in characters. */
    size: bigint('size', { mode: 'number' }).notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When the attempt ended. Spans that arrive later count as late. */
    closedAt: timestamp('closed_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('span_logs_organization').on(table.organizationId, table.tracePrefix),
    index('span_logs_run').on(table.runId),
  ],
);

/** Entries of a span log: spans, or the reason why some are missing. */
export const spanLogEntries = pgTable(
  'span_log_entries',
  {
    logId: text('log_id')
      .notNull()
      .references(() => spanLogs.id, { onDelete: 'cascade' }),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    organizationId: text('organization_id').notNull(),
    size: integer('size').notNull(),
    /** JSON text. */
    content: text('content').notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.logId, table.seq] })],
);

/**
 * Values by which the conversations of a run join spans, as hashes. A value of two runs joins nothing. They are kept as long as
 * their log.
 */
export const spanClaims = pgTable(
  'span_claims',
  {
    organizationId: text('organization_id').notNull(),
    /** Hash of the attribute and the value. */
    key: text('key').notNull(),
    logId: text('log_id')
      .notNull()
      .references(() => spanLogs.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.key, table.logId] }),
    index('span_claims_log').on(table.logId),
  ],
);
