/** The specification's subscription table as pure functions. An end date counts as passed unless it is in the future. */
import type { Subscription } from '@parley/contract';

export interface SubscriptionState {
  isActive: boolean;
  isTrial: boolean;
  isTrialEnded: boolean;
  isDisabled: boolean;
}

type Judged = Pick<Subscription, 'status' | 'endDate'>;

const active = { isActive: true, isTrial: false, isTrialEnded: false, isDisabled: false };
const onTrial = { ...active, isTrial: true };
const disabled = { isActive: false, isTrial: false, isTrialEnded: false, isDisabled: true };
const trialEnded = { ...disabled, isTrialEnded: true };

export function subscriptionState(
  subscription: Judged | null | undefined,
  now: number,
): SubscriptionState {
  if (!subscription) return disabled;
  const isPast = hasPassed(subscription.endDate, now);
  switch (subscription.status) {
    case 'trial':
      return isPast ? trialEnded : onTrial;
    case 'enabled':
      return isPast ? disabled : active;
    case 'trialEnded':
      return trialEnded;
    default:
      return disabled;
  }
}

/** Days of 24 hours until the trial ends, rounded up; null without an end date. */
export function trialDaysLeft(subscription: Judged, now: number): number | null {
  if (subscription.endDate === null) return null;
  return Math.ceil((Date.parse(subscription.endDate) - now) / 86_400_000);
}

function hasPassed(endDate: string | null | undefined, now: number): boolean {
  if (!endDate) return false;
  // Written so that an unreadable date counts as passed.
  return !(Date.parse(endDate) > now);
}
