import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import type { Platform } from '../../platform/platform.ts';
import { findOrganization } from '../organizations/organizations.ts';
import { findAccount, insertAccount } from './billing-accounts.queries.ts';
import { asking, type Payments } from './stripe-client.ts';
import { closePages } from './stripe-pages.ts';
import { isAlive, listSubscriptions } from './stripe-subscriptions.ts';
import { syncSubscription } from './sync-subscription.ts';

/**
 * Opens a Stripe checkout page for a plan and returns its URL. Payments on two pages would create two subscriptions, so open
 * pages are closed before existing subscriptions are listed.
 *
 * @throws ApiError `conflict` if the organization already has a subscription
 */
export async function openCheckout(
  platform: Pick<Platform, 'db' | 'log' | 'news'>,
  scope: Scope,
  payments: Payments,
  planId: string,
): Promise<string> {
  const { stripe, config, billingUrl } = payments;
  const price = config.prices.get(planId);
  if (price === undefined) {
    throw new ApiError('invalid_request', {
      message: `The plan “${planId}” is not for sale here.`,
      hint: 'Contact sales.',
    });
  }
  const account = await findAccount(scope);
  const customer = account?.customerId ?? (await createCustomer(scope, stripe));
  const pages = await asking(closePages(stripe, customer));
  const alive = (await asking(listSubscriptions(stripe, customer))).filter(isAlive);
  if (alive.length > 0) {
    // The subscription may have been bought a moment ago, so apply it now.
    await asking(syncSubscription(platform, payments, customer));
    throw alreadySubscribed(alive);
  }
  const session = await asking(
    stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer,
        client_reference_id: scope.organizationId,
        line_items: [{ price, quantity: 1 }],
        success_url: `${billingUrl}?checkout=done`,
        cancel_url: billingUrl,
      },
      { idempotencyKey: keyOfNextPage(customer, pages) },
    ),
  );
  if (session.url === null) throw new Error('Stripe answered without the address of its page');
  return session.url;
}

/**
 * Returns the idempotency key for a new page. Two requests that saw the same pages create only one new page. The key contains
 * the minute, because Stripe repeats even its own failures for as long as it knows a key, which is a day.
 */
function keyOfNextPage(customer: string, pages: readonly { id: string }[]): string {
  const minute = new Date().toISOString().slice(0, 16);
  const seen = [customer, minute, ...pages.map(({ id }) => id).toSorted()].join(' ');
  return `checkout-${createHash('sha256').update(seen).digest('base64url')}`;
}

function alreadySubscribed(alive: readonly Stripe.Subscription[]): ApiError {
  if (alive.some(({ status }) => ['active', 'trialing', 'past_due'].includes(status)))
    return new ApiError('conflict', {
      message: 'The organization already has a subscription.',
      hint: 'Change its plan under “Manage subscription”.',
    });
  return new ApiError('conflict', {
    message:
      'The organization has an unpaid subscription. Contact sales, or try again tomorrow if you just tried to pay.',
  });
}

/**
 * Creates the customer at Stripe. The idempotency key ensures that concurrent requests create only one. Stripe refuses a known
 * key with other parameters, so parameters that differ between callers are written afterwards.
 */
async function createCustomer(scope: Scope, stripe: Payments['stripe']): Promise<string> {
  const { name } = found(await findOrganization(scope));
  const { organizationId } = scope;
  const { id } = await asking(
    stripe.customers.create(
      { metadata: { organizationId } },
      { idempotencyKey: `customer-of-${organizationId}` },
    ),
  );
  await asking(stripe.customers.update(id, { name, email: scope.actor.email }));
  await insertAccount(scope, id);
  return found(await findAccount(scope)).customerId;
}
