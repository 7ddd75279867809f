/** Computes the cost of a turn's tokens from the prices in the suite. An unknown cost stays unknown and is never 0. */
import type { Cost, ModelPrice, Prices, UsedPrice } from './prices.ts';
import type { ModelTokens, TokenCount, TokenUse } from './token-use.ts';

/** A cost in whole units of its currency. `most` is Infinity if a part is unknown. */
export type CostRange = TokenCount;

/** @returns the use with its cost; unchanged if there are no prices */
export function pricedUse(use: TokenUse, prices: Prices | undefined): TokenUse {
  return prices ? { ...use, cost: costOf(use, prices) } : use;
}

export function costOf(use: TokenUse, { currency, models }: Prices): Cost {
  const parts = use.byModel ?? [];
  const gaps = new Set<string>();
  const used = new Map<string, UsedPrice>();
  if (!use.byModel && use.requests > 0)
    gaps.add('The run is from before the tokens of each model were kept.');
  let [least, most] = [0, 0];
  for (const part of parts) {
    for (const gap of part.gaps ?? []) gaps.add(gap);
    const found = part.models.flatMap((name) => {
      const price = priceOf(name, models);
      return price ? [{ name, price }] : [];
    });
    if (part.models.length === 0 && models['*']) found.push({ name: '*', price: models['*'] });
    if (found.length === 0) {
      gaps.add(noPrice(part.models[0]));
      continue;
    }
    // Two reports of one request can name different models, either of which could be the one to pay for.
    const ranges = found.map(({ price }) => units(part, price, gaps));
    least += Math.min(...ranges.map((range) => range.least));
    most += Math.max(...ranges.map((range) => range.most));
    for (const { name, price } of found) used.set(name, { model: name, ...price });
  }
  return {
    least: least / unitsOfOne,
    ...(gaps.size === 0 && { most: most / unitsOfOne }),
    currency,
    ...(used.size > 0 && { prices: [...used.values()] }),
    ...(gaps.size > 0 && { gaps: [...gaps] }),
  };
}

/** @returns the price of the model itself, otherwise that of the longest matching prefix */
function priceOf(name: string, models: Prices['models']): ModelPrice | undefined {
  if (Object.hasOwn(models, name)) return models[name];
  const [longest] = Object.keys(models)
    .filter((key) => key.endsWith('*') && name.startsWith(key.slice(0, -1)))
    .toSorted((one, other) => other.length - one.length);
  return longest === undefined ? undefined : models[longest];
}

const noPrice = (name: string | undefined) =>
  name === undefined
    ? 'A request does not name its model, so it has no price. Give "*" a price if only one model answers.'
    : `The model "${name}" has no price: add it under prices.`;

/**
 * Prices are multiples of a millionth and tokens are whole, so sums of products are exact up to 9,000 units of the currency.
 */
const unitsOfOne = 1e12;
const unitsPerToken = (price: number) => Math.round(price * 1e6);

function units(part: ModelTokens, price: ModelPrice, gaps: Set<string>): TokenCount {
  const input = unitsPerToken(price.input);
  const cached = price.cached === undefined ? input : unitsPerToken(price.cached);
  const written = price.cacheWrite === undefined ? undefined : unitsPerToken(price.cacheWrite);
  if (written === undefined && (part.written?.most ?? 0) > 0)
    gaps.add(
      `Input of "${part.models[0] ?? '*'}" was written to a cache, and prices name no cacheWrite for it.`,
    );
  const [cheapest, dearest] = [
    Math.min(input, written ?? input),
    Math.max(input, written ?? input),
  ];
  const sorts: [TokenCount | undefined, least: number, most: number][] = [
    [part.plain, input, input],
    [part.fresh, cheapest, dearest],
    [part.unsorted, Math.min(cached, cheapest), Math.max(cached, dearest)],
    [part.cached, cached, cached],
    [part.written, written ?? 0, written ?? 0],
    [part.output, unitsPerToken(price.output), unitsPerToken(price.output)],
  ];
  return {
    least: sorts.reduce((sum, [count, least]) => sum + (count?.least ?? 0) * least, 0),
    most: sorts.reduce((sum, [count, , most]) => sum + (count?.most ?? 0) * most, 0),
  };
}

/** @returns why the upper end of a turn's cost is unknown, as sentences */
export const costGaps = (use: TokenUse): string[] => [
  ...(use.cost?.gaps ?? []),
  ...(use.gaps ?? []),
];

export function sumOfCosts(costs: readonly CostRange[]): CostRange {
  const exact = (sum: number) =>
    Number.isFinite(sum) ? Math.round(sum * unitsOfOne) / unitsOfOne : sum;
  return {
    least: exact(costs.reduce((sum, { least }) => sum + least, 0)),
    most: exact(costs.reduce((sum, { most }) => sum + most, 0)),
  };
}

/** @returns the range of the cost, up to Infinity if a part is unknown; undefined if there are no prices */
export function costRange(use: TokenUse): CostRange | undefined {
  if (!use.cost) return undefined;
  const { least, most } = use.cost;
  const isKnown = most !== undefined && costGaps(use).length === 0;
  return { least, most: isKnown ? most : Number.POSITIVE_INFINITY };
}

/** @returns for example "0.0123 USD", "at least 0.01 USD" or "an unknown cost" */
export function costInWords({ least, most }: CostRange, currency: string): string {
  const amount = (of: number) => `${amountText(of)} ${currency}`.trim();
  if (most === Number.POSITIVE_INFINITY)
    return least === 0 ? 'an unknown cost' : `at least ${amount(least)}`;
  return least === most ? amount(most) : `${amountText(least)} to ${amount(most)}`;
}

/** Formats an amount with at least six significant digits, and never rounds its whole part. */
export function amountText(of: number): string {
  if (of === 0) return '0';
  const digits = Math.max(6, Math.ceil(Math.log10(Math.abs(of)) + 1e-9) + 2);
  return Number(of.toPrecision(Math.min(15, digits))).toLocaleString('en-US', {
    maximumFractionDigits: 12,
  });
}

/** Formats an amount as in a suite: with at most 12 decimals and without an exponent. */
export const plainAmount = (amount: number): string => {
  const text = String(amount);
  return text.includes('e') ? amount.toFixed(12).replace(/\.?0+$/, '') : text;
};
