import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** First responses to requests with an Idempotency-Key, kept for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Id of the user, or of the API key that acted for the user. */
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    /** Method, path and a keyed hash of the body. Another request with the same key is refused. */
    request: text('request').notNull(),
    /** Status and body, encrypted, because some responses contain a secret that is shown only once. */
    sealedAnswer: text('sealed_answer'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
  ],
);
