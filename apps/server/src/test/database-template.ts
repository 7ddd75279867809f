/**
 * Databases for tests, which already contain all tables: a copy of a prepared folder for the embedded database, `create
 * database … template` on PostgreSQL. Preparing takes seconds and is done once per state of the migrations; a copy takes a
 * fraction of a second.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { installation } from '../db/schema/index.ts';
import { jobs } from '../jobs.ts';
import { readConfig } from '../platform/config/config.ts';
import { makeFolderWhole } from '../platform/database/embedded/first-start.ts';
import { FolderInUseError, lockFolder } from '../platform/database/embedded/folder-lock.ts';
import { migrationsFolder } from '../platform/database/migrations.ts';
import { createLog } from '../platform/observability/log.ts';
import { startPlatform } from '../platform/platform.ts';
import { createPostgresql, type TestDatabase, withDatabase } from './postgresql-database.ts';
import { makeDataFolder } from './without-disk.ts';

const cacheFolder = fileURLToPath(
  new URL('../../../../node_modules/.cache/parley-test', import.meta.url),
);

/** Identifies the current migrations. Templates of an earlier state are useless. */
const state = stateOfMigrations();

/** Creates a database, on PostgreSQL if the tests have a server, otherwise embedded. */
export function createTestDatabase(
  address = process.env.PARLEY_TEST_DATABASE_URL,
): Promise<TestDatabase> {
  return address ? createOnPostgresql(address) : createEmbedded();
}

/**
 * Compiled code of the embedded database. V8 shares it among modules with the same bytes for as long as one of them exists.
 * Otherwise, each test file would compile and optimize it again, which takes three seconds of CPU time.
 */
const compiled: WebAssembly.Module[] = [];

export async function createEmbedded(): Promise<TestDatabase> {
  if (compiled.length === 0) {
    const code = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
    compiled.push(await WebAssembly.compile(await readFile(code)));
  }
  const dataFolder = await copyDataFolder();
  return {
    environment: { PARLEY_DATA_DIR: dataFolder },
    drop: async () => rmSync(dataFolder, { recursive: true, force: true }),
  };
}

/** Creates a data folder with a database, for one test. */
export async function copyDataFolder(): Promise<string> {
  const template = await prepareDataFolder();
  const dataFolder = makeDataFolder();
  cpSync(template, dataFolder, { recursive: true });
  return dataFolder;
}

/** Returns the folder to copy. No server is ever started on it. */
export async function prepareDataFolder(): Promise<string> {
  const template = join(cacheFolder, `embedded-${state}`);
  await waitFor(() => prepareEmbedded(template));
  return template;
}

/**
 * Prepares the folder. If several test files start at the same time, one prepares it; for the others, this throws
 * FolderInUseError.
 */
async function prepareEmbedded(template: string): Promise<void> {
  if (existsSync(template)) return;
  mkdirSync(cacheFolder, { recursive: true });
  const unlock = lockFolder(join(cacheFolder, 'lock'));
  try {
    if (existsSync(template)) return;
    for (const old of readdirSync(cacheFolder))
      if (old.startsWith('embedded-')) rmSync(join(cacheFolder, old), { recursive: true });
    await makeFolderWhole(template, (folder) => prepare({ PARLEY_DATA_DIR: folder }));
    for (const name of ['server.lock', 'secret']) rmSync(join(template, name), { force: true });
  } finally {
    unlock();
  }
}

async function createOnPostgresql(address: string): Promise<TestDatabase> {
  const template = `parley_test_${state}`;
  return createPostgresql(address, async (client, name) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      template,
    ]);
    if (rowCount === 0) await prepareOnPostgresql(client, address, template);
    await client.query(`create database ${name} template ${template}`);
  });
}

async function prepareOnPostgresql(
  client: pg.Client,
  address: string,
  template: string,
): Promise<void> {
  const beginnings = `${template}_new`;
  await dropOtherTemplates(client);
  await client.query(`drop database if exists ${beginnings} with (force)`);
  await client.query(`create database ${beginnings}`);
  const dataFolder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  const url = withDatabase(address, beginnings);
  await prepare({ DATABASE_URL: url, PARLEY_DATA_DIR: dataFolder });
  rmSync(dataFolder, { recursive: true, force: true });
  await client.query(`alter database ${beginnings} rename to ${template}`);
}

/** Drops templates of earlier migrations. */
async function dropOtherTemplates(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select datname from pg_database where datname ~ '^parley_test_[0-9a-f]{16}$'",
  );
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
}

/** Starts and stops the server once, which creates all tables. Each copy gets its own secret. */
async function prepare(environment: Record<string, string>): Promise<void> {
  const config = readConfig(environment);
  const platform = await startPlatform({ config, log: createLog('silent'), jobs });
  await platform.db.delete(installation);
  await platform.close();
  if (stateOfMigrations() !== state) throw new Error('The migrations changed: run the tests again');
}

function stateOfMigrations(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(migrationsFolder, {
    recursive: true,
    encoding: 'utf8',
  }).toSorted())
    if (/\.(sql|json)$/.test(file)) hash.update(readFileSync(join(migrationsFolder, file)));
  // Regenerated migrations have another time and count as new, even if their text is the same.
  hash.update(readFileSync(join(migrationsFolder, 'meta', '_journal.json')));
  hash.update(JSON.stringify(jobs));
  return hash.digest('hex').slice(0, 16);
}

/** Retries while another process is preparing the folder, for up to a minute. */
async function waitFor(attempt: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof FolderInUseError) || Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}
