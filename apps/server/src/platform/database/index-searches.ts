/**
 * Indexes for searches inside names. They need the extension pg_trgm, which comes with PostgreSQL and which the owner of a
 * database may install. Without it, a search reads all names of the organization, as the embedded database does.
 */
import type { ClientBase } from 'pg';
import type { Log } from '../observability/log.ts';

const statements = [
  'create extension if not exists pg_trgm',
  `create index if not exists suites_search on suites
    using gin ((search_name collate "C") gin_trgm_ops)`,
  // The planner needs to know how common a text is: names that match often are found sooner in the order of the names.
  'alter table suites alter column search_name set statistics 500',
  `create index if not exists projects_search on projects
    using gin ((lower(name collate "und-x-icu") collate "C") gin_trgm_ops)`,
];

/** Creates the indexes. Failures are only logged: slow searches are better than a server that does not start. */
export async function indexSearches(client: ClientBase, log: Log): Promise<void> {
  try {
    for (const statement of statements) await client.query(statement);
  } catch (error) {
    log.warn({ err: error }, 'Searches are made without an index');
  }
}
