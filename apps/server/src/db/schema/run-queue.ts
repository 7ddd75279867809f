import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';
import { runs } from './runs.ts';

/**
 * Queued runs, separate from the history of all runs, so that finding the next one takes the same time however long both are.
 * The triggers `runs_join_queue` and `runs_follow_queue` keep it in sync with `runs.status`, whichever release changes that.
 */
export const runQueue = pgTable(
  'run_queue',
  {
    runId: text('run_id')
      .primaryKey()
      .references(() => runs.id, { onDelete: 'cascade' }),
    organizationId: text('organization_id').notNull(),
    /**
     * Groups runs that wait for the same resource: a device, or a worker with certain equipment. Runs of a lane start in order.
     */
    lane: text('lane').notNull(),
    deviceId: text('device_id'),
    needs: text('needs').array().notNull(),
    conversations: integer('conversations'),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [
    index('run_queue_lane').on(table.organizationId, table.lane, table.createdAt, table.runId),
  ],
);

/** Organizations with queued runs, in the order of their turns, maintained by the same triggers. */
export const waitingOrganizations = pgTable(
  'waiting_organizations',
  {
    organizationId: text('organization_id')
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** When a worker last claimed one of its runs; null if none did. */
    servedAt: timestamp('served_at', { withTimezone: true }),
    /** When the first run was queued after its queue had last been empty. */
    since: timestamp('since', { withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [
    index('waiting_organizations_turn').on(
      table.servedAt.asc().nullsFirst(),
      table.since,
      table.organizationId,
    ),
  ],
);
