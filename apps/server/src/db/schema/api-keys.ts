import { foreignKey, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { memberships } from './organizations.ts';

/** API keys, with which programs act for a member. They are deleted with the membership. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id').notNull(),
    userId: text('user_id').notNull(),
    name: text('name').notNull(),
    access: text('access', { enum: ['read', 'spans', 'full'] }).notNull(),
    /** First characters of the key, to tell keys apart. The rest is not stored. */
    beginning: text('beginning').notNull(),
    /** SHA-256 of the key. With 256 random bits, a slow hash is not needed. */
    keyHash: text('key_hash').notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
  (table) => [
    foreignKey({
      name: 'api_keys_membership',
      columns: [table.organizationId, table.userId],
      foreignColumns: [memberships.organizationId, memberships.userId],
    }).onDelete('cascade'),
    index('api_keys_membership').on(table.organizationId, table.userId),
  ],
);
