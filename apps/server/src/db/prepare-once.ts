import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../platform/database/db.ts';

/**
 * Prepares a statement that many requests need. It is built once per database and, because it has a name, parsed once per
 * connection. Names have to be unique.
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

/** Like `prepareOnce`, for a statement with a few variants: prepares one per `shape`, which has to be part of its name. */
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

/** Usual page sizes of lists. Each gets its own prepared statement; other sizes are rare. */
const usualLimits: readonly number[] = [10, 12, 20, 50, 51, 100, 101];

/** A usual first page (its size), or any other range of rows. */
export type PageShape = 'any' | `first${number}`;

export const pageShape = (limit: number, offset = 0): PageShape =>
  offset === 0 && usualLimits.includes(limit) ? `first${limit}` : 'any';

/**
 * Limit and offset of a prepared statement. A usual first page has them as literals: PostgreSQL reuses a generic plan only if
 * it seems as cheap as a specific one, which it never does without a known limit. Other ranges take `limit` and `offset` as
 * parameters.
 */
export function pageRange(shape: PageShape): { limit: Placeholder; offset: Placeholder } {
  if (shape === 'any')
    return { limit: sql.placeholder('limit'), offset: sql.placeholder('offset') };
  // Drizzle accepts SQL here and writes it unchanged, but its types allow only numbers and placeholders.
  const written = (rows: string) => sql.raw(rows) as unknown as Placeholder;
  return { limit: written(shape.slice('first'.length)), offset: written('0') };
}

/** Condition of a prepared statement for one row of an organization: `execute({ organizationId, id })`. */
export function isOwnById(table: {
  organizationId: AnyPgColumn;
  id: AnyPgColumn;
}): SQL | undefined {
  return and(
    eq(table.organizationId, sql.placeholder('organizationId')),
    eq(table.id, sql.placeholder('id')),
  );
}
