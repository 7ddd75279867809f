import type Stripe from 'stripe';

/** The paid plan of an organization, in our terms. */
export interface Holding {
  subscriptionId: string;
  state: 'paid' | 'past-due' | 'ended';
  /** Null if the price is not one of ours: the plan then stays as it is. */
  planId: string | null;
  renewsAt: Date | null;
  /** When it ends or has ended; null while it renews. */
  endsAt: Date | null;
}

const states: Record<string, Holding['state'] | undefined> = {
  active: 'paid',
  trialing: 'paid',
  past_due: 'past-due',
  unpaid: 'ended',
  paused: 'ended',
  canceled: 'ended',
};

/**
 * Finds the subscription of a customer that counts: the newest active one, otherwise the newest that was active. Null if none
 * ever was; a subscription whose first payment has not gone through is ignored.
 */
export function readSubscription(
  subscriptions: readonly Stripe.Subscription[],
  prices: ReadonlyMap<string, string>,
): Holding | null {
  const known = subscriptions
    .filter(({ status }) => states[status] !== undefined)
    .toSorted((a, b) => Number(isOver(a)) - Number(isOver(b)) || b.created - a.created);
  const [first] = known;
  const state = first && states[first.status];
  if (first === undefined || state === undefined) return null;
  const [item] = first.items.data;
  const planId = [...prices].find(([, price]) => price === item?.price.id)?.[0] ?? null;
  const periodEnd = item?.current_period_end ?? null;
  const endS =
    state === 'ended'
      ? (first.ended_at ?? first.canceled_at)
      : (first.cancel_at ?? (first.cancel_at_period_end ? periodEnd : null));
  return {
    subscriptionId: first.id,
    state,
    planId,
    renewsAt: state === 'ended' || endS !== null ? null : toDate(periodEnd),
    endsAt: toDate(endS),
  };
}

function isOver({ status }: Stripe.Subscription): boolean {
  return states[status] === 'ended';
}

function toDate(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000);
}
