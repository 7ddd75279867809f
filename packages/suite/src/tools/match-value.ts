/**
 * Compares a value of a call with the expected one. The result is `maybe` if the value cannot be read, because it then proves
 * neither a match nor a mismatch.
 */
import { counted } from '../counted.ts';
import type { Json } from '../format/model/suite.ts';
import { matcherOf } from '../match/kinds.ts';
import type { MatchSettings } from '../match/matcher.ts';
import { isObject } from './json-object.ts';
import type { ValueCheck } from './tool-check.ts';

export type Match = 'yes' | 'no' | 'maybe';

/** Settings for comparing arguments. Arguments are values, not prose, so case counts and numbers are numbers. */
const settings: MatchSettings = {
  lenient: false,
  fuzzyThreshold: 0.8,
  ignoreCase: false,
  isStrict: true,
};

export function allOf(matches: Iterable<Match>): Match {
  let all: Match = 'yes';
  for (const match of matches) {
    if (match === 'no') return 'no';
    if (match === 'maybe') all = 'maybe';
  }
  return all;
}

/** @param isExact true to forbid keys that are not listed, at any level */
export function matchValue(check: ValueCheck, actual: Json | undefined, isExact = false): Match {
  if ('fields' in check) {
    if (!isObject(actual)) return 'no';
    const { fields } = check;
    const isMore =
      isExact && Object.keys(actual).some((key) => !fields.some((one) => one.key === key));
    if (isMore) return 'no';
    return allOf(fields.map(({ key, value }) => matchValue(value, valueAt(actual, key), isExact)));
  }
  if ('items' in check) {
    const { items } = check;
    if (!Array.isArray(actual) || actual.length !== items.length) return 'no';
    return allOf(items.map((item, at) => matchValue(item, actual[at], isExact)));
  }
  return compare(check, actual);
}

function compare(
  { operator, negated, expected }: Extract<ValueCheck, { operator: string }>,
  actual: Json | undefined,
): Match {
  const matcher = matcherOf(operator);
  const isPlain = operator === 'equals' && !negated;
  // A list that contains the value is a different value.
  if (isPlain && typeof actual === 'object' && actual !== null) {
    return expected.includes(null) && Array.isArray(actual) && actual.length === 0 ? 'yes' : 'no';
  }
  // Absence satisfies only "not exists", because a mistyped key must not pass a negated comparison.
  if (negated && matcher.takesValue && (actual === undefined || actual === null)) return 'no';
  const comparisons = (matcher.takesValue ? expected : [null]).map((value) =>
    matcher.compile(value, settings),
  );
  const holds = comparisons.some((one) => one.holds(actual));
  if (!holds) {
    if (comparisons.some((one) => one.problem?.(actual) !== undefined)) return 'maybe';
    if (negated && comparisons.some((one) => one.unfit?.(actual) !== undefined)) return 'no';
  }
  return holds !== negated ? 'yes' : 'no';
}

const valueAt = (object: { [key: string]: Json }, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** @returns the differences in words, each with its path */
export function differencesOf(
  check: ValueCheck,
  actual: Json | undefined,
  isExact: boolean,
  path: string,
): string[] {
  if ('fields' in check) {
    if (!isObject(actual)) return [`${path} is ${shown(actual)}`];
    const missing = check.fields.flatMap(({ key, value }) =>
      differencesOf(value, valueAt(actual, key), isExact, `${path}.${key}`),
    );
    const named = new Set(check.fields.map(({ key }) => key));
    const more = isExact ? Object.keys(actual).filter((key) => !named.has(key)) : [];
    return [...missing, ...more.map((key) => `${path}.${key} is not expected`)];
  }
  if ('items' in check) {
    if (!Array.isArray(actual)) return [`${path} is ${shown(actual)}`];
    if (actual.length !== check.items.length) {
      return [`${path} has ${counted(actual.length, 'item')}, not ${check.items.length}`];
    }
    return check.items.flatMap((item, at) =>
      differencesOf(item, actual[at], isExact, `${path}[${at}]`),
    );
  }
  const match = compare(check, actual);
  if (match === 'yes') return [];
  if (match === 'maybe') return [`${path} cannot be compared`];
  return [
    `${path} ${actual === undefined ? 'is missing' : `is ${shown(actual)}`}, expected: ${describeValue(check)}`,
  ];
}

/** @returns the expectation in words: `{ order: 7, reason contains "broken" }` */
export function describeValue(check: ValueCheck): string {
  if ('fields' in check) {
    const fields = check.fields.map(({ key, value }) =>
      isPlainValue(value) ? `${key}: ${describeValue(value)}` : `${key} ${describeValue(value)}`,
    );
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  }
  if ('items' in check) return `[${check.items.map(describeValue).join(', ')}]`;
  const { operator, negated, expected } = check;
  const values = expected.map((value) => JSON.stringify(value)).join(' or ');
  if (operator === 'equals' && !negated) return values;
  const matcher = matcherOf(operator);
  return `${negated ? matcher.wordsNegated : matcher.words} ${values}`.trim();
}

export const isPlainValue = (check: ValueCheck): boolean =>
  !('operator' in check) || (check.operator === 'equals' && !check.negated);

const shownMax = 120;

/** Formats a value in a short line. */
export function shown(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}

/** @returns a check that a value contains at least the given one */
export function checkOfValue(value: Json): ValueCheck {
  if (Array.isArray(value)) return { items: value.map(checkOfValue) };
  if (!isObject(value)) return { operator: 'equals', negated: false, expected: [value] };
  return {
    fields: Object.entries(value).map(([key, of]) => ({ key, value: checkOfValue(of) })),
  };
}
