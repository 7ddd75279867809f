/** `npm run backup -- FILE`: writes everything that an installation stores to one file, even while it runs. */

import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { counted } from '@parley/suite';
import pg from 'pg';
import { keptTableNames } from './db/table-names.ts';
import { writeBackup } from './platform/backup/write-backup.ts';
import { type Config, readConfig } from './platform/config/config.ts';
import { findSecret } from './platform/config/secret.ts';
import { askForCopy } from './platform/database/embedded/copy-desk.ts';
import { FolderInUseError } from './platform/database/embedded/folder-lock.ts';
import { connectEmbedded } from './platform/database/open-embedded.ts';
import { StartError } from './platform/errors/start-error.ts';
import { whatWentWrong } from './platform/errors/what-went-wrong.ts';
import { createLog, type Log } from './platform/observability/log.ts';
import { checkOfSecret } from './platform/security/seal.ts';
import { storageOf } from './platform/storage/storage-of.ts';

const help = `npm run backup -- FILE
Writes everything that this installation holds into the file, also while it runs.
See docs/operating.md.`;

interface Source {
  client: pg.ClientBase;
  close(): Promise<void>;
}

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  const [path, ...more] = positionals;
  if (values.help) console.log(help);
  else if (path === undefined || more.length > 0)
    throw new StartError('Name the file to write: npm run backup -- parley.backup');
  else await backUp(resolve(path));
} catch (error) {
  console.error(whatWentWrong(error));
  process.exitCode = 1;
}

async function backUp(path: string): Promise<void> {
  const config = readConfig(process.env);
  const source = await openSource(config, createLog('warn'));
  try {
    const secret = secretOf(config);
    await refuseOtherSecret(source.client, secret);
    const { rows, files } = await writeBackup(
      {
        client: source.client,
        tables: keptTableNames,
        storage: storageOf(config),
        secret,
        isSecretConfigured: config.secret !== undefined,
      },
      path,
    );
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    console.log(`${path} holds ${counted(total, 'row')} and ${counted(files, 'file')}.`);
    console.log(
      config.secret === undefined
        ? 'It also contains the secret of this installation: keep it where nobody else can read it.'
        : 'Keep PARLEY_SECRET with it: without it, the encrypted values in the backup cannot be read.',
    );
  } finally {
    await source.close();
  }
}

/** Finds the servers' secret. Never creates one, because only theirs decrypts the secrets in the database. */
function secretOf({ secret, dataFolder }: Config): string {
  const found = findSecret(secret, dataFolder);
  if (found !== undefined) return found;
  throw new StartError(
    `There is no secret in ${dataFolder}. Set PARLEY_SECRET or PARLEY_DATA_DIR as it is set for the ` +
      'servers: what is sealed in the database opens with their secret alone.',
  );
}

/** Throws if the secret is not the installation's: it could not decrypt anything in the restored backup. */
async function refuseOtherSecret(client: pg.ClientBase, secret: string): Promise<void> {
  const { rows: tables } = await client.query("select to_regclass('public.installation') as name");
  if (tables[0].name === null) return;
  const { rows } = await client.query('select secret_check from public.installation');
  if (rows.length === 0 || rows[0].secret_check === checkOfSecret(secret)) return;
  throw new StartError(
    "The secret of this command is not the installation's secret. Set PARLEY_SECRET or PARLEY_DATA_DIR " +
      'as it is set for the servers.',
  );
}

async function openSource(config: Config, log: Log): Promise<Source> {
  if (config.databaseUrl !== undefined) return openPostgresql(config.databaseUrl);
  const { dataFolder } = config;
  if (!existsSync(join(dataFolder, 'database')))
    throw new StartError(
      `There is no database in ${dataFolder}. Name its folder by PARLEY_DATA_DIR.`,
    );
  try {
    return await openFolder(dataFolder, log);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    return openCopy(dataFolder, log, error);
  }
}

/** Opens a copy of the data folder, which the running server makes because it has the folder open. */
async function openCopy(dataFolder: string, log: Log, inUse: FolderInUseError): Promise<Source> {
  const copy = await askForCopy(dataFolder);
  if (copy === undefined) throw inUse;
  const removeCopy = () => rmSync(copy, { recursive: true, force: true });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      removeCopy();
      process.exit(1);
    });
  try {
    const source = await openFolder(copy, log);
    return {
      client: source.client,
      async close() {
        await source.close();
        removeCopy();
      },
    };
  } catch (error) {
    removeCopy();
    throw error;
  }
}

async function openFolder(folder: string, log: Log): Promise<Source> {
  const embedded = await connectEmbedded(folder, log);
  const client = await embedded.pool.connect();
  return {
    client,
    async close() {
      client.release();
      await embedded.close();
    },
  };
}

async function openPostgresql(connectionString: string): Promise<Source> {
  const client = new pg.Client({ connectionString, application_name: 'parley backup' });
  await client.connect();
  return { client, close: () => client.end() };
}
