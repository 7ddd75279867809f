import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';

/** How much the texts of an organization's suites come to. Triggers on `suites` keep it. */
export const suiteBytes = pgTable('suite_bytes', {
  organizationId: text('organization_id')
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
});
