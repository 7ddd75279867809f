/** `--max-cost 5`: ends runs as soon as their models have cost that much. */
import { costRange, type RunEvent, type Suite, type TokenUse } from '@parley/suite';
import { UsageError } from './exit-codes.ts';

export interface CostLimit {
  /** Aborts once the limit is reached. */
  signal: AbortSignal;
  /** Counts the costs in an event. */
  follow(event: RunEvent): void;
}

/**
 * @returns undefined if no limit was given
 * @throws UsageError if the text is not an amount above 0
 */
export function parseMaxCost(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const amount = /^\d{1,9}(?:\.\d{1,12})?$/.test(text) ? Number(text) : 0;
  if (amount > 0) return amount;
  throw new UsageError(
    `--max-cost is an amount above 0 in the currency of the prices, such as 5 or 0.50, not "${text}".`,
  );
}

/**
 * Creates a limit on the total cost of the runs. Reaching it also ends conversations that are in progress. Usage without a
 * known cost cannot be counted, and is reported once.
 *
 * @throws UsageError if a suite has no prices, or if suites use different currencies, because no total could be counted
 */
export function limitCost(
  max: number,
  suites: readonly { name: string; suite: Suite }[],
  tell: (line: string) => void,
): CostLimit {
  const currencies = new Set<string>();
  for (const { name, suite } of suites) {
    const { prices } = suite.configuration;
    if (!prices) throw new UsageError(`--max-cost needs prices, and ${name} has none.`);
    currencies.add(prices.currency);
  }
  if (currencies.size > 1)
    throw new UsageError(`--max-cost needs one currency, not ${[...currencies].join(' and ')}.`);
  const [currency = ''] = currencies;
  const stop = new AbortController();
  let [spent, hasUnknown] = [0, false];
  return {
    signal: stop.signal,
    follow(event) {
      if (event.type !== 'step.finished') return;
      const { reply, silence } = event;
      const use: TokenUse | undefined = (reply ?? silence)?.tools?.tokens;
      const range = use && costRange(use);
      if (reply && !Number.isFinite(range?.most ?? Number.POSITIVE_INFINITY) && !hasUnknown) {
        hasUnknown = true;
        const why = use?.cost?.gaps?.[0] ?? use?.gaps?.[0] ?? 'A turn reports no tokens.';
        tell(`--max-cost counts only what is known, and more is spent: ${why}`);
      }
      spent += range?.least ?? 0;
      if (spent < max || stop.signal.aborted) return;
      tell(`The runs were stopped: their models cost ${max} ${currency} or more.`);
      stop.abort();
    },
  };
}
