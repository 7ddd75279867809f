import type { Assertion } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { choiceOf, operatorChoices, valueFor, withOperator } from './operators.ts';

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
