/** The database, embedded or a PostgreSQL server. Both are reached through the same driver and pool. */
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type * as schema from '../../db/schema/index.ts';

/** The database or a transaction on it. */
export type Database = PgDatabase<
  NodePgQueryResultHKT,
  typeof schema,
  ExtractTablesWithRelations<typeof schema>
>;

export interface Subscription {
  onPayload(payload: string): void;
  /** Called whenever notifications may have been missed, and once at the beginning. */
  onConnect(): void;
}

export interface OpenDatabase {
  kind: 'embedded' | 'postgresql';
  /** Database for work across organizations; `inOrganization` narrows it to one. */
  db: Database;
  /** Connections of the configured user, for work that belongs to no tenant: the queue, maintenance, migrations. */
  pool: Pool;
  /** False if the database does not allow creating roles. */
  hasRowSecurity: boolean;
  /**
   * Subscribes to the notifications of a channel, each delivered at most once.
   * @returns a function that ends the subscription
   */
  listen(channel: string, subscription: Subscription): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
