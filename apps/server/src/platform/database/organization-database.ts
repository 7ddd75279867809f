/** Databases as their roles see them: the service role sees everything, the tenant role one organization. */
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import * as schema from '../../db/schema/index.ts';
import { createRecentCache } from '../cache/recent-cache.ts';
import type { Database } from './db.ts';
import { type DatabaseRoles, poolOf, servicePrefix, tenantPrefix } from './row-security.ts';

/** Maximum number of cached databases, each of which keeps its prepared statements. */
const organizationsMax = 500;

/** Maps the database of one organization to that of all. */
const services = new WeakMap<Database, Database>();

const narrowings = new WeakMap<Database, (organizationId: string) => Database>();

const owners = new WeakMap<Database, Database>();

/** Database of all organizations. If there are no roles, it sees what the connecting user sees. */
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
 * The database restricted to one organization. A transaction keeps its initial role, so one that
 * works for all organizations continues to do so.
 */
export function inOrganization(db: Database, organizationId: string): Database {
  return narrowings.get(db)?.(organizationId) ?? db;
}

/**
 * Runs a query across organizations, for example to learn how much of a host others use, or because the row policy would make
 * it slow. Afterwards the transaction takes its role again.
 */
export async function acrossOrganizations<T>(
  db: Database,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const service = services.get(db) ?? db;
  if (narrowings.has(service)) return work(service);
  // A transaction, whose role is known to the database alone; none is none.
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

/** Database with the rights of the connecting user, who owns the tables; for seeds and tests. */
export function ownerDatabase(db: Database): Database {
  return owners.get(services.get(db) ?? db) ?? db;
}
