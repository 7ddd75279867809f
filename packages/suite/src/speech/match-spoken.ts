/** Finds expected words in recognized speech. Only whole words match, and a number never matches within a longer one. */
import { isAmountWithCents, isNumber, type SpokenToken } from './spoken-text.ts';

/** @returns true if all pieces were recognized, in this order */
export function isHeardInOrder(pieces: readonly SpokenToken[][], heard: SpokenToken[]): boolean {
  let from = 0;
  for (const piece of pieces) {
    const end = findPiece(piece, heard, from);
    if (end === undefined) return false;
    from = end;
  }
  return true;
}

function findPiece(
  piece: readonly SpokenToken[],
  heard: readonly SpokenToken[],
  from: number,
): number | undefined {
  for (let start = from; start < heard.length; start++) {
    const end = matchAt(piece, heard, start);
    if (end === undefined) continue;
    const isCut =
      (isMeasure(piece[0]) && (mayBeNumber(heard[start - 1]) || isSign(heard[start - 1]))) ||
      (isMeasure(piece.at(-1)) && goesOn(heard, end)) ||
      (piece.at(-1)?.text === 'can' && heard[end]?.text === 'not') ||
      isAmountWithCents(heard, start) ||
      isAmountWithCents(heard, end);
    if (!isCut) return end;
  }
  return undefined;
}

const isSign = (token: SpokenToken | undefined) =>
  token?.kind === 'fixed' && token.text === 'minus';

const multiples = /^(?:hundred|thousand|million|billion|trillion|dozen|grand|k|bn)$/;

const fractions =
  /^(?:half|halves|third|thirds|3th|quarter|quarters|fourths|fifths|sixths|sevenths|eighths|ninths|tenths)$/;

/** @returns true if the words after a number or an ordinal could change its value */
function goesOn(heard: readonly SpokenToken[], end: number): boolean {
  const last = heard[end - 1];
  const next = heard[end];
  const isFixed = last?.kind === 'fixed';
  // A year or a time after a date does not change it.
  if (isFixed && isNumber(next)) return last.isOpen === true && !/^(?:19|20)\d\d$/.test(next.text);
  if (mayBeNumber(next)) return true;
  if (isFixed || next === undefined) return false;
  if (multiples.test(next.text) || (next.kind === 'word' && fractions.test(next.text))) return true;
  return next.text === 'and' && fractions.test(heard[end + 2]?.text ?? '');
}

/** @returns true for a number or an ordinal, whose value an adjacent number would change */
const isMeasure = (token: SpokenToken | undefined) =>
  isNumber(token) || (token?.kind === 'fixed' && /^\d/.test(token.text));

/** @returns true if the token is, or could have been, a number; this includes words that were not understood */
const mayBeNumber = (token: SpokenToken | undefined) =>
  isNumber(token) || token?.text.includes('ꙮ') === true;

/** @returns the index after the piece in the recognized speech; undefined if it does not match */
function matchAt(
  piece: readonly SpokenToken[],
  heard: readonly SpokenToken[],
  start: number,
): number | undefined {
  let at = start;
  for (let i = 0; i < piece.length; ) {
    const one = piece[i] as SpokenToken;
    const other = heard[at];
    if (!other) return undefined;
    if (isSame(one, other)) {
      i += 1;
      at += 1;
      continue;
    }
    const spelled = readAs(one, heard, at);
    if (spelled !== undefined) {
      i += 1;
      at = spelled;
      continue;
    }
    const read = readAs(other, piece, i);
    if (read === undefined) return undefined;
    i = read;
    at += 1;
  }
  return at;
}

const isSame = (a: SpokenToken, b: SpokenToken) =>
  a.text === b.text && (isNumber(a) === isNumber(b) || a.kind === 'letters');

/**
 * Matches digits that are read one by one or in groups, and letters that are spelled.
 *
 * @returns the index after the tokens that together form `whole`; undefined if they do not
 */
function readAs(
  whole: SpokenToken,
  parts: readonly SpokenToken[],
  from: number,
): number | undefined {
  if (whole.kind !== 'written' && whole.kind !== 'letters') return undefined;
  let text = '';
  for (let at = from; at < parts.length; at++) {
    const part = parts[at];
    const fits = whole.kind === 'written' ? isNumber(part) : part?.text.length === 1;
    if (!part || !fits) return undefined;
    text += part.text;
    if (text === whole.text) return at + 1;
    if (!whole.text.startsWith(text)) return undefined;
  }
  return undefined;
}

/**
 * @returns the pieces that must be recognized exactly in a text that is otherwise only similar. A sign is part of its number.
 */
export function criticalPieces(tokens: readonly SpokenToken[]): SpokenToken[][] {
  const pieces: SpokenToken[][] = [];
  for (const [at, token] of tokens.entries()) {
    if (!isCritical(token)) continue;
    if (isSign(tokens[at - 1])) pieces.at(-1)?.push(token);
    else pieces.push([token]);
  }
  return pieces;
}

const negations = /^(?:not|no|never|none|nothing|nobody|nowhere|neither|nor|without|\S+n't)$/;

/** @returns true for tokens that must match exactly even if similar texts suffice: numbers, ordinals, letters and negations */
const isCritical = (token: SpokenToken): boolean => token.kind !== 'word' || isNegation(token);

export const isNegation = ({ text }: SpokenToken): boolean => negations.test(text);
