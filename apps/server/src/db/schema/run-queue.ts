import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';
import { runs } from './runs.ts';

/**
 * The queued runs, next to the history of all runs, so that finding the next one takes the same
 * time however long both are. The trigger `runs_follow_queue` keeps it in sync with `runs.status`,
 * whichever release of the program changes it.
 */
export const runQueue = pgTable(
  'run_queue',
  {
    runId: text('run_id')
      .primaryKey()
      .references(() => runs.id, { onDelete: 'cascade' }),
    organizationId: text('organization_id').notNull(),
    /**
     * Groups runs that wait for the same resource: a device, or a worker with the right equipment. Each lane is served in
     * order.
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

/** The organizations that have queued runs, in the order of their turns; kept by the same trigger. */
export const waitingOrganizations = pgTable(
  'waiting_organizations',
  {
    organizationId: text('organization_id')
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** When a worker last took one of its runs; null for never. */
    servedAt: timestamp('served_at', { withTimezone: true }),
    /** Queue time of the first of its runs that is or was waiting. */
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
