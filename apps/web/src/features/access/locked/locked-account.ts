import type { Organization } from '@parley/contract';
import { subscriptionState } from '#/lib/session/subscription.ts';

export interface LockedTexts {
  title: string;
  text: string;
}

/** Explains why the account is locked. A trial that has ended also counts as disabled, so the trial is checked first. */
export function lockedTexts(
  organization: Pick<Organization, 'name' | 'subscription'> | null,
  now: number,
): LockedTexts {
  if (organization === null) {
    return {
      title: 'Access Restricted',
      text: 'None of your organizations has an active subscription. Please contact support for help.',
    };
  }
  const { isTrialEnded } = subscriptionState(organization.subscription, now);
  return isTrialEnded
    ? {
        title: 'Trial Period Has Ended',
        text: `The trial of ${organization.name} is over. Please subscribe to a plan to continue; your projects and results are kept.`,
      }
    : {
        title: 'Subscription Disabled',
        text: `The subscription of ${organization.name} is not active. Please contact support to reactivate it; your projects and results are kept.`,
      };
}
