/** The database: embedded or a PostgreSQL server, both used through the same driver and pool. */
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type * as schema from '../../db/schema/index.ts';

/** The database, or a transaction on it. */
export type Database = PgDatabase<
  NodePgQueryResultHKT,
  typeof schema,
  ExtractTablesWithRelations<typeof schema>
>;

export interface Subscription {
  onPayload(payload: string): void;
  /** Called at the start, and whenever notifications may have been missed. */
  onConnect(): void;
}

export interface OpenDatabase {
  kind: 'embedded' | 'postgresql';
  /** Database for work across organizations; `inOrganization` limits it to one. */
  db: Database;
  /** Connections of the configured user, for work outside organizations: the queue, maintenance, migrations. */
  pool: Pool;
  /** False if roles cannot be created in this database. */
  hasRowSecurity: boolean;
  /**
   * Subscribes to the notifications of a channel, each of which is delivered at most once.
   * @returns a function that ends the subscription
   */
  listen(channel: string, subscription: Subscription): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
