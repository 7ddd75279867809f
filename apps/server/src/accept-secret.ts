import { sql } from 'drizzle-orm';
import { serverProcesses } from './db/schema/server-processes.ts';
import { forgetSigningKeys } from './modules/identity/identity.ts';
import type { Config } from './platform/config/config.ts';
import { readSecret } from './platform/config/secret.ts';
import type { Database } from './platform/database/db.ts';
import { replaceSecret } from './platform/database/installation-secret.ts';
import { StartError } from './platform/errors/start-error.ts';

/** Seconds without a heartbeat after which a process counts as stopped; heartbeats come every five seconds. */
const silentAfterS = 15;

/**
 * Replaces the installation's secret with the configured one and signs everyone out.
 *
 * @returns the message to print
 */
export async function acceptSecret(
  db: Database,
  { secret: configured, dataFolder }: Config,
): Promise<string> {
  await refuseRunning(db);
  const secret = readSecret(configured, dataFolder);
  await db.transaction(async (tx) => {
    await replaceSecret(tx, secret);
    await forgetSigningKeys(tx);
  });
  return (
    'The installation now uses this secret. Everyone has to sign in again, unsubscribe links in earlier emails ' +
    'no longer work, and the addresses of alert channels have to be entered again.'
  );
}

/** @throws StartError if a process of the installation is running, which would go on with the previous secret */
export async function refuseRunning(db: Database): Promise<void> {
  const alive = await db.$count(
    serverProcesses,
    sql`${serverProcesses.seenAt} > now() - make_interval(secs => ${silentAfterS})`,
  );
  if (alive === 0) return;
  throw new StartError(
    'Processes of this installation are running with the previous secret. Stop them all, then run this again.',
  );
}
