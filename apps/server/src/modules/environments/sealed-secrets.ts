/** Secrets of an environment: sealed in the database, opened only by the worker that executes a run. */
import { asc, eq, gt } from 'drizzle-orm';
import { environments, type SealedSecret } from '../../db/schema/environments.ts';
import type { Database } from '../../platform/database/db.ts';
import { eachById } from '../../platform/database/each-by-id.ts';
import {
  type Resealed,
  reseal,
  type SecretChange,
  seal,
  unseal,
} from '../../platform/security/seal.ts';
import type { EnvironmentRow } from './environments.queries.ts';

/** Binds a secret to its environment and name, so that it cannot be unsealed under another one. */
const purposeOf = (environmentId: string, name: string) =>
  `environment-secret:${environmentId}:${name}`;

export function sealSecrets(
  secret: string,
  environmentId: string,
  values: Readonly<Record<string, string>>,
  setAt: string,
): Record<string, SealedSecret> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      { sealed: seal(secret, purposeOf(environmentId, name), value), setAt },
    ]),
  );
}

/** @throws Error if the values were sealed with a different secret of the installation */
export function openSecrets(
  secret: string,
  { id, secrets }: Pick<EnvironmentRow, 'id' | 'secrets'>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(secrets).map(([name, { sealed }]) => [
      name,
      unseal(secret, purposeOf(id, name), sealed),
    ]),
  );
}

/**
 * Seals the secrets of all environments with another secret of the installation. Values and versions stay the same. Call it in a
 * transaction.
 */
export async function resealSecrets(db: Database, change: SecretChange): Promise<Resealed> {
  const total = { done: 0, unreadable: 0 };
  await eachById(
    (after, most) =>
      db
        .select({ id: environments.id, secrets: environments.secrets })
        .from(environments)
        .where(gt(environments.id, after))
        .orderBy(asc(environments.id))
        .limit(most),
    async ({ id, secrets }) => {
      const entries = Object.entries(secrets).map(([name, stored]) => {
        const sealed = reseal(change, purposeOf(id, name), stored.sealed);
        total[sealed === undefined ? 'unreadable' : 'done'] += 1;
        return [name, sealed === undefined ? stored : { ...stored, sealed }] as const;
      });
      if (entries.length > 0)
        await db
          .update(environments)
          .set({ secrets: Object.fromEntries(entries) })
          .where(eq(environments.id, id));
    },
  );
  return total;
}
