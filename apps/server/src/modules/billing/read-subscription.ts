import type Stripe from 'stripe';

/** A customer's subscription, reduced to what Parley needs. */
export interface Holding {
  subscriptionId: string;
  state: 'paid' | 'past-due' | 'ended';
  /** Null if no plan is configured for the price; the organization then keeps its plan. */
  planId: string | null;
  renewsAt: Date | null;
  /** When the subscription ends or ended; null while it renews. */
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
 * Picks the subscription that applies to a customer: the newest that has not ended, otherwise the newest that has. Ignores
 * subscriptions whose first payment has not succeeded. Returns null if no other subscription exists.
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
