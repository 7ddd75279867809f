import type { Failure, Outcome, Standing, TestResult, Verdict } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { groupTests, matchingTests } from './test-groups.ts';

const wrong: Failure = { class: 'wrong', code: 'mismatch', message: 'Expected something else.' };

function verdict(expected: string, actual: string): Verdict {
  const assertion = {
    property: 'prompt',
    operator: 'contains' as const,
    negated: false,
    expected: [expected],
  };
  return { passed: false, assertion, rule: `prompt contains "${expected}"`, actual };
}

const ended = (name: string, outcome: Standing): TestResult => ({
  name,
  outcome,
  attempt: 1,
  steps: [],
});

/** A test with a failed step, whose reply did not contain the expected text. */
function failing(name: string, expected: string, outcome: Outcome = 'failed'): TestResult {
  return {
    ...ended(name, outcome),
    failure: wrong,
    steps: [
      {
        input: { kind: 'text', text: 'hello' },
        expected,
        outcome,
        verdicts: [verdict(expected, 'Sorry, I did not understand that.')],
        failure: wrong,
      },
    ],
  };
}

const numbered = (tests: TestResult[]) => tests.map((test, index) => ({ index, test }));

const shown = (tests: TestResult[]) =>
  groupTests(numbered(tests)).map(
    ({ title, tests: members }) => `${title}: ${members.map(({ test }) => test.name).join(' ')}`,
  );

describe('the list of tests', () => {
  it('puts failures first and failures of one cause together', () => {
    const tests = [
      ended('A', 'passed'),
      failing('B', 'open on Monday'),
      failing('C', 'your balance'),
      failing('D', 'open on Monday'),
      ended('E', 'skipped'),
    ];
    expect(shown(tests)).toEqual([
      'Wrong answer, same cause: B D',
      'Wrong answer: C',
      'Passed: A',
      'Skipped: E',
    ]);
  });

  it('does not put failures together that differ in what was expected', () => {
    expect(shown([failing('B', '5 days'), failing('C', '3 days')])).toEqual(['Wrong answer: B C']);
  });

  it('tells tests that failed as a whole by their own cause', () => {
    const silent: Failure = { class: 'silent', code: 'timeout', message: 'No reply came.' };
    const test = { ...ended('A', 'error'), failure: silent };
    expect(shown([test, failing('B', 'hello')])).toEqual([
      'No answer in time: A',
      'Wrong answer: B',
    ]);
  });

  it('begins with the first failure of the suite', () => {
    const tests = [failing('A', 'one'), failing('B', 'two'), failing('C', 'two')];
    expect(shown(tests)[0]).toBe('Wrong answer: A');
  });

  it('is filtered by names and causes, in any case', () => {
    const tests = numbered([failing('Opening hours', 'x'), ended('Balance', 'passed')]);
    const names = (wanted: string) => matchingTests(tests, wanted).map(({ test }) => test.name);
    expect(names(' HOURS ')).toEqual(['Opening hours']);
    expect(names('something else')).toEqual(['Opening hours']);
    expect(names('')).toHaveLength(2);
  });
});
