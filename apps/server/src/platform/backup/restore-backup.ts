import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import type { BackupEnd, BackupManifest } from './backup-format.ts';
import { readBackup } from './read-backup.ts';
import type { RestoredFiles } from './restored-files.ts';
import { partsOf } from './write-backup.ts';

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * Loads a backup into existing, empty tables. The client has to be inside a transaction, so that either everything is loaded or
 * nothing. Files are only prepared; `files.finish` moves them into place.
 */
export async function loadBackup(
  client: pg.ClientBase,
  path: string,
  files: RestoredFiles,
): Promise<BackupEnd> {
  await files.begin();
  const keys = await dropForeignKeys(client);
  let columns: BackupManifest['tables'] = {};
  const end = await readBackup(path, {
    async manifest(manifest) {
      columns = manifest.tables;
      for (const [name, value] of Object.entries(manifest.sequences))
        await client.query('select setval($1::regclass, greatest($2, 1), $2 > 0)', [
          pg.escapeIdentifier(name),
          value,
        ]);
    },
    async rows(table, rows) {
      for (const part of partsOf(rows))
        await insertRows(client, { table, columns: columns[table] ?? [] }, part);
    },
    async file(key, content) {
      await files.put(key, await buffer(content));
    },
  });
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  return end;
}

/** Inserts rows. PostgreSQL parses each one as the row type of its table, which is how it printed them. */
async function insertRows(
  client: pg.ClientBase,
  { table, columns }: { table: string; columns: string[] },
  rows: string[],
): Promise<void> {
  const name = pg.escapeIdentifier(table);
  const into = columns.map((column) => pg.escapeIdentifier(column));
  await client.query(
    // Identity columns keep their numbers.
    `insert into ${name} (${into.join(', ')}) overriding system value
     select ${into.map((column) => `r.${column}`).join(', ')} from unnest($1::text[]::${name}[]) r`,
    [rows],
  );
}

/**
 * Drops all foreign keys, because tables refer to each other, also in cycles. The caller restores them after loading the rows,
 * which checks them.
 */
async function dropForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}
