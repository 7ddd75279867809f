/** PostgreSQL databases that are created for one test and dropped after it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { newId } from '../platform/security/ids.ts';
import { isWithoutDisk } from './without-disk.ts';

export interface TestDatabase {
  /** Environment variables for a server that uses the database. */
  environment: Record<string, string>;
  drop(): Promise<void>;
}

/** Creates a database without tables. */
export function createEmptyPostgresql(address: string): Promise<TestDatabase> {
  return createPostgresql(address, (client, name) => client.query(`create database ${name}`));
}

/** Creates a database with `create`, which is not called while another test creates one on this server. */
export async function createPostgresql(
  address: string,
  create: (client: pg.Client, name: string) => Promise<unknown>,
): Promise<TestDatabase> {
  const name = `parley_test_${newId().replaceAll(/\W/g, '').toLowerCase()}_db`;
  const dataFolder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  await onServer(address, async (client) => {
    // An arbitrary key. A template can be copied only if nobody else is connected to it.
    await client.query('select pg_advisory_lock(7212050)');
    await create(client, name);
    if (isWithoutDisk) await client.query(`alter database ${name} set synchronous_commit = off`);
  });
  return {
    environment: { DATABASE_URL: withDatabase(address, name), PARLEY_DATA_DIR: dataFolder },
    async drop() {
      await onServer(address, (client) => client.query(`drop database ${name} with (force)`));
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Longest time in milliseconds until a server accepts a connection, even on a busy machine. */
const connectionTimeoutMillis = 20_000;

/** Runs `act` on the server, connected to none of the tests' databases. */
export async function onServer<T>(
  address: string,
  act: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const connectionString = withDatabase(address, 'postgres');
  const client = new pg.Client({ connectionString, connectionTimeoutMillis });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

/** Returns the URL of another database on the same server. */
export function withDatabase(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}
