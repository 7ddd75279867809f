/**
 * Replaces the installation's secret and keeps everything that was sealed with the previous one. One transaction seals all values
 * anew and registers the new secret, so an interrupted rotation has changed nothing, or everything.
 */
import { refuseRunning } from './accept-secret.ts';
import { resealSecrets } from './modules/environments/environments.ts';
import { forgetSigningKeys } from './modules/identity/identity.ts';
import { resealAlertChannels } from './modules/monitoring/monitoring.ts';
import { resealWebhooks } from './modules/webhooks/webhooks.ts';
import type { Config } from './platform/config/config.ts';
import { adoptNextSecret, findSecret, readNextSecret } from './platform/config/secret.ts';
import type { Database } from './platform/database/db.ts';
import {
  completeRotation,
  findCheck,
  replaceSecret,
} from './platform/database/installation-secret.ts';
import { StartError } from './platform/errors/start-error.ts';
import { checkOfSecret, type Resealed, type SecretChange } from './platform/security/seal.ts';

type RotationConfig = Pick<Config, 'secret' | 'previousSecret' | 'dataFolder'>;

/** What is sealed, in words, and how it is sealed anew. */
const sealed: readonly [string, (db: Database, change: SecretChange) => Promise<Resealed>][] = [
  ['secrets of environments', resealSecrets],
  ['alert channels', resealAlertChannels],
  ['webhooks', resealWebhooks],
];

/**
 * Rotates the secret: from `PARLEY_PREVIOUS_SECRET` to `PARLEY_SECRET`, or from the one in the data folder to a new one there. It
 * can be repeated after an interruption.
 *
 * @returns the message to print
 * @throws StartError if processes are running, or the previous secret is not that of the database
 */
export async function rotateSecret(db: Database, config: RotationConfig): Promise<string> {
  await refuseRunning(db);
  const { dataFolder } = config;
  const isInFolder = config.secret === undefined;
  const known = await findCheck(db);
  if (isInFolder && completeRotation(dataFolder, known)) return `${alreadyDone} ${consequences}`;
  if (config.secret !== undefined && checkOfSecret(config.secret) === known) return alreadyDone;
  const change = changeOf(config);
  if (known !== checkOfSecret(change.from)) throw wrongPrevious(isInFolder);
  const done = await db.transaction(async (tx) => {
    const told: string[] = [];
    for (const [what, resealAll] of sealed) {
      const { done, unreadable } = await resealAll(tx, change);
      told.push(`${what}: ${done}${unreadable > 0 ? ` (${unreadable} unreadable)` : ''}`);
    }
    await replaceSecret(tx, change.to);
    await forgetSigningKeys(tx);
    // A process that has started since would seal values with the previous secret.
    await refuseRunning(tx);
    return told;
  });
  if (isInFolder) adoptNextSecret(dataFolder);
  const unreadable = done.some((line) => line.includes('unreadable'))
    ? ' What was unreadable before has to be entered again.'
    : '';
  return `The secret was rotated. Sealed anew: ${done.join(', ')}.${unreadable} ${consequences}`;
}

function changeOf({ secret: to, previousSecret: from, dataFolder }: RotationConfig): SecretChange {
  if (to !== undefined) {
    if (from === undefined)
      throw new StartError(
        'PARLEY_PREVIOUS_SECRET is not set. Set it to the secret that PARLEY_SECRET replaces, and run this again.',
      );
    return { from, to };
  }
  const kept = findSecret(undefined, dataFolder);
  if (kept === undefined)
    throw new StartError(
      `There is no secret in ${dataFolder}. Set PARLEY_DATA_DIR as it is set for the servers, or put the file back.`,
    );
  return { from: kept, to: readNextSecret(dataFolder) };
}

const alreadyDone = 'The installation already uses this secret.';

const consequences =
  'Everyone has to sign in again, and unsubscribe links in earlier emails no longer work. Make a new backup: ' +
  'earlier ones belong to the previous secret.';

const wrongPrevious = (isInFolder: boolean) =>
  new StartError(
    `${isInFolder ? 'The secret in the data folder' : 'PARLEY_PREVIOUS_SECRET'} is not the secret of this database, so nothing ` +
      'was changed. If that one is lost, run accept-secret instead (see docs/operating.md).',
  );
