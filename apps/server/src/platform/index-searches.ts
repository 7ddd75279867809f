/**
 * Indexes for searches inside names, where the database can have them: they need two extensions that come
 * with PostgreSQL and that the owner of a database may install. Without them a search reads through all
 * names of the organization, which is what the embedded database does.
 */
import type { ClientBase } from 'pg';
import type { Log } from './log.ts';

const statements = [
  'create extension if not exists pg_trgm',
  'create extension if not exists btree_gin',
  `create index if not exists suites_search on suites
    using gin (organization_id, (search_name collate "C") gin_trgm_ops)`,
  `create index if not exists projects_search on projects
    using gin (organization_id, (lower(name collate "und-x-icu") collate "C") gin_trgm_ops)`,
];

/** PostgreSQL: the extension may not be installed, or is not there; a lock was not to be had in time. */
const refusals = new Set(['42501', '0A000', '58P01', '55P03']);

export async function indexSearches(client: ClientBase, log: Log): Promise<void> {
  try {
    for (const statement of statements) await client.query(statement);
  } catch (error) {
    if (!refusals.has(String((error as { code?: string }).code))) throw error;
    log.info({ err: error }, 'Searches are made without an index');
  }
}
