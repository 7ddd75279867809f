import type { Assertion } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { choiceOf, operatorChoices, valueFor, withOperator, withTexts } from './operators.ts';

const assertion: Assertion = {
  property: 'prompt',
  operator: 'contains',
  expected: ['12', 'twelve'],
  negated: false,
};

describe('choosing a comparison', () => {
  it.each(operatorChoices)('$label is shown as chosen after it was chosen', ({ value }) => {
    expect(choiceOf(withOperator(assertion, value))).toBe(value);
  });

  it('keeps the alternatives and makes numbers where numbers are compared', () => {
    expect(withOperator(assertion, 'greater').expected).toEqual([12, 'twelve']);
    expect(withOperator({ ...assertion, expected: [12] }, 'equals').expected).toEqual(['12']);
  });

  it.each(['equals', 'less'])('keeps what stands for silence or a flag, for "%s"', (operator) => {
    const words = { ...assertion, expected: [null, true] };
    expect(withOperator(words, operator).expected).toEqual([null, true]);
  });

  it('takes no value for "exists" and offers an empty one when leaving it', () => {
    const exists = withOperator(assertion, 'exists');
    expect(exists.expected).toEqual([]);
    expect(withOperator(exists, 'contains').expected).toEqual(['']);
  });

  it.each([
    ['less', ' ', ' '],
    ['less', '3.5', 3.5],
    ['less', '3,5', '3,5'],
    ['contains', '3', '3'],
  ] as const)('for "%s" the text "%s" is %j', (operator, text, value) => {
    expect(valueFor(operator, text)).toBe(value);
  });
});

describe('editing alternatives', () => {
  it.each([
    ['one beside null is edited', [null, 'a'], ['null', 'b'], [null, 'b']],
    ['one is added to null', [null], ['null', ''], [null, '']],
    ['one before null is removed', ['a', null], ['null'], [null]],
    ['null is edited', [null], ['nul'], ['nul']],
    ['a text that says null is left', ['null', 'a'], ['null', 'b'], ['null', 'b']],
    ['another is made the same text', [true, 'a'], ['true', 'true'], [true, 'true']],
    ['what is like a missing value is added', ['a'], ['a', 'undefined'], ['a', 'undefined']],
  ])('keeps the value of those whose text did not change: %s', (_, expected, texts, wanted) => {
    expect(withTexts({ ...assertion, expected }, texts).expected).toEqual(wanted);
  });
});
