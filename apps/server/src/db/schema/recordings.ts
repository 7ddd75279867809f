import {
  customType,
  index,
  integer,
  pgTable,
  real,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';
import { projects } from './projects.ts';

const bytea = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  // Copies the value, because the embedded database returns a view of its own memory.
  fromDriver: (value) => Buffer.from(value),
});

/**
 * Recordings with which phone prompts are compared. They are small, at most a megabyte, and verdicts depend on them, so they
 * are stored, backed up and deleted like other rows.
 */
export const recordings = pgTable(
  'recordings',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** A path under which suites refer to the recording. */
    name: text('name').notNull(),
    /** WAV file: one channel, 16 bits, 8,000 samples per second. */
    file: bytea('file').notNull(),
    seconds: real('seconds').notNull(),
    longestPauseMs: integer('longest_pause_ms').notNull(),
    sha256: text('sha256').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('recordings_name').on(table.projectId, table.name),
    index('recordings_organization').on(table.organizationId),
  ],
);
