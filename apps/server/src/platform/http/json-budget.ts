/**
 * What JSON may hold before anybody parses it. A value costs two bytes to send and a hundred times as much
 * to parse, check and report, so a text is measured first: one pass over its characters, nothing kept.
 */
import { ApiError } from '../errors/api-error.ts';

/** Values of objects and lists. The largest of our own, a load test of a thousand tests, has a tenth of it. */
const valuesMax = 10_000;

/** Nothing that we ask for is nested deeper. */
const depthMax = 100;

/** @returns the refusal of a text that holds more values, or deeper ones, than any request of ours. */
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
