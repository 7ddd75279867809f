import type Stripe from 'stripe';

/** Page size: more subscriptions than any customer has. */
const subscriptionsMax = 100;

/** Lists all current and former subscriptions of a customer. */
export async function listSubscriptions(
  stripe: Stripe,
  customer: string,
): Promise<Stripe.Subscription[]> {
  const { data } = await stripe.subscriptions.list({
    customer,
    status: 'all',
    limit: subscriptionsMax,
  });
  return data;
}

/** @returns true if the subscription charges money or can do so again; an unpaid or paused one does so once a card works */
export function isAlive({ status }: Stripe.Subscription): boolean {
  return status !== 'canceled' && status !== 'incomplete_expired';
}
