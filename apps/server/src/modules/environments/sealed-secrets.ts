/** Secrets of an environment: sealed in the database, opened only by the worker that executes a run. */
import type { SealedSecret } from '../../db/schema/environments.ts';
import { seal, unseal } from '../../platform/security/seal.ts';
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
