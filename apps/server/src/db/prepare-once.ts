import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../platform/db.ts';

/**
 * For what every request asks: the statement is built once per database, and read once by each of its
 * connections, for it has a name. Names are the caller's to keep apart.
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
