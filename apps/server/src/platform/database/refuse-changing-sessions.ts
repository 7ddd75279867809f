import type pg from 'pg';
import { StartError } from '../errors/start-error.ts';

/**
 * Number of checks. Between two checks, another process may get the session that this one had, so a single check can miss the
 * pooler.
 */
const looks = 3;

type Session = Pick<pg.ClientBase, 'query'>;

/**
 * Refuses a pooler that changes the session of a connection, as PgBouncer does in transaction mode, because locks, settings and
 * notifications belong to a session. While `other` is in a transaction, it must not have the session of `one`, and `one` must
 * still have its own.
 * @throws StartError
 */
export async function refuseChangingSessions(one: Session, other: Session): Promise<void> {
  const session = await sessionOf(one);
  for (let look = 0; look < looks; look += 1) {
    await begin(other);
    const isShared = (await sessionOf(other)) === session;
    // Not queried if the session is shared: with a single session, the pooler would block.
    const isKept = !isShared && (await sessionOf(one)) === session;
    await other.query('rollback');
    if (!isKept) throw changingSessions();
  }
}

async function begin(client: Session): Promise<void> {
  // A pooler in statement mode refuses transactions.
  await client.query('begin').catch((error: { severity?: string }) => {
    throw error.severity === undefined ? error : changingSessions();
  });
}

async function sessionOf(client: Session): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

const changingSessions = () =>
  new StartError(
    'DATABASE_URL leads to a pooler that changes sessions between transactions, such as PgBouncer with pool_mode = transaction: set pool_mode = session for Parley, or connect to PostgreSQL itself.',
  );
