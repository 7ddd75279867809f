import { parseSuite } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { withAcceptedWording } from './accept-wording.ts';

const { suite } = parseSuite(
  '- test: A\n- hello:\n  - prompt: welcome\n  - latency < 500\n---\n- test: B\n- bye: see you\n',
);
/** With its keys in the order in which the database gives them back. */
const assertion = {
  negated: false,
  expected: ['welcome'],
  operator: 'contains',
  property: 'prompt',
} as const;
const accepted = {
  test: 'A',
  step: 0,
  assertion: { ...assertion, expected: [...assertion.expected] },
  wording: 'good day',
};

describe('accepting a wording', () => {
  it('makes it one more alternative of the expectation that did not hold', () => {
    const changed = withAcceptedWording(suite, accepted);
    expect(changed?.tests[0]?.interactions[0]?.assertions.map(({ expected }) => expected)).toEqual([
      ['welcome', 'good day'],
      [500],
    ]);
    expect(changed?.tests[1]).toBe(suite.tests[1]);
  });

  it.each([
    ['the test is gone', { ...accepted, test: 'C' }],
    ['the step is gone', { ...accepted, step: 4 }],
    [
      'the expectation is another one',
      { ...accepted, assertion: { ...accepted.assertion, negated: true } },
    ],
  ])('changes nothing when %s', (_why, wanted) => {
    expect(withAcceptedWording(suite, wanted)).toBeNull();
  });
});
