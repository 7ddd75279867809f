import type { WorkScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { findOpenOrganization } from './organizations.queries.ts';

/** Refuses to carry out anything for an organization that is locked. */
export async function refuseInactiveSubscription(scope: WorkScope): Promise<void> {
  if (!(await findOpenOrganization(scope))) throw new ApiError('subscription_inactive');
}
