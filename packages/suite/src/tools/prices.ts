/** What a suite says of prices, and what is kept of a cost. */

/** Prices as their user writes them down. Nothing is fetched, and no price is built in. */
export interface Prices {
  /** ISO 4217, for example "USD". */
  currency: string;
  /** Prices by name of the model; a name may end in `*`. */
  models: Record<string, ModelPrice>;
}

/** Prices of a million tokens, at most 6 decimals each. */
export interface ModelPrice {
  input: number;
  /** Input that is read from a cache. It costs as much as other input where no price is given. */
  cached?: number;
  /** Input that is written to a cache. Its cost is unknown where no price is given. */
  cacheWrite?: number;
  output: number;
}

/** Models that a suite may price. */
export const pricedModelsMax = 100;

/** Price of a million tokens at most. */
export const modelPriceMax = 100_000;

/** What is known of a cost, in whole units of the currency. */
export interface Cost {
  /** What was paid at least. */
  least: number;
  /** What was paid at most; absent where a part is unknown. */
  most?: number;
  currency: string;
  /** The prices that were used. */
  prices?: UsedPrice[];
  /** Why a part is unknown, in words. */
  gaps?: string[];
}

/** A price with the name of the model as it was reported. */
export interface UsedPrice extends ModelPrice {
  model: string;
}
