import type { Offer } from '@parley/contract';

/**
 * Currencies that Stripe counts without fractions. Its amounts in the currencies of Hungary and Iceland have hundredths.
 * https://docs.stripe.com/currencies
 */
const withoutFraction = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
);
const withThousandths = new Set('bhd jod kwd omr tnd'.split(' '));

/** Formats an amount such as "€99.00". `amount` is in the currency's smallest unit, as Stripe counts it. */
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

/** "€99.00 per month", "€270.00 every 3 months". */
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
