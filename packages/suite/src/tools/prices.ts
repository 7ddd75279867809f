/** Prices of a suite, and the costs computed from them. */

/** Prices as written in the suite. Parley fetches no prices and has none built in. */
export interface Prices {
  /** ISO 4217 code, for example "USD". */
  currency: string;
  /** Prices by model name. A name can end in `*`. */
  models: Record<string, ModelPrice>;
}

/** Prices per million tokens, with at most 6 decimals each. */
export interface ModelPrice {
  input: number;
  /** Input read from a cache. Default: the price of other input. */
  cached?: number;
  /** Input written to a cache. Without a price, its cost is unknown. */
  cacheWrite?: number;
  output: number;
}

/** Maximum number of models with prices. */
export const pricedModelsMax = 100;

/** Maximum price per million tokens. */
export const modelPriceMax = 100_000;

/** A cost in whole units of the currency, as far as it is known. */
export interface Cost {
  /** Lower bound of the cost. */
  least: number;
  /** Upper bound of the cost; absent if a part is unknown. */
  most?: number;
  currency: string;
  /** Prices that were used. */
  prices?: UsedPrice[];
  /** Why a part of the cost is unknown, as sentences. */
  gaps?: string[];
}

/** A price with the name of the model as it was reported. */
export interface UsedPrice extends ModelPrice {
  model: string;
}
