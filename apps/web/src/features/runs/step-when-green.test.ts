import type { StepResult, TestResult } from '@parley/suite';
import { expect, it } from 'vitest';
import { stepWhenGreen } from './step-when-green.ts';

const step = (says: string, replies: string): StepResult =>
  ({
    input: { kind: 'text', text: says },
    expected: '',
    outcome: 'passed',
    verdicts: [],
    sent: says,
    reply: { text: replies, latencyMs: 1 },
  }) as unknown as StepResult;

const test = (name: string, steps: StepResult[], more: Partial<TestResult> = {}) =>
  ({ name, outcome: 'passed', attempt: 1, steps, ...more }) as TestResult;

const hello = step('Hello', 'Hi');
const hours = step('When are you open?', 'Monday to Friday');

it.each([
  ['the same place', [hello, hours], hours, true],
  ['a place that moved', [hours], hours, true],
  [
    'a question asked twice: the one at the same place',
    [hours, step('When are you open?', 'At 9')],
    step('When are you open?', 'At 9'),
    true,
  ],
  [
    'another question at the same place',
    [hello, step('Opening hours?', 'At 9')],
    step('Opening hours?', 'At 9'),
    false,
  ],
  ['a test that was shorter', [hello], undefined, undefined],
] as const)('finds %s', (_, steps, expected, isSameQuestion) => {
  const found = stepWhenGreen([test('Other', [hours]), test('Bank', [...steps])], 'Bank', hours, 2);
  expect(found?.step).toEqual(expected);
  expect(found?.isSameQuestion).toBe(isSameQuestion);
});

it('finds nothing of a test that the earlier run did not have', () => {
  expect(stepWhenGreen([test('Other', [hello, hours])], 'Bank', hours, 2)).toBeUndefined();
});

it('takes the try that the earlier run shows', () => {
  const tries = [test('Bank', [step('Hello', 'first')]), test('Bank', [step('Hello', 'second')])];
  const repeated = test('Bank', [], { tries, shownTry: 1 } as unknown as Partial<TestResult>);
  expect(stepWhenGreen([repeated], 'Bank', hello, 1)?.step.reply?.text).toBe('first');
});
