import { expect, it } from 'vitest';
import type { Verdict } from '../match/matcher.ts';
import type { TestResult } from './run-result.ts';
import { vacuousChecks } from './vacuous-checks.ts';

const verdict = (rule: string, vacuous?: string): Verdict => ({
  passed: true,
  assertion: { property: 'text', operator: 'contains', negated: false, expected: [] },
  rule,
  actual: null,
  ...(vacuous && { vacuous }),
});

const held = (...verdicts: Verdict[]): TestResult => ({
  name: 'Hours',
  outcome: 'passed',
  attempt: 1,
  steps: [
    { input: { kind: 'text', text: 'hello' }, expected: '', outcome: 'passed', verdicts },
  ] as TestResult['steps'],
});

it('finds checks that could not fail in tries that are not shown, each once', () => {
  const weak = verdict('any text', 'Every text holds it.');
  const tries = [
    held(weak),
    held(weak),
    held(verdict('hours')),
    held(verdict('late', 'Not judged')),
  ];
  const test = { ...held(verdict('hours')), shownTry: 3, judgedAfter: 3, tries };
  expect(vacuousChecks(test)).toEqual([{ step: 0, rule: 'any text', why: 'Every text holds it.' }]);
});

it('counts equal checks of a single conversation one by one', () => {
  const weak = verdict('any text', 'Every text holds it.');
  expect(vacuousChecks(held(weak, weak))).toHaveLength(2);
});
