/** Databases as a role sees them: the service role sees all rows, the tenant role those of one organization. */
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import * as schema from '../../db/schema/index.ts';
import { createRecentCache } from '../cache/recent-cache.ts';
import type { Database } from './db.ts';
import { type DatabaseRoles, poolOf, servicePrefix, tenantPrefix } from './row-security.ts';

/** Maximum number of cached organization databases. Each keeps its prepared statements. */
const organizationsMax = 500;

/** Maps an organization's database to the service database. */
const services = new WeakMap<Database, Database>();

const narrowings = new WeakMap<Database, (organizationId: string) => Database>();

const owners = new WeakMap<Database, Database>();

/** Creates the database for all organizations. Without roles, it sees what the connecting user sees. */
export function serviceDatabase(pool: Pool, roles: DatabaseRoles | undefined): Database {
  if (roles === undefined) {
    const all = drizzle(pool, { schema });
    narrowings.set(all, () => all);
    return all;
  }
  const database = drizzle(poolOf(pool, { role: roles.service, organizationId: '' }), { schema });
  owners.set(database, drizzle(pool, { schema }));
  const known = createRecentCache<Database>({ sizeMax: organizationsMax });
  narrowings.set(database, (organizationId) => {
    const found =
      known.get(organizationId) ??
      (drizzle(poolOf(pool, { role: roles.tenant, organizationId })) as unknown as Database);
    known.set(organizationId, found);
    services.set(found, database);
    return found;
  });
  return database;
}

/**
 * Returns the database limited to one organization. A transaction is returned unchanged: it keeps the role with which it began.
 */
export function inOrganization(db: Database, organizationId: string): Database {
  return narrowings.get(db)?.(organizationId) ?? db;
}

/**
 * Runs a query across organizations, for example to find out how much of a host others use, or because the row policy would
 * make it slow. A transaction returns to its role afterwards.
 */
export async function acrossOrganizations<T>(
  db: Database,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const service = services.get(db) ?? db;
  if (narrowings.has(service)) return work(service);
  // Reached only in a transaction, whose role only PostgreSQL knows. If it has none, `replace` changes nothing.
  await db.execute(
    sql`select set_config('parley.role_before', current_setting('role'), true),
      set_config('role', replace(current_setting('role'), ${tenantPrefix}, ${servicePrefix}), true)`,
  );
  const result = await work(db);
  await db.execute(
    sql`select set_config('role', current_setting('parley.role_before', true), true)`,
  );
  return result;
}

/** Returns a database with the rights of the connecting user, who owns the tables; for seeds and tests. */
export function ownerDatabase(db: Database): Database {
  return owners.get(services.get(db) ?? db) ?? db;
}
