import { eq } from 'drizzle-orm';
import { organizations } from '../../db/schema/organizations.ts';
import type { WorkScope } from '../../platform/database/scope.ts';
import { isSubscriptionActive } from './is-subscription-active.ts';
import type { OrganizationRow } from './organizations.queries.ts';

type Subscription = Pick<
  OrganizationRow,
  'subscriptionStatus' | 'planId' | 'subscriptionEndsAt' | 'quotas'
>;

/** Reads and locks the subscription of an organization, so that changes to it happen one after the other. */
export async function lockSubscription(
  scope: WorkScope,
): Promise<(Subscription & { isOpen: boolean }) | undefined> {
  const [row] = await scope.db
    .select({
      subscriptionStatus: organizations.subscriptionStatus,
      planId: organizations.planId,
      subscriptionEndsAt: organizations.subscriptionEndsAt,
      quotas: organizations.quotas,
      isOpen: isSubscriptionActive,
    })
    .from(organizations)
    .where(eq(organizations.id, scope.organizationId))
    .for('no key update');
  return row;
}

export async function writeSubscription(
  scope: WorkScope,
  change: Partial<Subscription & Pick<OrganizationRow, 'trialPausedAt'>>,
): Promise<void> {
  await scope.db
    .update(organizations)
    .set(change)
    .where(eq(organizations.id, scope.organizationId));
}
