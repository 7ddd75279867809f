import type { Failure, TestResult } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { sharedFailure } from './shared-failure.ts';

const refused: Failure = { class: 'network', code: 'connection-refused', message: 'Refused' };

const test = (outcome: TestResult['outcome'], failure?: Failure): TestResult => ({
  name: 'A',
  outcome,
  attempt: 1,
  steps: [],
  ...(failure && { failure }),
});

describe('the shared failure of a run', () => {
  it('is what all tests ended for, those that were skipped aside', () => {
    const tests = [test('error', refused), test('skipped'), test('error', { ...refused })];
    expect(sharedFailure(tests)).toEqual(refused);
  });

  it.each([
    ['one test', [test('error', refused)]],
    ['a test that passed', [test('error', refused), test('passed')]],
    ['another cause', [test('error', refused), test('error', { ...refused, message: 'Closed' })]],
    ['tests that failed by themselves', [test('failed', refused), test('failed', refused)]],
    ['none at all', []],
  ])('is none with %s', (_, tests) => {
    expect(sharedFailure(tests)).toBeUndefined();
  });
});
