import { ApiError } from '../../platform/api-error.ts';
import { found } from '../../platform/found.ts';
import type { Scope } from '../../platform/scope.ts';
import { findOrganization } from '../organizations/organizations.ts';
import { findAccount, insertAccount } from './billing-accounts.queries.ts';
import { asking, type Payments } from './stripe-client.ts';

/** The address of a page of Stripe that sells the plan. */
export async function openCheckout(
  scope: Scope,
  { stripe, config, billingUrl }: Payments,
  planId: string,
): Promise<string> {
  const price = config.prices.get(planId);
  if (price === undefined) {
    throw new ApiError('invalid_request', {
      message: `The plan “${planId}” is not for sale here.`,
      hint: 'Contact sales.',
    });
  }
  const account = await findAccount(scope);
  if (account?.state === 'paid' || account?.state === 'past-due') {
    throw new ApiError('conflict', {
      message: 'The organization has a subscription already.',
      hint: 'Change its plan under “Manage subscription”.',
    });
  }
  const customer = account?.customerId ?? (await createCustomer(scope, stripe));
  // Two pages that both end in a payment would be two subscriptions.
  const open = await asking(
    stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }),
  );
  for (const { id } of open.data) await asking(stripe.checkout.sessions.expire(id));
  const session = await asking(
    stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      client_reference_id: scope.organizationId,
      line_items: [{ price, quantity: 1 }],
      success_url: `${billingUrl}?checkout=done`,
      cancel_url: billingUrl,
    }),
  );
  if (session.url === null) throw new Error('Stripe answered without the address of its page');
  return session.url;
}

/** The key makes it one customer however many ask at once. */
async function createCustomer(scope: Scope, stripe: Payments['stripe']): Promise<string> {
  const { name } = found(await findOrganization(scope));
  const { organizationId } = scope;
  const { id } = await asking(
    stripe.customers.create(
      { name, email: scope.actor.email, metadata: { organizationId } },
      { idempotencyKey: `customer-of-${organizationId}` },
    ),
  );
  await insertAccount(scope, id);
  return found(await findAccount(scope)).customerId;
}
