import type { Json, Operator } from '../format/suite.ts';
import type { Expected, Matcher } from './matcher.ts';

type Compare = (actual: number, expected: number) => boolean;

/** `latency < 2000`. What isn't a number is neither above nor below. */
function compareNumbers(operator: Operator, words: string, compare: Compare): Matcher {
  return {
    operator,
    words: `is ${words}`,
    wordsNegated: `is not ${words}`,
    takesValue: true,
    comparesTexts: false,
    problem: (expected) =>
      Number.isNaN(numberOf(expected))
        ? {
            message: `"${String(expected)}" is not a number.`,
            hint: 'The operators > >= < <= compare with a number, for example: latency < 2000',
          }
        : undefined,
    compile(expected) {
      const limit = numberOf(expected);
      const holds = (actual: Json | undefined): boolean =>
        Array.isArray(actual) ? actual.some(holds) : compare(leadingNumber(actual), limit);
      return { holds };
    },
    hint: (_expected, actual) =>
      Number.isNaN(leadingNumber(actual)) ? 'The actual value is not a number.' : undefined,
  };
}

function numberOf(expected: Expected): number {
  if (typeof expected === 'number') return expected;
  if (typeof expected !== 'string' || expected.trim() === '') return Number.NaN;
  return Number(expected);
}

/** `3 items` counts as 3. */
function leadingNumber(actual: Json | undefined): number {
  if (typeof actual === 'number') return actual;
  return typeof actual === 'string' ? Number.parseFloat(actual) : Number.NaN;
}

export const greater = compareNumbers('greater', 'greater than', (a, b) => a > b);
export const greaterOrEqual = compareNumbers('greaterOrEqual', 'at least', (a, b) => a >= b);
export const less = compareNumbers('less', 'less than', (a, b) => a < b);
export const lessOrEqual = compareNumbers('lessOrEqual', 'at most', (a, b) => a <= b);
