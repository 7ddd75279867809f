import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';

/** Total size of an organization's suites in bytes, maintained by triggers on `suites`. */
export const suiteBytes = pgTable('suite_bytes', {
  organizationId: text('organization_id')
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
});
