import type Stripe from 'stripe';

/** Earlier ones expired long ago. */
const pagesMax = 100;

/** Closes the pages that a customer can still pay on. Answers with those that there are, closed or paid. */
export async function closePages(
  stripe: Stripe,
  customer: string,
): Promise<Stripe.Checkout.Session[]> {
  const { data } = await stripe.checkout.sessions.list({ customer, limit: pagesMax });
  for (const { id, status } of data) if (status === 'open') await close(stripe, id);
  return data;
}

/** Stripe refuses this if the page was paid or closed since it was listed. */
async function close(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (refused) {
    const { status } = await stripe.checkout.sessions.retrieve(id);
    if (status === 'open') throw refused;
  }
}
