import type { Offer } from '@parley/contract';

/**
 * Currencies without fractions in Stripe's amounts. HUF and ISK are not among them, because Stripe counts them in hundredths.
 * https://docs.stripe.com/currencies
 */
const withoutFraction = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
);
const withThousandths = new Set('bhd jod kwd omr tnd'.split(' '));

/** Formats an amount, for example as "€99.00". The amount is in the currency's smallest unit, as in Stripe's API. */
export function formatPrice(amount: number, currency: string): string {
  const digits = digitsOf(currency.toLowerCase());
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount / 10 ** digits);
}

/** Formats a price such as "€99.00 per month" or "€270.00 every 3 months". */
export function formatOffer({
  amount,
  currency,
  interval,
  intervalCount,
}: Pick<Offer, 'amount' | 'currency' | 'interval' | 'intervalCount'>): string {
  if (amount === null) return 'Usage-based';
  const price = formatPrice(amount, currency);
  if (interval === null) return price;
  return intervalCount === 1
    ? `${price} per ${interval}`
    : `${price} every ${intervalCount} ${interval}s`;
}

function digitsOf(currency: string): number {
  if (withoutFraction.has(currency)) return 0;
  return withThousandths.has(currency) ? 3 : 2;
}
