import type { DevicePlatform } from '@parley/contract';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
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
