/**
 * Synchronizes an organization's subscription with Stripe. An event only triggers a request for the current state, so
 * duplicate, late or reordered events do no harm, and the next periodic pass makes up for a lost one.
 */
import * as z from 'zod';
import type { Actor } from '../../platform/database/scope.ts';
import { organizationTopic } from '../../platform/live/news.ts';
import type { Platform } from '../../platform/platform.ts';
import { defineJob } from '../../platform/queue/queue.ts';
import { recordAudit } from '../audit/audit.ts';
import { lockSubscription, writeSubscription } from '../organizations/organizations.ts';
import {
  type BillingAccount,
  deleteAccount,
  findCustomer,
  writeHolding,
} from './billing-accounts.queries.ts';
import { type Holding, readSubscription } from './read-subscription.ts';
import type { Payments } from './stripe-client.ts';
import { closePages } from './stripe-pages.ts';
import { isAlive, listSubscriptions } from './stripe-subscriptions.ts';

export const syncSubscriptionJob = defineJob(
  'billing.sync-subscription',
  z.object({ customerId: z.string() }),
  { retriesMax: 10, timeoutS: 120 },
);

/** Stands for Stripe in the audit log, in place of a person. */
const stripeActor: Actor = { userId: 'stripe', email: 'Stripe', emailVerified: false };

const triesMax = 5;

export async function syncSubscription(
  { db, log, news }: Pick<Platform, 'db' | 'log' | 'news'>,
  { stripe, config }: Payments,
  customerId: string,
): Promise<void> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const account = await findCustomer(db, customerId);
    // The customer belongs to another system that uses the same Stripe account.
    if (account === undefined) return;
    if (account.organizationId === null) {
      await stopPaying(stripe, customerId);
      return deleteAccount(db, customerId);
    }
    const subscriptions = await listSubscriptions(stripe, customerId);
    const holding = readSubscription(subscriptions, config.prices);
    if (holding?.planId === null)
      log.warn(
        { customerId },
        'A subscription has a price that PARLEY_STRIPE_PRICES does not name',
      );
    // If the account was written after it was read here, Stripe's response may be outdated: read again.
    if (await apply({ db, news }, account, holding)) return;
  }
  throw new Error(`The subscription of ${customerId} changes faster than it can be read`);
}

/**
 * Cancels all subscriptions of a customer. Closes checkout pages first, so that subscriptions paid until then are canceled too.
 */
async function stopPaying(stripe: Payments['stripe'], customerId: string): Promise<void> {
  await closePages(stripe, customerId);
  for (const { id } of (await listSubscriptions(stripe, customerId)).filter(isAlive))
    await stripe.subscriptions.cancel(id);
}

/**
 * Applies a change made at Stripe. Without such a change, the terms that an operator set stay.
 *
 * @returns false if the account has changed since it was read
 */
function apply(
  { db, news }: Pick<Platform, 'db' | 'news'>,
  before: BillingAccount,
  holding: Holding | null,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const after = await writeHolding(tx, before, holding);
    if (after === undefined) return false;
    const { organizationId } = after;
    if (organizationId === null || holding === null || isSame(before, after)) return true;
    const scope = { db: tx, organizationId, actor: stripeActor };
    const old = await lockSubscription(scope);
    if (old === undefined) return true;
    const planId = holding.planId ?? old.planId;
    await writeSubscription(scope, {
      subscriptionStatus: holding.state === 'ended' ? 'disabled' : 'enabled',
      planId,
      subscriptionEndsAt: holding.endsAt,
    });
    await news.publish(tx, organizationTopic(organizationId), {
      kind: 'changed',
      part: 'organization',
    });
    await recordAudit(scope, {
      action: 'plan.changed',
      target: planId ?? '',
      detail: inWords(holding),
    });
    return true;
  });
}

/** Compares two states of an account. A renewal does not count as a change. */
function isSame(a: BillingAccount, b: BillingAccount): boolean {
  return (
    a.subscriptionId === b.subscriptionId &&
    a.planId === b.planId &&
    (a.state === 'ended') === (b.state === 'ended') &&
    a.state !== 'none' &&
    a.endsAt?.getTime() === b.endsAt?.getTime()
  );
}

function inWords({ state, endsAt }: Holding): string {
  if (state === 'ended') return 'ended';
  return endsAt === null ? 'renews' : `ends on ${endsAt.toISOString().slice(0, 10)}`;
}
