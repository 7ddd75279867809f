import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../platform/database/db.ts';

/**
 * Prepares a statement that every request needs: built once per database, and parsed once per
 * connection, because it has a name. Callers keep names apart.
 */
export function prepareOnce<Statement>(
  prepare: (db: Database) => Statement,
): (db: Database) => Statement {
  const prepared = new WeakMap<Database, Statement>();
  return (db) => {
    const known = prepared.get(db);
    if (known !== undefined) return known;
    const statement = prepare(db);
    prepared.set(db, statement);
    return statement;
  };
}

/** The same for a statement that comes in a few shapes: one for each `shape`, which may be part of its name. */
export function prepareEach<Shape extends string, Statement>(
  prepare: (db: Database, shape: Shape) => Statement,
): (db: Database, shape: Shape) => Statement {
  const known = prepareOnce(() => new Map<Shape, Statement>());
  return (db, shape) => {
    const statements = known(db);
    const statement = statements.get(shape) ?? prepare(db, shape);
    statements.set(shape, statement);
    return statement;
  };
}

/** Initial page sizes of lists. Others are rare, and each of these is a statement of its own. */
const usualLimits: readonly number[] = [10, 12, 20, 50, 51, 100, 101];

/** A usual first page, or any other range of rows. */
export type PageShape = 'any' | `first${number}`;

export const pageShape = (limit: number, offset = 0): PageShape =>
  offset === 0 && usualLimits.includes(limit) ? `first${limit}` : 'any';

/**
 * What a prepared statement says of its range. A usual first page has its numbers in the text: PostgreSQL
 * keeps the plan of a statement only where one that knows no values seems as cheap, and without its limit
 * none does. Others are given `limit` and `offset` when they are asked.
 */
export function pageRange(shape: PageShape): { limit: Placeholder; offset: Placeholder } {
  if (shape === 'any')
    return { limit: sql.placeholder('limit'), offset: sql.placeholder('offset') };
  // Drizzle writes SQL as it is, and a number as a parameter; its types know only the second.
  const written = (rows: string) => sql.raw(rows) as unknown as Placeholder;
  return { limit: written(shape.slice('first'.length)), offset: written('0') };
}

/** The condition of a prepared statement for one row of an organization: `execute({ organizationId, id })`. */
export function isOwnById(table: {
  organizationId: AnyPgColumn;
  id: AnyPgColumn;
}): SQL | undefined {
  return and(
    eq(table.organizationId, sql.placeholder('organizationId')),
    eq(table.id, sql.placeholder('id')),
  );
}
