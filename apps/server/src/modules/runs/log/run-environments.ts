/** Stores the values of the environments that runs used, without the values of secrets. */
import type { SuiteEnvironment } from '@parley/suite';
import { and, eq } from 'drizzle-orm';
import { runEnvironments } from '../../../db/schema/runs.ts';
import type { WorkScope } from '../../../platform/database/scope.ts';
import type { RunRow } from './run-row.ts';

export type KeptEnvironment = Pick<typeof runEnvironments.$inferSelect, 'variables' | 'secrets'>;

/** Replaces the stored environment of a run. */
export async function keepRunEnvironment(
  { db, organizationId }: WorkScope,
  runId: string,
  kept: KeptEnvironment,
): Promise<void> {
  await db
    .insert(runEnvironments)
    .values({ runId, organizationId, ...kept })
    .onConflictDoUpdate({ target: runEnvironments.runId, set: kept });
}

/** @returns undefined if the run has only a label, or no worker has taken it yet */
export async function findRunEnvironment(
  { db, organizationId }: WorkScope,
  runId: string,
): Promise<KeptEnvironment | undefined> {
  const [row] = await db
    .select({ variables: runEnvironments.variables, secrets: runEnvironments.secrets })
    .from(runEnvironments)
    .where(
      and(eq(runEnvironments.runId, runId), eq(runEnvironments.organizationId, organizationId)),
    );
  return row;
}

/** Returns the environment of a stored run, in which each secret is `***`, as in its events. Null if the run has none. */
export async function storedEnvironment(
  scope: WorkScope,
  { id, environment }: Pick<RunRow, 'id' | 'environment'>,
): Promise<SuiteEnvironment | null> {
  const kept = await findRunEnvironment(scope, id);
  if (!kept) return null;
  const secrets = Object.fromEntries(kept.secrets.map((name) => [name, '***']));
  return { name: environment ?? '', variables: kept.variables, secrets };
}
