/** `npm run restore -- FILE [--force]`: restores a backup into a stopped installation. */

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { counted } from '@parley/suite';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as schema from './db/schema/index.ts';
import { tableNames } from './db/table-names.ts';
import type { BackupManifest } from './platform/backup/backup-format.ts';
import { readBackup } from './platform/backup/read-backup.ts';
import { loadBackup } from './platform/backup/restore-backup.ts';
import { intoBucket, intoFolder, type RestoredFiles } from './platform/backup/restored-files.ts';
import { type Config, readConfig } from './platform/config/config.ts';
import { migrateAround, refuseOtherTables } from './platform/database/migrations.ts';
import { connectEmbedded } from './platform/database/open-embedded.ts';
import { StartError } from './platform/errors/start-error.ts';
import { whatWentWrong } from './platform/errors/what-went-wrong.ts';
import { createLog, type Log } from './platform/observability/log.ts';
import { checkOfSecret } from './platform/security/seal.ts';
import { s3Storage } from './platform/storage/s3-storage.ts';
import { filesFolderOf } from './platform/storage/storage-of.ts';
import { settleRestored } from './settle-restored.ts';

const help = `npm run restore -- FILE [--force]
Restores what a backup holds, into an installation that is stopped.

  --force   replace what the installation holds

See docs/operating.md.`;

interface Target {
  client: pg.ClientBase;
  /** Opens an empty database in place of this one. The old one is moved aside unless it is empty. */
  putAside?(): Promise<Target>;
  close(): Promise<void>;
}

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      force: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [path, ...more] = positionals;
  if (values.help) console.log(help);
  else if (path === undefined || more.length > 0)
    throw new StartError('Name the file to restore: npm run restore -- parley.backup');
  else await restore(resolve(path), values.force);
} catch (error) {
  console.error(whatWentWrong(error));
  process.exitCode = 1;
}

async function restore(path: string, isForced: boolean): Promise<void> {
  const config = readConfig(process.env);
  // Reads the whole backup before changing anything.
  let manifest: BackupManifest | undefined;
  await readBackup(path, {
    async manifest(read) {
      manifest = read;
    },
  });
  if (manifest === undefined) throw new StartError(`${path} is empty.`);
  const secret = secretFor(manifest, config);
  refuseOtherTables(manifest);
  let target = await openTarget(config, createLog('warn'));
  try {
    if (!isForced && !(await isEmpty(target.client)))
      throw new StartError(
        'The database is not empty. Restore into an empty one (another ' +
          'PARLEY_DATA_DIR or DATABASE_URL), or add --force to replace what it holds.',
      );
    if (target.putAside && (await hasTables(target.client))) target = await target.putAside();
    const kept = config.secret === undefined ? layReady(config.dataFolder, secret) : undefined;
    const restoredFiles = filesInto(config);
    const { rows, files } = await load(target.client, path, restoredFiles, manifest);
    // The rows are committed, so the secret that decrypts them has to take effect.
    kept?.takeEffect();
    const aside = await restoredFiles.finish();
    if (aside) console.log(`Files that were there are kept in ${aside}.`);
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    console.log(
      `Restored ${counted(total, 'row')} and ${counted(files, 'file')} of ${manifest.madeAt}.`,
    );
    console.log(
      'Emails and alerts that were waiting at that time are not sent, and open runs are closed.',
    );
  } finally {
    await target.close();
  }
}

/** Writes the secret to a temporary file before any data is replaced: without it, the restored rows cannot be decrypted. */
function layReady(folder: string, secret: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const waiting = join(folder, 'secret.restored');
  writeFileSync(waiting, secret, { mode: 0o600 });
  const path = join(folder, 'secret');
  return {
    takeEffect() {
      // A database that was moved aside needs its own secret.
      if (existsSync(path) && readFileSync(path, 'utf8').trim() !== secret)
        renameSync(path, `${path}.before-restore-${Date.now()}`);
      renameSync(waiting, path);
    },
  };
}

/** Removes existing data and loads the backup in one transaction, so that a failed restore changes nothing. */
async function load(
  client: pg.ClientBase,
  path: string,
  files: RestoredFiles,
  manifest: BackupManifest,
) {
  const db = drizzle(client as pg.Client, { schema });
  let end: Awaited<ReturnType<typeof loadBackup>> = { rows: {}, files: 0 };
  await db.transaction(async (tx) => {
    if (await hasTables(client)) await removeTables(client);
    await migrateAround(tx, manifest.migration, async () => {
      end = await loadBackup(client, path, files);
    });
    await settleRestored(tx);
  });
  return end;
}

async function removeTables(client: pg.ClientBase): Promise<void> {
  for (const name of [...tableNames, 'migrations'])
    await client.query(`drop table if exists public.${pg.escapeIdentifier(name)} cascade`);
  await client.query('drop schema if exists pgboss cascade');
}

function filesInto({ s3, dataFolder }: Config): RestoredFiles {
  return s3 ? intoBucket(s3Storage(s3)) : intoFolder(filesFolderOf(dataFolder));
}

/** Finds the secret that the installation had at the time of the backup: no other one decrypts the values in its database. */
function secretFor({ secret, secretCheck }: BackupManifest, config: Config): string {
  const kept = join(config.dataFolder, 'secret');
  const own =
    config.secret ?? secret ?? (existsSync(kept) ? readFileSync(kept, 'utf8').trim() : '');
  if (checkOfSecret(own) === secretCheck) return own;
  throw new StartError(
    config.secret === undefined
      ? 'The backup does not contain the secret that its installation got from PARLEY_SECRET. ' +
          'Set PARLEY_SECRET to that one and restore again.'
      : 'PARLEY_SECRET is not the secret of the installation that was backed up. Set it ' +
          'to that one' +
          (secret === null ? '' : ', or leave it out: the backup holds it') +
          '.',
  );
}

function openTarget(config: Config, log: Log): Promise<Target> {
  return config.databaseUrl === undefined
    ? openFolder(config.dataFolder, log)
    : openPostgresql(config.databaseUrl);
}

async function openFolder(dataFolder: string, log: Log): Promise<Target> {
  const embedded = await connectEmbedded(dataFolder, log);
  const client = await embedded.pool.connect();
  const close = async () => {
    client.release();
    await embedded.close();
  };
  return {
    client,
    close,
    async putAside() {
      const isUsed = !(await isEmpty(client));
      await close();
      const folder = join(dataFolder, 'database');
      const aside = `${folder}.before-restore-${Date.now()}`;
      if (isUsed) {
        renameSync(folder, aside);
        console.log(`What was there is kept in ${aside}.`);
      } else rmSync(folder, { recursive: true });
      return openFolder(dataFolder, log);
    },
  };
}

async function openPostgresql(connectionString: string): Promise<Target> {
  const client = new pg.Client({ connectionString, application_name: 'parley restore' });
  await client.connect();
  const { rows } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name in ('parley', 'parley listener')`,
  );
  if (rows.length > 0) {
    await client.end();
    throw new StartError('Servers are using this database. Stop them all, then restore.');
  }
  return { client, close: () => client.end() };
}

/** @returns true if the database has neither users nor organizations, for example after a first start without a sign-up */
async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  if (!(await hasTables(client))) return true;
  const { rowCount } = await client.query(
    'select from public.users union all select from public.organizations limit 1',
  );
  return rowCount === 0;
}

async function hasTables(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('public.users') as name");
  return rows[0].name !== null;
}
