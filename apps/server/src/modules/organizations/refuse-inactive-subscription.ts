import { ApiError } from '../../platform/api-error.ts';
import type { WorkScope } from '../../platform/scope.ts';
import { findOpenOrganization } from './organizations.queries.ts';

/** Nothing is carried out for an organization that is locked. */
export async function refuseInactiveSubscription(scope: WorkScope): Promise<void> {
  if (!(await findOpenOrganization(scope))) throw new ApiError('subscription_inactive');
}
