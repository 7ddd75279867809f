import { catalogue } from '@parley/contract';
import { StartError } from '../errors/start-error.ts';
import type { Settings } from './settings.ts';

/** Settings for payments through Stripe. */
export interface StripeConfig {
  secretKey: string;
  /** Verifies Stripe's webhooks. */
  webhookSecret: string;
  /** Stripe price ID of each plan that is for sale. */
  prices: ReadonlyMap<string, string>;
  url: URL;
}

/**
 * Reads the Stripe settings; null if none are set, so that customers agree on plans with sales.
 *
 * @throws StartError if some are missing or a price is invalid
 */
export function readStripeConfig(values: Settings): StripeConfig | null {
  const secretKey = values.PARLEY_STRIPE_SECRET_KEY;
  const webhookSecret = values.PARLEY_STRIPE_WEBHOOK_SECRET;
  const pairs = values.PARLEY_STRIPE_PRICES;
  if (!secretKey && !webhookSecret && pairs.length === 0) return null;
  if (!secretKey || !webhookSecret || pairs.length === 0) {
    throw new StartError(
      'Payments by Stripe need PARLEY_STRIPE_SECRET_KEY, PARLEY_STRIPE_WEBHOOK_SECRET and PARLEY_STRIPE_PRICES.',
    );
  }
  return {
    secretKey,
    webhookSecret,
    prices: readPrices(pairs),
    url: new URL(values.PARLEY_STRIPE_URL),
  };
}

function readPrices(pairs: readonly string[]): Map<string, string> {
  const prices = new Map<string, string>();
  for (const pair of pairs) {
    const [plan = '', price = ''] = pair.split('=').map((part) => part.trim());
    const isSold = (catalogue.soldPlanIds as readonly string[]).includes(plan);
    if (!isSold || !price.startsWith('price_')) {
      throw new StartError(
        `PARLEY_STRIPE_PRICES: “${pair}” is not PLAN=price_…, where PLAN is startup, contact-centers or enterprise.`,
      );
    }
    prices.set(plan, price);
  }
  return prices;
}
