import { eq } from 'drizzle-orm';
import { suiteBytes } from '../../db/schema/suite-bytes.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

/**
 * Refuses a change if the suites of the organization are too large together. Call it after storing a text that is longer than
 * the previous one, in the same transaction: the write locks the total until the transaction ends, so concurrent writers cannot
 * exceed the limit together.
 */
export async function refuseTooManyBytes(scope: Scope, bytesMax: number | null): Promise<void> {
  if (bytesMax === null) return;
  const [held] = await scope.db
    .select({ bytes: suiteBytes.bytes })
    .from(suiteBytes)
    .where(eq(suiteBytes.organizationId, scope.organizationId));
  if ((held?.bytes ?? 0) <= bytesMax) return;
  throw new ApiError('limit_reached', {
    message: `The test suites of an organization can have at most ${(bytesMax / 1_000_000).toLocaleString('en-US')} MB together.`,
    hint: 'Delete suites that are no longer needed, or ask the operator of this installation for more.',
  });
}
