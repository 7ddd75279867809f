import type { WorkScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { findOpenOrganization } from './organizations.queries.ts';

/** @throws ApiError `subscription_inactive` if the organization's subscription is not active */
export async function refuseInactiveSubscription(scope: WorkScope): Promise<void> {
  if (!(await findOpenOrganization(scope))) throw new ApiError('subscription_inactive');
}
