/** Databases of one's own on a PostgreSQL server, made for a test and dropped after it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { newId } from '../platform/security/ids.ts';
import { isWithoutDisk } from './without-disk.ts';

export interface TestDatabase {
  /** What the server needs to know to use it. */
  environment: Record<string, string>;
  drop(): Promise<void>;
}

/** One without any table. */
export function createEmptyPostgresql(address: string): Promise<TestDatabase> {
  return createPostgresql(address, (client, name) => client.query(`create database ${name}`));
}

/** `create` is called while nobody else makes a database there. */
export async function createPostgresql(
  address: string,
  create: (client: pg.Client, name: string) => Promise<unknown>,
): Promise<TestDatabase> {
  const name = `parley_test_${newId().replaceAll(/\W/g, '').toLowerCase()}_db`;
  const dataFolder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  await onServer(address, async (client) => {
    // Any number: copying a template wants nobody else connected to it.
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

/** As long as a server may take to let somebody in, also on a busy machine. */
const connectionTimeoutMillis = 20_000;

/** What comes of acting on the server, which belongs to no database of a test. */
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

/** The address of another database of the same server. */
export function withDatabase(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}
