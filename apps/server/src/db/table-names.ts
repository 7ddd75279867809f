import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as schema from './schema/index.ts';

/** Of this release; the schema `public` may hold those of other programs beside them. */
export const tableNames: string[] = Object.values(schema)
  .filter((each) => is(each, PgTable))
  .map((table) => getTableName(table));
