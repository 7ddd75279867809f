/**
 * Judges checks such as `turn cost < 0.02`. The cost is a range, which decides only if it lies entirely on one side of the
 * limit.
 */
import { type CostRange, costGaps, costInWords, costRange, sumOfCosts } from './cost.ts';
import { standingOf } from './judge-tokens.ts';
import { noTokens } from './read-tokens.ts';
import type { ToolReport } from './tool-call.ts';
import type { CostCheck } from './tool-check.ts';

interface CostFinding {
  /** `error`: the suite has no prices, so the check cannot be decided. */
  standing: 'passed' | 'failed' | 'undecided' | 'error';
  /** The cost in words. */
  actual: string;
  hint?: string;
}

/** @param turns turns in the scope, with their reports; `isIdle` if nothing was sent and nothing came */
export function judgeCost(
  check: CostCheck,
  turns: readonly { report?: ToolReport | undefined; isIdle?: boolean }[],
): CostFinding {
  const gaps: string[] = [];
  const ranges: CostRange[] = [];
  const currencies = new Set<string>();
  for (const { report, isIdle } of turns) {
    const use = report?.tokens;
    if (use) {
      const range = costRange(use);
      if (!range || !use.cost) return { standing: 'error', actual: '', hint: noPrices };
      ranges.push(range);
      currencies.add(use.cost.currency);
      gaps.push(...costGaps(use));
    } else if (!isIdle || report) {
      gaps.push(report?.format ? noTokens(report.format) : 'A turn reports no tokens.');
    }
  }
  const sum = sumOfCosts(ranges);
  const range = { ...sum, most: gaps.length > 0 ? Number.POSITIVE_INFINITY : sum.most };
  const actual = costInWords(range, [...currencies].join(' and '));
  if (currencies.size > 1) return { standing: 'undecided', actual, hint: twoCurrencies };
  const standing = standingOf(check, check.amount, range);
  if (standing !== 'undecided') return { standing, actual };
  const hint = gaps[0] === undefined ? unsorted : `It may have cost more: ${gaps[0]}`;
  return { standing, actual, hint };
}

const noPrices =
  'Nothing says what tokens cost. Add prices to the configuration, for example prices: { currency: USD, models: { small: { input: 0.15, output: 0.6 } } }';

const twoCurrencies = 'The turns have prices in different currencies.';

const unsorted =
  'Nothing shows how many of the input tokens were read from a cache or written to one, and these have prices of their own.';
