import type { DevicePlatform } from '@parley/contract';
import { ApiError } from '../../platform/api-error.ts';
import { found } from '../../platform/found.ts';
import type { Scope } from '../../platform/scope.ts';
import { plans } from '../catalogue/catalogue.ts';
import { findOrganization } from '../organizations/organizations.ts';

const names: Record<DevicePlatform, string> = { webchat: 'Webchat', phone: 'Phone' };

/** Refuses a platform that the organization's plan does not include. An unknown plan includes all. */
export async function refusePlatformBeyondPlan(
  scope: Scope,
  platform: DevicePlatform,
): Promise<void> {
  const { planId } = found(await findOrganization(scope));
  const plan = plans.find(({ id }) => id === planId);
  if (plan === undefined || plan.benefits.platforms.includes(platform)) return;
  throw new ApiError('not_allowed', {
    message: `${names[platform]} devices are not part of the ${plan.name} plan.`,
    hint: 'Another plan includes it: see Billing & Usage.',
  });
}
