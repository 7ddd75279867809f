import type { Scope } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors/found.ts';
import { recount } from './recount.ts';
import { deleteSuite, lockSuite, type SuiteRow } from './suites.queries.ts';

/** Removes a suite. Call it in a deletion (`inDeletion`). */
export async function removeSuite(scope: Scope, suiteId: string): Promise<SuiteRow> {
  const before = found(await lockSuite(scope, suiteId));
  await recount(scope, before, undefined);
  await deleteSuite(scope, suiteId);
  return before;
}
