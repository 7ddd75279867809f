import type { Failure, Suite, SuiteEnvironment } from '@parley/suite';
import { and, eq } from 'drizzle-orm';
import { runs } from '../../../db/schema/runs.ts';
import { inTransaction, type WorkScope } from '../../../platform/database/scope.ts';
import { findEnvironment, openSecrets } from '../../environments/environments.ts';
import { keepRunEnvironment } from '../log/run-environments.ts';
import type { ClaimedRun } from '../log/run-row.ts';
import { type Lease, LeaseLostError } from './run-log.ts';

/** Values that a run uses, or the failure if they cannot be opened. Both are absent if the run has only a label. */
interface OpenedEnvironment {
  environment?: SuiteEnvironment;
  failure?: Failure;
}

/**
 * Opens the environment of a run with its values at the beginning of the run, and stores its version and variables with the
 * run.
 *
 * @param hasStarted true if another worker began the run; the rest then has to use the same values
 */
export async function openEnvironment(
  scope: WorkScope,
  secret: string,
  { run, suite, lease, hasStarted }: RunToOpen,
): Promise<OpenedEnvironment> {
  const { environmentId, environmentVersion, environment: name } = run;
  if (environmentId === null || suite.configuration.syntax !== 2) return {};
  const row = await findEnvironment(scope, environmentId);
  if (!row) return { failure: wasDeleted(name) };
  if (hasStarted && row.version !== environmentVersion) return { failure: wasChanged(name) };
  const secrets = opened(() => openSecrets(secret, row));
  if (!secrets) return { failure: notOpened(name) };
  const { version, variables } = row;
  await inTransaction(scope, async (inside) => {
    const [held] = await inside.db
      .update(runs)
      .set({ environmentVersion: version })
      .where(
        and(
          eq(runs.id, lease.runId),
          eq(runs.leaseOwner, lease.owner),
          eq(runs.attempt, lease.attempt),
        ),
      )
      .returning({ id: runs.id });
    if (!held) throw new LeaseLostError(`Run ${lease.runId} is no longer ours`);
    await keepRunEnvironment(inside, run.id, { variables, secrets: Object.keys(secrets) });
  });
  return { environment: { name: name ?? row.name, variables, secrets } };
}

interface RunToOpen {
  run: ClaimedRun;
  suite: Suite;
  lease: Lease;
  hasStarted: boolean;
}

/** Opens secrets. Discards the error, which could contain what it failed to read. */
function opened<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

const wasDeleted = (name: string | null): Failure => ({
  class: 'configuration',
  code: 'environment-deleted',
  message: `The environment “${name}” was deleted before the run could use it.`,
  hint: 'Start the run again in another environment.',
});

const wasChanged = (name: string | null): Failure => ({
  class: 'configuration',
  code: 'environment-changed',
  message: `The environment “${name}” was changed while the run was interrupted, so the rest would use other values.`,
  hint: 'Start the run again.',
});

const notOpened = (name: string | null): Failure => ({
  class: 'configuration',
  code: 'environment-sealed',
  message: `The secrets of the environment “${name}” cannot be read: the secret of the installation was replaced.`,
  hint: 'Set the secrets of the environment again.',
});
