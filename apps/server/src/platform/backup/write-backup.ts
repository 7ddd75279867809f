import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type Pack, pack } from 'tar-stream';
import { version } from '../../version.ts';
import { newestMigration } from '../database/migrations.ts';
import { checkOfSecret } from '../security/seal.ts';
import { isKey, type Storage } from '../storage/storage.ts';
import { type BackupEnd, type BackupManifest, backupFormat } from './backup-format.ts';

export interface BackupSource {
  client: pg.ClientBase;
  /** Tables to back up. Names of missing tables are ignored. */
  tables: string[];
  storage: Storage;
  secret: string;
  /** True if the environment sets the secret. The backup then leaves it out. */
  isSecretConfigured: boolean;
}

/** Maximum number of rows per fetch. Fewer are fetched if rows are large, such as those with a suite or a reply. */
const rowsMax = 200;

/**
 * Maximum length of a part in characters, unless a single row is longer. Several copies of a part are in memory at the same
 * time.
 */
const partLengthMax = 8 * 1024 * 1024;

/** Writes a consistent backup while the database is in use. An existing file is replaced only when the new one is complete. */
export async function writeBackup(source: BackupSource, path: string): Promise<BackupEnd> {
  const unfinished = `${path}.unfinished`;
  const archive = pack();
  const file = createWriteStream(unfinished, { mode: 0o600 });
  const written = pipeline(archive, createGzip(), file);
  try {
    const [end] = await Promise.all([fill(source, archive), written]);
    await force(unfinished);
    await rename(unfinished, path);
    return end;
  } catch (error) {
    archive.destroy();
    await written.catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function fill(source: BackupSource, archive: Pack): Promise<BackupEnd> {
  const { client, storage } = source;
  await client.query('begin isolation level repeatable read read only');
  const manifest = await describe(source);
  await addEntry(archive, 'manifest.json', JSON.stringify(manifest));
  const rows: BackupEnd['rows'] = {};
  for (const table of Object.keys(manifest.tables))
    rows[table] = await addTable(client, archive, table);
  await client.query('commit');
  // After the rows, because a file is stored before the row that refers to it.
  const files = await addFiles(archive, storage);
  const end: BackupEnd = { rows, files };
  await addEntry(archive, 'end.json', JSON.stringify(end));
  archive.finalize();
  return end;
}

async function describe(source: BackupSource): Promise<BackupManifest> {
  const { client, secret, isSecretConfigured, tables } = source;
  const columns = await client.query<{ table: string; columns: string[] }>(
    `select t.table_name as table,
      array_agg(c.column_name::text order by c.ordinal_position)
        filter (where c.is_generated = 'NEVER') as columns
    from information_schema.tables t
    join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and t.table_name = any($1)
    group by t.table_name order by t.table_name`,
    [tables],
  );
  const sequences = await client.query<{ name: string; value: string }>(
    `select sequencename as name, coalesce(last_value, 0) as value from pg_sequences
    where schemaname = 'public' and exists (
      select from pg_depend d where d.objid = format('public.%I', sequencename)::regclass
        and d.refobjid in (select format('public.%I', name)::regclass
          from unnest($1::text[]) name where to_regclass(format('public.%I', name)) is not null))`,
    [tables],
  );
  return {
    format: backupFormat,
    version,
    madeAt: new Date().toISOString(),
    migration: await newestMigration(drizzle(client as pg.Client)),
    tables: Object.fromEntries(columns.rows.map((row) => [row.table, row.columns])),
    sequences: Object.fromEntries(sequences.rows.map(({ name, value }) => [name, Number(value)])),
    secretCheck: checkOfSecret(secret),
    secret: isSecretConfigured ? null : secret,
  };
}

async function addTable(client: pg.ClientBase, archive: Pack, table: string): Promise<number> {
  const name = pg.escapeIdentifier(table);
  await client.query(`declare rows no scroll cursor for select t::text as row from only ${name} t`);
  let total = 0;
  let part = 0;
  let atOnce = 10;
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${atOnce} from rows`);
    if (rows.length === 0) break;
    total += rows.length;
    const parts = partsOf(rows.map(({ row }) => row));
    for (const rowsOfPart of parts) {
      part += 1;
      await addEntry(archive, `tables/${table}/${part}.json`, JSON.stringify(rowsOfPart));
    }
    atOnce = parts.length > 1 ? Math.ceil(atOnce / parts.length) : Math.min(rowsMax, atOnce * 2);
  }
  await client.query('close rows');
  return total;
}

/** Splits rows into parts of at most `partLengthMax` characters, with at least one row each. */
export function partsOf(rows: string[]): string[][] {
  const parts: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    if (length + row.length > partLengthMax) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(row);
    length += row.length;
  }
  return parts;
}

async function addFiles(archive: Pack, storage: Storage): Promise<number> {
  let total = 0;
  for await (const key of storage.keys()) {
    // A bucket may contain other people's files.
    if (!isKey(key)) continue;
    // Files never change, but retention may remove one in the meantime.
    const bytes = await storage.get(key);
    if (bytes === undefined) continue;
    await addEntry(archive, `files/${key}`, bytes);
    total += 1;
  }
  return total;
}

async function addEntry(archive: Pack, name: string, content: string | Buffer): Promise<void> {
  const into = archive.entry({ name, size: Buffer.byteLength(content) });
  into.end(content);
  await once(into, 'finish');
}

/** Flushes a file to the disk. */
async function force(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
}
