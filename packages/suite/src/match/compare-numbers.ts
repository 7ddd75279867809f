import { shorten } from '../format/model/shorten.ts';
import type { Json, Operator } from '../format/model/suite.ts';
import { hasPlaceholder } from '../format/model/template.ts';
import type { Expected, Matcher } from './matcher.ts';

type Compare = (actual: number, expected: number) => boolean;

/** Creates a matcher such as `latency < 2000`. A value that is not a number is neither above nor below a limit. */
function compareNumbers(operator: Operator, words: string, compare: Compare): Matcher {
  return {
    operator,
    words: `is ${words}`,
    wordsNegated: `is not ${words}`,
    takesValue: true,
    comparesTexts: false,
    // The value of a variable is only known during the run.
    problem: (expected) =>
      Number.isNaN(numberOf(expected)) && !hasPlaceholder(String(expected))
        ? {
            message: noNumber(expected),
            hint: 'The operators > >= < <= compare with a number, for example: latency < 2000',
          }
        : undefined,
    compile(expected) {
      const limit = numberOf(expected);
      const isHeld = (reading: number) => compare(reading, limit);
      const holds = (actual: Json | undefined): boolean =>
        Array.isArray(actual) ? actual.some(holds) : readingsOf(actual).every(isHeld);
      const problem = (actual: Json | undefined): string | undefined => {
        if (Array.isArray(actual)) return actual.map(problem).find((one) => one !== undefined);
        const readings = readingsOf(actual);
        return readings.some(isHeld) ? ambiguous(readings) : undefined;
      };
      return {
        holds,
        problem: Number.isNaN(limit) ? () => noNumber(expected) : problem,
        unfit: notNumbers,
      };
    },
    hint: (_expected, actual) =>
      readingsOf(actual).some(Number.isNaN) ? 'The actual value is not a number.' : undefined,
  };
}

/**
 * Finds values that are not numbers. A negated comparison must not pass because of them: text is not below a limit just because
 * it is not above it.
 */
function notNumbers(actual: Json | undefined): { reason: string; isAll: boolean } | undefined {
  if (actual === undefined || actual === null) return undefined;
  const values = Array.isArray(actual) ? actual.flat(2) : [actual];
  const others = values.filter((value) => readingsOf(value).some(Number.isNaN));
  if (others[0] === undefined) return undefined;
  return { reason: noNumber(textOf(others[0])), isAll: others.length === values.length };
}

const textOf = (value: Json) => shorten(typeof value === 'string' ? value : JSON.stringify(value));

const noNumber = (expected: Expected) => `"${String(expected)}" is not a number.`;

function numberOf(expected: Expected): number {
  if (typeof expected === 'number') return expected;
  if (typeof expected !== 'string' || expected.trim() === '') return Number.NaN;
  return Number(expected);
}

const ambiguous = (readings: number[]) =>
  `It may be ${readings.join(' or ')}: compare it as a text.`;

/** Digits in groups of three with the same separator, and an optional fraction. */
const grouped = /^\s*([+-]?[1-9]\d{0,2}(?:([.,'’\s])\d{3})(?:\2\d{3})*)(?!\d)(?:([.,])(\d+))?/;

/** A decimal comma such as `12,50`, but not a list such as `1,20,300`. */
const decimalComma = /^\s*([+-]?\d+),(\d+)(?!,?\d)/;

/**
 * Reads the number at the beginning of a text: `3 items` is 3, `12,50 €` is 12.5, and `1,299.00` and `1.299,00` are 1299. A
 * single group without a fraction, such as `1,299`, is ambiguous, so it has two readings.
 */
function readingsOf(actual: Json | undefined): number[] {
  if (typeof actual === 'number') return [actual];
  if (typeof actual !== 'string') return [Number.NaN];
  const leading = Number.parseFloat(actual);
  const [, digits = '', separator = '', point, fraction] = grouped.exec(actual) ?? [];
  if (separator === '' || point === separator) {
    const [, whole, decimals] = decimalComma.exec(actual) ?? [];
    return [whole === undefined ? leading : Number(`${whole}.${decimals}`)];
  }
  const groups = digits.split(separator);
  const whole = Number(`${groups.join('')}.${fraction ?? 0}`);
  if (point !== undefined || groups.length > 2) return [whole];
  if (separator === '.') return [leading];
  return [whole, separator === ',' ? Number(groups.join('.')) : leading];
}

export const greater = compareNumbers('greater', 'greater than', (a, b) => a > b);
export const greaterOrEqual = compareNumbers('greaterOrEqual', 'at least', (a, b) => a >= b);
export const less = compareNumbers('less', 'less than', (a, b) => a < b);
export const lessOrEqual = compareNumbers('lessOrEqual', 'at most', (a, b) => a <= b);
