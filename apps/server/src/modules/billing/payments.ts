/** Payment state, offers and invoices of an organization, and the Stripe page to manage them. */
import type { Invoice, Offer, Payment } from '@parley/contract';
import type { Scope, WorkScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { findAccount } from './billing-accounts.queries.ts';
import { quotasOfPlan } from './plan-quotas.ts';
import { asking, type Payments } from './stripe-client.ts';

const invoicesMax = 24;

/** Returns the payment state; null if Stripe is not set up. */
export async function presentPayment(
  scope: WorkScope,
  payments: Payments | null,
): Promise<Payment | null> {
  if (payments === null) return null;
  const account = await findAccount(scope);
  return {
    state: account?.state ?? 'none',
    renewsAt: account?.renewsAt?.toISOString() ?? null,
  };
}

export async function listOffers({ stripe, config }: Payments): Promise<Offer[]> {
  const offers = [...config.prices].map(async ([planId, id]): Promise<Offer> => {
    const { unit_amount, currency, recurring } = await asking(stripe.prices.retrieve(id));
    return {
      planId,
      amount: unit_amount,
      currency,
      interval: recurring?.interval ?? null,
      intervalCount: recurring?.interval_count ?? 1,
      quotas: quotasOfPlan(planId),
    };
  });
  return Promise.all(offers);
}

/** Lists the newest invoices, at most `invoicesMax`, without drafts. */
export async function listInvoices(scope: Scope, { stripe }: Payments): Promise<Invoice[]> {
  const account = await findAccount(scope);
  if (account === undefined) return [];
  const { data } = await asking(
    stripe.invoices.list({ customer: account.customerId, limit: invoicesMax }),
  );
  return data
    .filter(({ status }) => status !== 'draft')
    .map(({ id, number, created, total, currency, status, invoice_pdf, hosted_invoice_url }) => ({
      id,
      number,
      createdAt: new Date(created * 1000).toISOString(),
      total,
      currency,
      status: status ?? 'open',
      pdfUrl: httpsOnly(invoice_pdf),
      pageUrl: httpsOnly(hosted_invoice_url),
    }));
}

/** Returns the URL of the Stripe page for managing cards, plan and cancellation. */
export async function openPortal(scope: Scope, { stripe, billingUrl }: Payments): Promise<string> {
  const account = await findAccount(scope);
  if (account === undefined) {
    throw new ApiError('conflict', {
      message: 'There is no subscription to manage yet.',
      hint: 'Choose a plan first.',
    });
  }
  const { url } = await asking(
    stripe.billingPortal.sessions.create({ customer: account.customerId, return_url: billingUrl }),
  );
  return url;
}

/** Drops addresses that are neither http nor https, so that a link never runs a script. */
function httpsOnly(address: string | null | undefined): string | null {
  return address && /^https?:\/\//.test(address) ? address : null;
}
