import type Stripe from 'stripe';

/** Number of newest checkout pages to list; older pages have expired. */
const pagesMax = 100;

/** Closes the checkout pages on which a customer can still pay. Returns the listed pages in their previous state. */
export async function closePages(
  stripe: Stripe,
  customer: string,
): Promise<Stripe.Checkout.Session[]> {
  const { data } = await stripe.checkout.sessions.list({ customer, limit: pagesMax });
  for (const { id, status } of data) if (status === 'open') await close(stripe, id);
  return data;
}

/** Closes a page. Ignores Stripe's refusal if the page was paid or closed after it was listed. */
async function close(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (refused) {
    const { status } = await stripe.checkout.sessions.retrieve(id);
    if (status === 'open') throw refused;
  }
}
