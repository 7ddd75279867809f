import type { Failure, Suite, SuiteEnvironment } from '@parley/suite';
import { and, eq } from 'drizzle-orm';
import { runs } from '../../../db/schema/runs.ts';
import { inTransaction, type WorkScope } from '../../../platform/database/scope.ts';
import { openValues } from '../../environments/environments.ts';
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
  const opened = await openValues(scope, secret, {
    environmentId,
    name,
    ...(hasStarted && { version: environmentVersion }),
    work: 'run',
    whyChanged: 'while the run was interrupted, so the rest would use other values',
  });
  if (!opened.environment) return opened;
  const { version, environment } = opened;
  const { variables, secrets } = environment;
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
  return { environment };
}

interface RunToOpen {
  run: ClaimedRun;
  suite: Suite;
  lease: Lease;
  hasStarted: boolean;
}
