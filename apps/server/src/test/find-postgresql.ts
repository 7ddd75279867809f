/** Finds a PostgreSQL server for the tests that need a real one. */
import { onServer } from './postgresql-database.ts';

type FoundPostgresql =
  | { address: string; reason?: undefined }
  /** Why there is none. Test layers that run without a server print it. */
  | { address?: undefined; reason: string };

const addressDefault = 'postgresql://postgres@127.0.0.1:5432/test';

/** Finds a server on which the account may create databases, because each test creates its own. */
export async function findPostgresql(
  address = process.env.PARLEY_TEST_DATABASE_URL || addressDefault,
): Promise<FoundPostgresql> {
  const without = (why: string) => ({
    reason: `no PostgreSQL for tests at ${new URL(address).host}: ${why} (PARLEY_TEST_DATABASE_URL)`,
  });
  try {
    const mayCreate = await onServer(address, async (client) => {
      const { rows } = await client.query(
        'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
      );
      return rows[0]?.may === true;
    });
    return mayCreate ? { address } : without('the account may not create databases');
  } catch (error) {
    // If a name has several addresses, the combined error has no message.
    const { message, code = '' } = error as NodeJS.ErrnoException;
    return without(message || code);
  }
}
