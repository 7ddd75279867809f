import { planAllowsMonitoring } from '@parley/contract';
import { ApiError } from '../../platform/api-error.ts';
import { found } from '../../platform/found.ts';
import { inTransaction, type Scope } from '../../platform/scope.ts';
import { findOrganization } from '../organizations/organizations.ts';
import { lockSuite, type SuiteRow, updateSuite } from './suites.queries.ts';

/** Refuses to switch on what the plan leaves out; switching off always works. */
export function switchMonitoring(
  scope: Scope,
  suiteId: string,
  isMonitoring: boolean,
): Promise<SuiteRow> {
  return inTransaction(scope, async (inside) => {
    const { planId } = found(await findOrganization(inside));
    found(await lockSuite(inside, suiteId));
    if (isMonitoring && !planAllowsMonitoring(planId)) throw planWithoutMonitoring();
    return found(await updateSuite(inside, suiteId, { isMonitoring }));
  });
}

function planWithoutMonitoring(): ApiError {
  return new ApiError('not_allowed', {
    message: 'Monitoring is not part of the Startup plan.',
    hint: 'Contact sales to change the plan.',
  });
}
