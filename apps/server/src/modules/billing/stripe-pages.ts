import type Stripe from 'stripe';

/** Number of newest pages to list; earlier ones have expired. */
const pagesMax = 100;

/** Closes the pages on which a customer can still pay. Returns all listed pages, as they were before. */
export async function closePages(
  stripe: Stripe,
  customer: string,
): Promise<Stripe.Checkout.Session[]> {
  const { data } = await stripe.checkout.sessions.list({ customer, limit: pagesMax });
  for (const { id, status } of data) if (status === 'open') await close(stripe, id);
  return data;
}

/** Closes a page. Stripe refuses this if the page was paid or closed after it was listed. */
async function close(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (refused) {
    const { status } = await stripe.checkout.sessions.retrieve(id);
    if (status === 'open') throw refused;
  }
}
