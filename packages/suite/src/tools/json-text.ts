import type { Json } from '../format/model/suite.ts';

/** Maximum nesting depth of a value. Deeper values are kept as text and never compared, so that recursion ends. */
export const toolValueDepthMax = 100;

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const longNumber = /\d{16}/;

/**
 * Parses JSON. Integers that would lose digits as numbers, such as 64-bit IDs, become texts.
 *
 * @throws SyntaxError if the text is not JSON
 */
export const parseExactly = (text: string): Json =>
  longNumber.test(text) ? JSON.parse(text, exactly) : JSON.parse(text);

function exactly(_key: string, value: Json, context?: { source?: string }): Json {
  const source = context?.source;
  const isLost =
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isLost && source !== undefined && /^-?\d+$/.test(source) ? source : value;
}

/** @returns undefined if the text is not JSON or is nested too deeply */
export function parseJson(text: string): Json | undefined {
  try {
    const value = parseExactly(text);
    return isWithin(value, toolValueDepthMax) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isWithin(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((below) => isWithin(below, levels - 1));
}
