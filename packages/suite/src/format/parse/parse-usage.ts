/**
 * Parses assertions about the use of models (syntax version 2): `- turn tokens < 2000`, `- conversation output tokens <= 500`,
 * `- turn cost < 0.02`.
 */

import type { TokenKind } from '../../tools/token-use.ts';
import type { CostCheck, TokenCheck, UsageCheck } from '../../tools/tool-check.ts';
import { shorten } from '../model/shorten.ts';
import type { TextRange } from './problem-list.ts';
import type { Reader } from './values.ts';

/** @returns true if the text begins like a check of tokens or cost */
export const beginsWithUsage = (text: string): boolean =>
  /^(?:turn|conversation) (?:(?:(?:input|output) )?tokens|cost)\s*(?:$|[<>=!~])/.test(text);

/**
 * @param text the whole check, for example `turn tokens < 2000` or `turn cost < 0.02`
 * @returns undefined after reporting a problem
 */
export const parseUsage = (
  reading: Reader,
  text: string,
  range: TextRange,
): UsageCheck | undefined =>
  /^\S+ cost\b/.test(text) ? parseCost(reading, text, range) : parseTokens(reading, text, range);

const exampleOfCost = 'Write for example: turn cost < 0.02, or conversation cost <= 0.1';

function parseCost(reading: Reader, text: string, range: TextRange): CostCheck | undefined {
  const [, scope, operator = '', amount = ''] =
    /^(turn|conversation) cost\s*(<=|>=|<|>)\s*(\S.*)?$/.exec(text) ?? [];
  if (!/^\d{1,9}(?:\.\d{1,12})?$/.test(amount)) {
    reading.problems.error(
      range,
      `"${shorten(text)}" must compare a cost with a number, in the currency of the prices.`,
      exampleOfCost,
    );
    return undefined;
  }
  const isLess = operator.startsWith('<');
  const isEqualAllowed = operator.endsWith('=');
  if (Number(amount) === 0 && isLess !== isEqualAllowed) {
    reading.problems.error(
      range,
      isLess
        ? `"${shorten(text)}" can never be true.`
        : `"${shorten(text)}" is always true: nothing costs less than 0.`,
      exampleOfCost,
    );
    return undefined;
  }
  if (!reading.hasPrices) {
    reading.problems.error(
      range,
      `"${shorten(text)}" needs to know what tokens cost.`,
      'Add prices to the configuration, for example: prices: { currency: USD, models: { small: { input: 0.15, output: 0.6 } } }',
    );
    return undefined;
  }
  return {
    kind: 'cost',
    isLess,
    isEqualAllowed,
    amount: Number(amount),
    ...(scope === 'conversation' && { isConversation: true }),
  };
}

function parseTokens(reading: Reader, text: string, range: TextRange): TokenCheck | undefined {
  const found = /^(turn|conversation) (?:(input|output) )?tokens\s*(<=|>=|<|>)\s*(\S.*)?$/.exec(
    text,
  );
  const [, scope, kind = 'total', operator = '', amount = ''] = found ?? [];
  const tokens = /^\d{1,3}(?:[,_]\d{3})+$|^\d{1,12}$/.test(amount)
    ? Number(amount.replaceAll(/[,_]/g, ''))
    : undefined;
  if (tokens === undefined) {
    reading.problems.error(
      range,
      `"${shorten(text)}" must compare tokens with a whole number.`,
      'Write for example: turn tokens < 2000, or conversation output tokens <= 500',
    );
    return undefined;
  }
  const isLess = operator.startsWith('<');
  const isEqualAllowed = operator.endsWith('=');
  if (tokens === 0 && isLess !== isEqualAllowed) {
    reading.problems.error(
      range,
      isLess
        ? `"${shorten(text)}" can never be true.`
        : `"${shorten(text)}" is always true: there can't be fewer than 0 tokens.`,
      'Write for example: turn tokens < 2000',
    );
    return undefined;
  }
  return {
    kind: 'tokens',
    of: kind as TokenKind,
    isLess,
    isEqualAllowed,
    tokens,
    ...(scope === 'conversation' && { isConversation: true }),
  };
}
