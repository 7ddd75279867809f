import type Stripe from 'stripe';

/** More subscriptions than this no customer has had. */
const subscriptionsMax = 100;

/** All that a customer has and had. */
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

/** Whether it takes money, or may again: one that is unpaid or paused does so once there is a card. */
export function isAlive({ status }: Stripe.Subscription): boolean {
  return status !== 'canceled' && status !== 'incomplete_expired';
}
