import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { copyDataFolder } from '../../../test/database-template.ts';
import { readConfig } from '../../config/config.ts';
import { createLog } from '../../observability/log.ts';
import type { OpenDatabase } from '../db.ts';
import { openEmbedded } from '../open-embedded.ts';
import { startEmbeddedDatabase } from './embedded-database.ts';
import { lockFolder } from './folder-lock.ts';
import { isVacuumDue, vacuumChurned } from './upkeep.ts';

const folders: string[] = [];
const open: OpenDatabase[] = [];

afterEach(async () => {
  for (const database of open.splice(0)) await database.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Creates a folder with an existing database, which is faster than creating a database. */
async function usedFolder(): Promise<string> {
  const folder = await copyDataFolder();
  folders.push(folder);
  return folder;
}

function newFolder(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'parley-test-')), 'data');
  folders.push(folder);
  return folder;
}

async function openAt(folder: string): Promise<OpenDatabase> {
  const config = readConfig({ PARLEY_DATA_DIR: folder });
  const database = await openEmbedded(config, createLog('silent'));
  open.push(database);
  return database;
}

describe('the embedded database', () => {
  it('keeps committed data from one start to the next, in a folder only for its owner', async () => {
    const folder = newFolder();
    const first = await openAt(folder);
    await first.pool.query('create table notes (note text)');
    await first.pool.query("insert into notes values ('kept')");
    await first.close();
    open.pop();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const second = await openAt(folder);
    expect((await second.pool.query('select * from notes')).rows).toEqual([{ note: 'kept' }]);
  }, 120_000);

  it('exits if it can no longer write its log, instead of leaving everybody waiting', async () => {
    const folder = await usedFolder();
    const told = Promise.withResolvers<Error>();
    const database = await startEmbeddedDatabase(folder, told.resolve);
    const client = new pg.Client({ stream: () => database.connect() as never, user: 'postgres' });
    client.on('error', () => undefined);
    await client.connect();
    await client.query("create table notes as select 'kept' as note");
    const wal = join(folder, 'database/pg_wal');
    renameSync(wal, `${wal}.away`);
    await expect(client.query('select pg_switch_wal(); create table more()')).rejects.toThrow(
      /could not/,
    );
    await told.promise;
    await expect(client.query('select 1')).rejects.toThrow();
    await database.close();
    renameSync(`${wal}.away`, wal);
    const { pool } = await openAt(folder);
    expect((await pool.query('select * from notes')).rows).toEqual([{ note: 'kept' }]);
  });

  it('forces commits to the disk', async () => {
    const { pool } = await openAt(await usedFolder());
    const { rows } = await pool.query("select current_setting('fsync') as fsync");
    expect(rows).toEqual([{ fsync: 'on' }]);
  });

  it('is like a server behind a pool: errors with codes, transactions, prepared and large values', async () => {
    const { pool } = await openAt(await usedFolder());
    await pool.query('create table notes (id int primary key, note text)');
    await pool.query({ name: 'add', text: 'insert into notes values ($1, $2)', values: [1, 'a'] });
    const again = pool.query({
      name: 'add',
      text: 'insert into notes values ($1, $2)',
      values: [1, 'a'],
    });
    await expect(again).rejects.toMatchObject({ code: '23505' });
    const client = await pool.connect();
    await client.query('begin');
    await client.query("insert into notes values (2, 'b')");
    client.release(new Error('The connection broke'));
    const large = 'x'.repeat(5_000_000);
    await pool.query('insert into notes values (3, $1)', [large]);
    const { rows } = await pool.query('select id, length(note) from notes order by id');
    expect(rows).toEqual([
      { id: 1, length: 1 },
      { id: 3, length: 5_000_000 },
    ]);
  });

  it('receives notifications after its connection was lost', async () => {
    const { pool, listen } = await openAt(await usedFolder());
    const heard: string[] = [];
    await listen('Some Channel', { onPayload: (payload) => heard.push(payload), onConnect() {} });
    await pool.query(`notify ${pg.escapeIdentifier('Some Channel')}, 'first'`);
    (await pool.connect()).release(new Error('The connection broke'));
    await pool.query(`notify ${pg.escapeIdentifier('Some Channel')}, 'second'`);
    expect(heard).toEqual(['first', 'second']);
  });

  it('refuses a second server on the same folder, and names the first one', async () => {
    const folder = await usedFolder();
    await openAt(folder);
    await expect(openAt(folder)).rejects.toThrow(
      `in use by another Parley server (process ${process.pid})`,
    );
  });

  it('releases the folder as soon as its process is gone', async () => {
    const folder = newFolder();
    const holder = spawnHolder(folder);
    await once(holder.stdout, 'data');
    expect(() => lockFolder(folder)).toThrow(/in use/);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    lockFolder(folder)();
  });

  it('refuses a folder of another major version', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'database'), { recursive: true });
    writeFileSync(join(folder, 'database', 'PG_VERSION'), '17\n');
    await expect(openAt(folder)).rejects.toThrow('was written by PostgreSQL 17');
  });

  it('opens after a kill in the middle of its first start', async () => {
    const folder = newFolder();
    const starting = spawnServer(folder);
    await untilExists(join(folder, 'database.new', 'PG_VERSION'));
    starting.kill('SIGKILL');
    await once(starting, 'exit');
    expect(existsSync(join(folder, 'database'))).toBe(false);
    const { pool } = await openAt(folder);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(readdirSync(folder)).not.toContain('database.new');
  }, 120_000);
});

describe('the vacuum by day', () => {
  it('keeps a small table from growing that is written over all the time', async () => {
    const { pool } = await openAt(await usedFolder());
    await pool.query('create table figures (id int primary key, text text)');
    await pool.query("insert into figures values (1, '')");
    const writeOver = async () => {
      for (let turn = 0; turn < 100; turn += 1)
        await pool.query('update figures set text = $1', [randomBytes(10_000).toString('hex')]);
      // Otherwise, statistics are delayed by up to a second.
      await pool.query('select pg_stat_force_next_flush()');
      await vacuumChurned(pool);
      const { rows } = await pool.query("select pg_total_relation_size('figures')::int as bytes");
      return rows[0].bytes as number;
    };
    const first = await writeOver();
    for (let round = 0; round < 3; round += 1) expect(await writeOver()).toBeLessThan(1.5 * first);
  });
});

describe('the nightly vacuum', () => {
  it.each([
    ['at night, a day after the last', '2026-03-02T02:00:00', true],
    ['by day, a day after the last', '2026-03-02T14:00:00', false],
    ['in the same night', '2026-03-01T04:00:00', false],
    ['by day, when the nights were missed', '2026-03-04T14:00:00', true],
  ])('%s', (_, now, isDue) => {
    expect(isVacuumDue(new Date('2026-03-01T02:30:00'), new Date(now))).toBe(isDue);
  });
});

async function untilExists(path: string): Promise<void> {
  while (!existsSync(path)) await sleep(5);
}

const here = import.meta.url;

function spawnHolder(folder: string) {
  const module = new URL('folder-lock.ts', here).href;
  const program = `const { lockFolder } = await import('${module}');
    lockFolder(process.argv[1]); console.log('locked'); setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ['--input-type=module', '-e', program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function spawnServer(folder: string) {
  const module = new URL('embedded-database.ts', here).href;
  const program = `const { startEmbeddedDatabase } = await import('${module}');
    await startEmbeddedDatabase(process.argv[1], () => {}); setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ['--input-type=module', '-e', program, folder], {
    stdio: 'ignore',
  });
}
