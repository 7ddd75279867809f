import { bigserial, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';

/** Audit log. Entries are written in the transaction of the change, and keep names as they were then. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    /** Increasing number that orders the log. */
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
    action: text('action').notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    actorEmail: text('actor_email').notNull(),
    apiKeyName: text('api_key_name'),
    address: text('address'),
    target: text('target').notNull(),
    detail: text('detail').notNull().default(''),
  },
  (table) => [
    index('audit_entries_organization').on(table.organizationId, table.seq),
    index('audit_entries_actor').on(table.organizationId, table.actorId, table.seq),
    index('audit_entries_age').on(table.at),
  ],
);
