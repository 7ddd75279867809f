import { billing as endpoints, organizations } from '@parley/contract';
import { found } from '../../platform/errors/found.ts';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { retentionOf } from '../catalogue/catalogue.ts';
import { findOrganization } from '../organizations/organizations.ts';
import { findAccount } from './billing-accounts.queries.ts';
import { openCheckout } from './open-checkout.ts';
import { listInvoices, listOffers, openPortal } from './payments.ts';
import { presentBilling } from './present-billing.ts';
import { readUsage } from './read-usage.ts';
import { asking, createPayments, required } from './stripe-client.ts';
import { syncSubscription } from './sync-subscription.ts';
import type { UsageSources } from './usage-sources.ts';

export function billingRoutes(platform: Platform, sources: UsageSources): Route[] {
  const payments = createPayments(platform.config);
  return [
    route(endpoints.getBilling, ({ scope }) => presentBilling(scope, payments, sources)),
    route(endpoints.getRetention, async ({ scope }) =>
      retentionOf(platform.config, found(await findOrganization(scope)).planId),
    ),
    route(organizations.getUsage, ({ scope }) => readUsage(scope, sources)),

    route(endpoints.listOffers, () => listOffers(required(payments))),

    route(endpoints.listInvoices, ({ scope }) => listInvoices(scope, required(payments))),

    route(endpoints.openCheckout, async ({ scope, body }) => ({
      url: await openCheckout(platform, scope, required(payments), body.planId),
    })),

    route(endpoints.openPortal, async ({ scope }) => ({
      url: await openPortal(scope, required(payments)),
    })),

    route(endpoints.refreshSubscription, async ({ scope }) => {
      const account = await findAccount(scope);
      if (account) await asking(syncSubscription(platform, required(payments), account.customerId));
      return presentBilling(scope, required(payments), sources);
    }),
  ];
}
