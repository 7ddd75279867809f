/**
 * Judges checks such as `turn tokens < 2000`. The count is a range, which decides only if it lies entirely on one side of the
 * limit.
 */

import { noTokens } from './read-tokens.ts';
import { countOf, sumOfCounts, type TokenCount } from './token-use.ts';
import type { ToolReport } from './tool-call.ts';
import type { TokenCheck } from './tool-check.ts';

interface TokenFinding {
  standing: 'passed' | 'failed' | 'undecided';
  /** The count in words. */
  actual: string;
  hint?: string;
}

/** @param turns turns in the scope, with their reports; `isIdle` if nothing was sent and nothing came */
export function judgeTokens(
  check: TokenCheck,
  turns: readonly { report?: ToolReport | undefined; isIdle?: boolean }[],
): TokenFinding {
  const gaps: string[] = [];
  const counts: TokenCount[] = [];
  for (const { report, isIdle } of turns) {
    const use = report?.tokens;
    if (use) {
      counts.push(countOf(use, check.of));
      gaps.push(...(use.gaps ?? []));
    } else if (!isIdle || report) {
      gaps.push(report?.format ? noTokens(report.format) : 'A turn reports no tokens.');
    }
  }
  const { least, most } = sumOfCounts(counts);
  const range = { least, most: gaps.length > 0 ? Number.POSITIVE_INFINITY : most };
  const actual = countInWords(range);
  const standing = standingOf(check, check.tokens, range);
  if (standing !== 'undecided') return { standing, actual };
  const hint =
    gaps[0] === undefined
      ? 'Some providers count cached tokens as input and others separately, and nothing shows which one this is.'
      : `More may have been used: ${gaps[0]}`;
  return { standing, actual, hint };
}

/** @returns the verdict on a range; undecided if it contains values on both sides of the limit */
export function standingOf(
  { isLess, isEqualAllowed }: Pick<TokenCheck, 'isLess' | 'isEqualAllowed'>,
  limit: number,
  { least, most }: TokenCount,
): 'passed' | 'failed' | 'undecided' {
  const holds = (count: number) => {
    if (count === limit) return isEqualAllowed;
    return isLess ? count < limit : count > limit;
  };
  const [atLeast, atMost] = [holds(least), holds(most)];
  if (atLeast !== atMost) return 'undecided';
  return atLeast ? 'passed' : 'failed';
}

/** @returns for example "1,200 to 1,500 tokens" or "at least 900 tokens" */
export function countInWords({ least, most }: TokenCount): string {
  const number = (count: number) => count.toLocaleString('en-US');
  if (most === Number.POSITIVE_INFINITY) return `at least ${number(least)} tokens`;
  if (least !== most) return `${number(least)} to ${number(most)} tokens`;
  return `${number(least)} ${least === 1 ? 'token' : 'tokens'}`;
}
