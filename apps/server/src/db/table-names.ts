import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as schema from './schema/index.ts';

/** Tables of this release. The schema `public` may also contain tables of other programs. */
export const tableNames: string[] = Object.values(schema)
  .filter((each) => is(each, PgTable))
  .map((table) => getTableName(table));

/**
 * Tables that backups leave out: state of processes and clean-ups, request rates of hosts, events that are not consumed yet (a
 * restore makes them obsolete), pages that are currently open, spans that no worker has read, and what the database derives
 * from runs, suites and usage.
 */
const notKept: PgTable[] = [
  schema.serverProcesses,
  schema.cleanUps,
  schema.hostPaces,
  schema.domainEvents,
  schema.pickers,
  schema.spanLogs,
  schema.spanLogEntries,
  schema.spanClaims,
  schema.runQueue,
  schema.waitingOrganizations,
  schema.usageDays,
  schema.uncountedDays,
  schema.suiteBytes,
  schema.suiteStandings,
  schema.suiteStandingChanges,
];

/** Tables that a backup contains. */
export const keptTableNames: string[] = tableNames.filter(
  (name) => !notKept.some((table) => getTableName(table) === name),
);
