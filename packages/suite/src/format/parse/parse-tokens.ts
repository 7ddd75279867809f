/** Assertions about tokens, in version 2 of the syntax: `- turn tokens < 2000`, `- conversation output tokens <= 500`. */

import type { TokenKind } from '../../tools/token-use.ts';
import type { TokenCheck } from '../../tools/tool-check.ts';
import { shorten } from '../model/shorten.ts';
import type { TextRange } from './problem-list.ts';
import type { Reader } from './values.ts';

/** @returns true for words that only a check of tokens begins with */
export const beginsWithTokens = (text: string): boolean =>
  /^(?:turn|conversation) (?:(?:input|output) )?tokens\s*(?:$|[<>=!~])/.test(text);

/**
 * @param text the whole check, `turn tokens < 2000`
 * @returns undefined if it cannot be parsed; the problem is reported
 */
export function parseTokens(
  reading: Reader,
  text: string,
  range: TextRange,
): TokenCheck | undefined {
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
