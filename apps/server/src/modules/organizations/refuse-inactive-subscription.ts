import { ApiError } from '../../platform/api-error.ts';
import type { WorkScope } from '../../platform/scope.ts';
import { findOrganization } from './organizations.queries.ts';

/** Nothing is carried out for an organization that is locked. */
export async function refuseInactiveSubscription(scope: WorkScope): Promise<void> {
  const organization = await findOrganization(scope);
  const isActive = ['trial', 'enabled'].includes(organization?.subscriptionStatus ?? '');
  if (!isActive) throw new ApiError('subscription_inactive');
}
