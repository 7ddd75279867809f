import { sql } from 'drizzle-orm';
import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';
import { users } from './users.ts';

/** Sessions of browsers, written by the identity library. */
export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    token: text('token').notNull().unique(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /**
     * The organization whose identity provider signed the user in. The session gives access to no other organization. Null for
     * other sign-in methods, and for sessions from before this was stored.
     */
    providerOrganizationId: text('provider_organization_id').references(() => organizations.id, {
      onDelete: 'cascade',
    }),
    /** When the user last proved their identity by entering the password again. */
    provenAt: timestamp('proven_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expiry').on(table.expiresAt),
    index('sessions_provider_organization')
      .on(table.providerOrganizationId)
      .where(sql`${table.providerOrganizationId} is not null`),
  ],
);
