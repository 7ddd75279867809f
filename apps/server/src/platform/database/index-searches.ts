/**
 * Indexes for searches inside names, if the database supports them: they need an extension that
 * comes with PostgreSQL and that the owner of a database may install. Without it, a search reads
 * all names of the organization, as the embedded database does.
 */
import type { ClientBase } from 'pg';
import type { Log } from '../observability/log.ts';

const statements = [
  'create extension if not exists pg_trgm',
  `create index if not exists suites_search on suites
    using gin ((search_name collate "C") gin_trgm_ops)`,
  // What is found often is found sooner in the order of the names; that takes to know how often.
  'alter table suites alter column search_name set statistics 500',
  `create index if not exists projects_search on projects
    using gin ((lower(name collate "und-x-icu") collate "C") gin_trgm_ops)`,
];

/** Creates the indexes. Ignores any failure: a slow search is better than no start. */
export async function indexSearches(client: ClientBase, log: Log): Promise<void> {
  try {
    for (const statement of statements) await client.query(statement);
  } catch (error) {
    log.warn({ err: error }, 'Searches are made without an index');
  }
}
