/**
 * Ensures that all processes of an installation have the same secret: values that one process encrypts with another secret
 * could not be decrypted by the others.
 */
import { join } from 'node:path';
import { installation } from '../../db/schema/installation.ts';
import type { Config } from '../config/config.ts';
import { adoptNextSecret, findNextSecret, findSecret, readSecret } from '../config/secret.ts';
import { StartError } from '../errors/start-error.ts';
import { checkOfSecret } from '../security/seal.ts';
import type { Database } from './db.ts';

type SecretConfig = Pick<Config, 'secret' | 'dataFolder'>;

/**
 * Returns the secret of this process. The first process on a database registers its secret as the installation's.
 * @throws StartError if the installation has a different secret
 */
export async function readInstallationSecret(
  db: Database,
  { secret: configured, dataFolder }: SecretConfig,
): Promise<string> {
  const known = await findCheck(db);
  if (configured === undefined) completeRotation(dataFolder, known);
  // The installation's secret is known, so a new one would be wrong.
  const read = known === undefined ? readSecret : findSecret;
  const secret = read(configured, dataFolder);
  if (secret === undefined) throw noSecret(dataFolder);
  const check = checkOfSecret(secret);
  if ((known ?? (await adopt(db, check))) === check) return secret;
  throw otherSecret(
    configured === undefined ? `in ${join(dataFolder, 'secret')}` : 'in PARLEY_SECRET',
  );
}

/**
 * Adopts the next secret in the data folder if the database already uses it: a rotation was interrupted right after its
 * transaction.
 *
 * @returns true if there was one to adopt
 */
export function completeRotation(dataFolder: string, known: string | undefined): boolean {
  const next = findNextSecret(dataFolder);
  if (next === undefined || checkOfSecret(next) !== known) return false;
  adoptNextSecret(dataFolder);
  return true;
}

/** Registers this secret as the installation's, in place of the previous one. */
export async function replaceSecret(db: Database, secret: string): Promise<void> {
  const secretCheck = checkOfSecret(secret);
  await db
    .insert(installation)
    .values({ secretCheck })
    .onConflictDoUpdate({ target: installation.id, set: { secretCheck } });
}

/**
 * Registers this secret unless another process was faster.
 *
 * @returns the check of the registered secret
 */
async function adopt(db: Database, secretCheck: string): Promise<string | undefined> {
  await db.insert(installation).values({ secretCheck }).onConflictDoNothing();
  return findCheck(db);
}

/** Returns the check of the installation's secret; undefined before its first start. */
export async function findCheck(db: Database): Promise<string | undefined> {
  const [row] = await db.select().from(installation);
  return row?.secretCheck;
}

const remedy =
  'Set PARLEY_SECRET (or PARLEY_SECRET_FILE) to the value that its other processes have, or put the ' +
  'file back that held it in the data folder. To change the secret on purpose, stop all processes and ' +
  'run: npm run operator -- rotate-secret, or accept-secret if the previous one is lost (see docs/operating.md).';

const noSecret = (dataFolder: string) =>
  new StartError(
    `The database belongs to an installation with a secret; PARLEY_SECRET is not set and there is none in ${dataFolder}. ${remedy}`,
  );

const otherSecret = (which: string) =>
  new StartError(
    `The secret ${which} does not belong to this database: values that the installation encrypted could not be decrypted. ${remedy}`,
  );
