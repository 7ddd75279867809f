import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database-template.ts';
import { freePort } from '../../test/free-port.ts';
import { createEmptyPostgresql } from '../../test/postgresql-database.ts';
import { startServerProcess } from '../../test/server-process.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../observability/log.ts';
import {
  BusyDatabaseError,
  listMigrations,
  migrationsFolder,
  runMigrations,
} from './migrations.ts';
import { openDatabase } from './open-database.ts';

const postgresql = process.env.PARLEY_TEST_DATABASE_URL;
const log = createLog('silent');
const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Creates the migrations of a later release: those of this one, and another. */
function laterRelease(statement: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-migrations-'));
  cleanUps.push(() => rmSync(folder, { recursive: true }));
  cpSync(migrationsFolder, folder, { recursive: true });
  const path = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8'));
  const when = Math.max(...listMigrations().map((migration) => migration.when)) + 1000;
  journal.entries.push({
    ...journal.entries[0],
    idx: journal.entries.length,
    when,
    tag: '9999_later',
  });
  writeFileSync(path, JSON.stringify(journal));
  writeFileSync(join(folder, '9999_later.sql'), statement);
  return folder;
}

describe('migrations', { timeout: 120_000 }, () => {
  it('have ascending times, since a database passes over what is older than what it has had', () => {
    const times = listMigrations().map(({ when }) => when);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times).size).toBe(times.length);
  });

  it('are run once, and a later one is added', async () => {
    const test = await createTestDatabase();
    cleanUps.push(test.drop);
    const database = await openDatabase(readConfig(test.environment), log);
    cleanUps.push(database.close);
    const db = drizzle(database.pool);
    const folder = laterRelease('alter table projects add column color text');
    await runMigrations(db, folder);
    await runMigrations(db, folder);
    await database.pool.query('select color from projects');
    const { rows } = await database.pool.query('select count(*)::int as count from migrations');
    expect(rows[0].count).toBe(listMigrations(folder).length);
  });

  it('that fail halfway leave nothing behind, and can be run again', async () => {
    const test = await createTestDatabase();
    cleanUps.push(test.drop);
    const database = await openDatabase(readConfig(test.environment), log);
    cleanUps.push(database.close);
    const db = drizzle(database.pool);
    const broken =
      'alter table projects add column color text;--> statement-breakpoint\nselect 1/0';
    await expect(runMigrations(db, laterRelease(broken))).rejects.toThrow();
    await expect(database.pool.query('select color from projects')).rejects.toThrow(/color/);
    await runMigrations(db, laterRelease('alter table projects add column color text'));
    await database.pool.query('select color from projects');
  });

  it('of a newer release make an older one refuse to start', async () => {
    const test = await createTestDatabase();
    cleanUps.push(test.drop);
    const database = await openDatabase(readConfig(test.environment), log);
    await runMigrations(drizzle(database.pool), laterRelease('select 1'));
    await database.close();
    await expect(openDatabase(readConfig(test.environment), log)).rejects.toThrow(
      /^The database was migrated by a newer release of Parley\./,
    );
  });

  it.runIf(postgresql)('are run by one of several servers that start at once', async () => {
    const test = await createEmptyPostgresql(postgresql ?? '');
    cleanUps.push(test.drop);
    const servers = await Promise.all(
      [1, 2, 3].map(async () =>
        startServerProcess({ ...test.environment, PORT: String(await freePort()) }),
      ),
    );
    for (const server of servers) await server.end('SIGTERM');
    expect(servers.map(({ child }) => child.exitCode)).toEqual([0, 0, 0]);
    const client = new pg.Client(test.environment.DATABASE_URL);
    await client.connect();
    const { rows } = await client.query('select count(*)::int as count from migrations');
    await client.end();
    expect(rows[0].count).toBe(listMigrations().length);
  });

  it.runIf(postgresql)(
    'give way to whoever holds a table, while the release before works',
    async () => {
      const test = await createTestDatabase();
      cleanUps.push(test.drop);
      const server = await startServerProcess({
        ...test.environment,
        PORT: String(await freePort()),
      });
      cleanUps.push(() => server.end('SIGTERM'));
      const [holder, migrator] = [1, 2].map(() => new pg.Client(test.environment.DATABASE_URL));
      if (!holder || !migrator) throw new Error('Two clients');
      await Promise.all([holder.connect(), migrator.connect()]);
      cleanUps.push(
        () => holder.end(),
        () => migrator.end(),
      );
      await migrator.query("set lock_timeout = '200ms'");
      const folder = laterRelease('alter table projects add column color text');
      await holder.query('begin; lock table projects in access share mode');
      await expect(runMigrations(drizzle(migrator), folder)).rejects.toThrow(BusyDatabaseError);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      await holder.query('commit');
      await runMigrations(drizzle(migrator), folder);
      // The previous release does not know the column and keeps running.
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      expect(server.child.exitCode).toBeNull();
    },
  );
});
