import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as schema from './schema/index.ts';

/** Of this release; the schema `public` may hold those of other programs beside them. */
export const tableNames: string[] = Object.values(schema)
  .filter((each) => is(each, PgTable))
  .map((table) => getTableName(table));

/**
 * Of no use elsewhere: which processes were running, how far clean-ups were behind, how fast hosts were
 * asked, and what the database itself makes of its runs, its suites and of what was used.
 */
const notKept: PgTable[] = [
  schema.serverProcesses,
  schema.cleanUps,
  schema.hostPaces,
  schema.runQueue,
  schema.waitingOrganizations,
  schema.usageDays,
  schema.uncountedDays,
  schema.suiteBytes,
];

/** What a backup holds. */
export const keptTableNames: string[] = tableNames.filter(
  (name) => !notKept.some((table) => getTableName(table) === name),
);
