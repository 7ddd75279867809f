/**
 * Row-level security, the second barrier behind the scope. A statement sees rows according to the role and the organization of
 * its transaction: the tenant role sees the rows of one organization, the service role sees all. Neither role owns tables or
 * can log in. The program switches to a role for one transaction at a time, on the embedded database as well as on a server.
 */
import { createHash } from 'node:crypto';
import pg, { type ClientBase, type Pool, type PoolClient } from 'pg';
import { tableNames } from '../../db/table-names.ts';
import type { Log } from '../observability/log.ts';
import { BusyDatabaseError, isBusy } from './migrations.ts';

export interface DatabaseRoles {
  tenant: string;
  service: string;
}

export const tenantPrefix = 'parley_tenant_';
export const servicePrefix = 'parley_service_';

/** Access of a transaction. `organizationId` is empty for the service role. */
interface Access {
  role: string;
  organizationId: string;
}

/** PostgreSQL error code for insufficient privilege. */
const notAllowed = '42501';

/** PostgreSQL error codes that occur if another process created the role at the same time. */
const isThereAlready = ['42710', '23505'];

/**
 * Creates the roles and their grants. This happens at every start, because a database may have been restored from a server with
 * other roles. Their names contain the connecting user's, so that two installations on one server do not share them.
 * @returns undefined if the user may not create the roles; row-level security is then off
 */
export async function prepareRoles(
  client: ClientBase,
  log: Log,
): Promise<DatabaseRoles | undefined> {
  const { rows } = await client.query<{ user: string }>('select current_user as user');
  const user = String(rows[0]?.user);
  const of = Buffer.byteLength(user) > userBytesMax ? shortened(user) : user;
  const roles = { tenant: `${tenantPrefix}${of}`, service: `${servicePrefix}${of}` };
  try {
    for (const role of Object.values(roles)) await prepareRole(client, role, user);
    await grantTables(client, roles);
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    if (isBusy(error)) throw new BusyDatabaseError({ cause: error });
    if (code !== notAllowed && !(error instanceof UnfitRoleError)) throw error;
    log.warn(
      { reason: message },
      `Row-level security is off: let ${user} make roles, or make ${roles.tenant} and ${roles.service} and grant them to ${user}`,
    );
    return undefined;
  }
  return roles;
}

/** Maximum length of the user name in a role name, in bytes: PostgreSQL truncates names to 63 bytes. */
const userBytesMax = 63 - servicePrefix.length;

const shortened = (user: string) => createHash('sha256').update(user).digest('hex').slice(0, 32);

class UnfitRoleError extends Error {
  override name = 'UnfitRoleError';
}

interface RoleState {
  /** True if row-level security does not apply to the role. */
  isFree: boolean;
  /**
   * True if the user may switch to the role. Since PostgreSQL 16, the creator of a role is a member but cannot switch to it.
   */
  mayTake: boolean;
}

async function prepareRole(client: ClientBase, role: string, user: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const find = async () => {
    const { rows } = await client.query<RoleState>(
      `select rolsuper or rolbypassrls as "isFree",
        case when current_setting('server_version_num')::int < 160000
          then pg_has_role(current_user, oid, 'member')
          else pg_has_role(current_user, oid, 'set') end as "mayTake"
      from pg_roles where rolname = $1`,
      [role],
    );
    return rows[0];
  };
  if ((await find()) === undefined)
    await client.query(`create role ${name} nologin`).catch((error: pg.DatabaseError) => {
      if (!isThereAlready.includes(String(error.code))) throw error;
    });
  const found = await find();
  if (found?.isFree !== false) throw new UnfitRoleError(`${role} passes by row-level security`);
  if (!found.mayTake) await client.query(`grant ${name} to ${pg.escapeIdentifier(user)}`);
}

/**
 * Grants access to the tables in one transaction. Table privileges are granted only where one is missing, because each grant
 * writes to the catalog.
 */
async function grantTables(client: ClientBase, roles: DatabaseRoles): Promise<void> {
  await client.query('begin');
  try {
    await grantMissing(client, roles);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function grantMissing(client: ClientBase, { tenant, service }: DatabaseRoles): Promise<void> {
  const names = [tenant, service].map((role) => pg.escapeIdentifier(role)).join(', ');
  await client.query(`create schema if not exists pgboss`);
  // Databases that not everyone may connect to have to let in both roles.
  const { rows: shut } = await client.query<{ name: string }>(
    `select quote_ident(current_database()) as name
    where not has_database_privilege($1, current_database(), 'connect')`,
    [service],
  );
  for (const { name } of shut) await client.query(`grant connect on database ${name} to ${names}`);
  await client.query(`grant usage on schema public, pgboss to ${names}`);
  await client.query(
    `alter default privileges in schema pgboss grant select, insert, update, delete on tables to ${names}`,
  );
  const { rows: tables } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p') and (
      relnamespace = 'pgboss'::regnamespace
      or relnamespace = 'public'::regnamespace and relname = any($1)
    ) and exists (
      select from unnest($2::text[]) role, unnest('{select,insert,update,delete}'::text[]) act
      where not has_table_privilege(role, oid, act)
    )`,
    [tableNames, [tenant, service]],
  );
  for (const { name } of tables)
    await client.query(`grant select, insert, update, delete on ${name} to ${names}`);
  const { rows: sequences } = await client.query<{ name: string }>(
    `select s.oid::regclass::text as name from pg_class s
    join pg_depend d on d.objid = s.oid and d.refclassid = 'pg_class'::regclass
    join pg_class t on t.oid = d.refobjid
    where s.relkind = 'S' and t.relnamespace = 'public'::regnamespace and t.relname = any($1)`,
    [tableNames],
  );
  for (const { name } of sequences)
    await client.query(`grant usage on sequence ${name} to ${names}`);
  const { rows: guarded } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
    where relrowsecurity and relnamespace = 'public'::regnamespace and relname = any($1)
      and not exists (select from pg_policy where polrelid = pg_class.oid and polname = $2)`,
    [tableNames, service],
  );
  const policy = pg.escapeIdentifier(service);
  for (const { name } of guarded)
    await client.query(`create policy ${policy} on ${name} to ${policy} using (true)`);
}

/**
 * Statement that switches to a role and an organization. It is prepared once per connection and runs before every statement
 * outside a transaction.
 */
const enter = {
  name: 'enter',
  text: "select set_config('role', $1, true), set_config('parley.organization', $2, true)",
};

/** Prepares a new connection. `query_timeout` is in milliseconds. */
export async function prepareEnter(client: ClientBase, query_timeout?: number): Promise<void> {
  const question = { ...enter, values: ['none', ''], query_timeout };
  await client.query(question);
}

/** Returns the pool as a role sees it. Drizzle sends queries to the pool, or begins a transaction on one of its connections. */
export function poolOf(pool: Pool, access: Access): Pool {
  return Object.create(pool, {
    query: {
      value: (config: pg.QueryConfig, values?: unknown[]) =>
        pool.query(new EnteringQuery(config, values, access) as unknown as pg.QueryConfig),
    },
    connect: { value: async () => entered(await pool.connect(), access) },
  });
}

/** Returns a client that switches to the role together with `begin`, so that a transaction needs no extra round trip. */
function entered(client: PoolClient, { role, organizationId }: Access): PoolClient {
  const values = [role, organizationId].map((value) => pg.escapeLiteral(value));
  const text = enter.text.replace(/\$(\d)/g, (_, place: string) =>
    String(values[Number(place) - 1]),
  );
  return Object.create(client, {
    query: {
      value: (config: pg.QueryConfig, params?: unknown[]) =>
        config.text.startsWith('begin')
          ? client.query(`${config.text}; ${text}`)
          : client.query(config, params),
    },
  });
}

interface Connection {
  bind(bound: { statement: string; values: string[] }): void;
  execute(run: Record<string, never>): void;
}

/** Methods of the driver's query class that its types leave out. */
interface DriverQuery {
  prepare(connection: Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

const DriverQuery = pg.Query as unknown as new (
  config: pg.QueryConfig & { queryMode: 'extended' },
  values?: unknown[],
) => DriverQuery;

/**
 * A query that first switches to its role and organization. Both statements go out as one message, which PostgreSQL treats as
 * one transaction.
 */
class EnteringQuery extends DriverQuery {
  readonly #access: Access;
  #isEntered = false;

  constructor(config: pg.QueryConfig, values: unknown[] | undefined, access: Access) {
    super({ ...config, queryMode: 'extended' }, values);
    this.#access = access;
  }

  override prepare(connection: Connection): void {
    const { role, organizationId } = this.#access;
    connection.bind({ statement: enter.name, values: [role, organizationId] });
    connection.execute({});
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#isEntered) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isEntered) super.handleCommandComplete(message, connection);
    this.#isEntered = true;
  }
}
