import type { Failure, SuiteEnvironment } from '@parley/suite';
import type { WorkScope } from '../../platform/database/scope.ts';
import { findEnvironment } from './environments.queries.ts';
import { openSecrets } from './sealed-secrets.ts';

interface ValuesToOpen {
  environmentId: string;
  /** Name of the environment when the work was started. */
  name: string | null;
  /** The only version that may be used. */
  version?: number | null;
  /** The work that uses the values, in words, such as "run". */
  work: string;
  /** Why another version may not be used, as the end of a sentence. */
  whyChanged?: string;
}

/** Values of an environment with their version, or the reason why they cannot be used. */
type OpenedValues =
  | { environment: SuiteEnvironment; version: number }
  | { failure: Failure; environment?: undefined };

/** Reads the values of an environment and decrypts its secrets. Only for workers, right before they use the values. */
export async function openValues(
  scope: WorkScope,
  secret: string,
  { environmentId, name, version, work, whyChanged = '' }: ValuesToOpen,
): Promise<OpenedValues> {
  const row = await findEnvironment(scope, environmentId);
  if (!row) return { failure: wasDeleted(name, work) };
  if (version !== undefined && row.version !== version)
    return { failure: wasChanged(name, work, whyChanged) };
  const secrets = opened(() => openSecrets(secret, row));
  if (!secrets) return { failure: notOpened(name) };
  return {
    environment: { name: name ?? row.name, variables: row.variables, secrets },
    version: row.version,
  };
}

/** Opens secrets. Discards the error, which could contain what it failed to read. */
function opened<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

const wasDeleted = (name: string | null, work: string): Failure => ({
  class: 'configuration',
  code: 'environment-deleted',
  message: `The environment “${name}” was deleted before the ${work} could use it.`,
  hint: `Start the ${work} again in another environment.`,
});

const wasChanged = (name: string | null, work: string, why: string): Failure => ({
  class: 'configuration',
  code: 'environment-changed',
  message: `The environment “${name}” was changed ${why}.`,
  hint: `Start the ${work} again.`,
});

const notOpened = (name: string | null): Failure => ({
  class: 'configuration',
  code: 'environment-sealed',
  message: `The secrets of the environment “${name}” cannot be read: the secret of the installation was replaced.`,
  hint: 'Set the secrets of the environment again.',
});
