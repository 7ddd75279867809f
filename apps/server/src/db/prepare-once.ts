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
