import type { Json, Operator } from '../format/suite.ts';
import { hasPlaceholder } from '../format/template.ts';
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
    // What a variable holds is seen when it is filled in.
    problem: (expected) =>
      Number.isNaN(numberOf(expected)) && !hasPlaceholder(String(expected))
        ? {
            message: noNumber(expected),
            hint: 'The operators > >= < <= compare with a number, for example: latency < 2000',
          }
        : undefined,
    compile(expected) {
      const limit = numberOf(expected);
      const holds = (actual: Json | undefined): boolean =>
        Array.isArray(actual) ? actual.some(holds) : compare(leadingNumber(actual), limit);
      return Number.isNaN(limit) ? { holds, problem: () => noNumber(expected) } : { holds };
    },
    hint: (_expected, actual) =>
      Number.isNaN(leadingNumber(actual)) ? 'The actual value is not a number.' : undefined,
  };
}

const noNumber = (expected: Expected) => `"${String(expected)}" is not a number.`;

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
