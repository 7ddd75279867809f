import type { Assertion, Operator } from '@parley/suite';

type Value = Assertion['expected'][number];

interface OperatorChoice {
  value: string;
  label: string;
  operator: Operator;
  negated: boolean;
}

/** Comparisons to offer, common ones first. A negated number comparison can only be written in the text. */
export const operatorChoices: readonly OperatorChoice[] = [
  { value: 'contains', label: 'contains', operator: 'contains', negated: false },
  { value: 'not-contains', label: 'does not contain', operator: 'contains', negated: true },
  { value: 'equals', label: 'is exactly', operator: 'equals', negated: false },
  { value: 'not-equals', label: 'is not', operator: 'equals', negated: true },
  { value: 'fuzzy', label: 'is similar to', operator: 'fuzzy', negated: false },
  { value: 'not-fuzzy', label: 'is not similar to', operator: 'fuzzy', negated: true },
  { value: 'means', label: 'means', operator: 'means', negated: false },
  { value: 'not-means', label: 'does not mean', operator: 'means', negated: true },
  { value: 'soundsLike', label: 'sounds like', operator: 'soundsLike', negated: false },
  { value: 'regex', label: 'matches', operator: 'regex', negated: false },
  { value: 'not-regex', label: 'does not match', operator: 'regex', negated: true },
  { value: 'greater', label: 'is greater than', operator: 'greater', negated: false },
  { value: 'greaterOrEqual', label: 'is at least', operator: 'greaterOrEqual', negated: false },
  { value: 'less', label: 'is less than', operator: 'less', negated: false },
  { value: 'lessOrEqual', label: 'is at most', operator: 'lessOrEqual', negated: false },
  { value: 'exists', label: 'exists', operator: 'exists', negated: false },
  { value: 'not-exists', label: 'does not exist', operator: 'exists', negated: true },
];

const numeric: readonly Operator[] = ['greater', 'greaterOrEqual', 'less', 'lessOrEqual'];

export function choiceOf({ operator, negated }: Assertion): string {
  return negated ? `not-${operator}` : operator;
}

/** Label for the comparison of an assertion. */
export function labelOf(assertion: Assertion): string {
  const value = choiceOf(assertion);
  const choice = operatorChoices.find((known) => known.value === value);
  return choice?.label ?? value.replace('-', ' ');
}

export function withOperator(assertion: Assertion, value: string): Assertion {
  const choice = operatorChoices.find((known) => known.value === value);
  if (!choice) return assertion;
  const { operator, negated } = choice;
  const values = assertion.expected.length > 0 ? assertion.expected : [''];
  const expected = operator === 'exists' ? [] : values.map((value) => comparable(operator, value));
  return { ...assertion, operator, negated, expected };
}

/** Applies edited texts. An alternative with an unchanged text keeps its value, such as null for silence. */
export function withTexts(assertion: Assertion, texts: string[]): Assertion {
  const { operator, expected } = assertion;
  const isShorter = texts.length < expected.length;
  const values = texts.map((text, index) => {
    const isSame = (value: Value, at: number) =>
      String(value) === text && (isShorter || at === index);
    const kept = expected.findIndex(isSame);
    return expected[kept] === undefined ? valueFor(operator, text) : expected[kept];
  });
  return { ...assertion, expected: values };
}

function comparable(operator: Operator, value: Value): Value {
  const isWord = value === null || typeof value === 'boolean';
  return isWord ? value : valueFor(operator, String(value));
}

/** Converts the text to a number if the operator compares numbers. Otherwise returns the text. */
export function valueFor(operator: Operator, text: string): string | number {
  const isNumber = text.trim() !== '' && Number.isFinite(Number(text));
  return numeric.includes(operator) && isNumber ? Number(text) : text;
}
