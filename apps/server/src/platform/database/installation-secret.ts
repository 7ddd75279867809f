/** Ensures that an installation has one secret: a process with another one would encrypt what the others cannot decrypt. */
import { join } from 'node:path';
import { installation } from '../../db/schema/installation.ts';
import type { Config } from '../config/config.ts';
import { findSecret, readSecret } from '../config/secret.ts';
import { StartError } from '../errors/start-error.ts';
import { checkOfSecret } from '../security/seal.ts';
import type { Database } from './db.ts';

type SecretConfig = Pick<Config, 'secret' | 'dataFolder'>;

/**
 * Returns the secret of this process. The first process on a database makes its own secret that of the installation.
 * @throws StartError if the installation has a different secret
 */
export async function readInstallationSecret(
  db: Database,
  { secret: configured, dataFolder }: SecretConfig,
): Promise<string> {
  const known = await findCheck(db);
  // One that is made now can't be that of the installation.
  const read = known === undefined ? readSecret : findSecret;
  const secret = read(configured, dataFolder);
  if (secret === undefined) throw noSecret(dataFolder);
  const check = checkOfSecret(secret);
  if ((known ?? (await adopt(db, check))) === check) return secret;
  throw otherSecret(
    configured === undefined ? `in ${join(dataFolder, 'secret')}` : 'in PARLEY_SECRET',
  );
}

/** Replaces the installation's secret. */
export async function replaceSecret(db: Database, secret: string): Promise<void> {
  const secretCheck = checkOfSecret(secret);
  await db
    .insert(installation)
    .values({ secretCheck })
    .onConflictDoUpdate({ target: installation.id, set: { secretCheck } });
}

/** Stores this secret unless another process was first. @returns the valid check */
async function adopt(db: Database, secretCheck: string): Promise<string | undefined> {
  await db.insert(installation).values({ secretCheck }).onConflictDoNothing();
  return findCheck(db);
}

async function findCheck(db: Database): Promise<string | undefined> {
  const [row] = await db.select().from(installation);
  return row?.secretCheck;
}

const remedy =
  'Set PARLEY_SECRET (or PARLEY_SECRET_FILE) to the value that its other processes have, or put the ' +
  'file back that held it in the data folder. To change the secret on purpose, stop all processes and ' +
  'run: npm run operator -- accept-secret (see docs/operating.md).';

const noSecret = (dataFolder: string) =>
  new StartError(
    `The database belongs to an installation with a secret; PARLEY_SECRET is not set and there is none in ${dataFolder}. ${remedy}`,
  );

const otherSecret = (which: string) =>
  new StartError(
    `The secret ${which} does not belong to this database: values that the installation encrypted could not be decrypted. ${remedy}`,
  );
