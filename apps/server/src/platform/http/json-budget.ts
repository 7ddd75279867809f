/**
 * Limits JSON before it is parsed. A value costs two bytes to send and a hundred times as much to parse, check and report. So a
 * text is measured first, in one pass that stores nothing.
 */
import { ApiError } from '../errors/api-error.ts';

/**
 * Maximum number of values in objects and lists. The largest request of the dashboard, a load test of a thousand tests, has a
 * tenth of that.
 */
const valuesMax = 10_000;

/** Maximum nesting depth. No request of the dashboard is nested deeper. */
const depthMax = 100;

/** @returns an error for a text with too many or too deeply nested values, otherwise null */
export function findBeyondBudget(json: string): ApiError | null {
  let values = 1;
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json.charCodeAt(index);
    if (isInString) {
      if (character === backslash) index += 1;
      else if (character === quote) isInString = false;
    } else if (character === quote) {
      isInString = true;
    } else if (character === comma) {
      values += 1;
    } else if (character === openBracket || character === openBrace) {
      values += 1;
      depth += 1;
    } else if (character === closeBracket || character === closeBrace) {
      depth -= 1;
    }
    if (depth > depthMax) return refusal('It is nested too deeply.');
    if (values > valuesMax) return refusal('It contains too many values.');
  }
  return null;
}

const refusal = (message: string) => new ApiError('invalid_request', { message });

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
