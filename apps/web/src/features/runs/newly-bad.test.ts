import type { RunResult, TestResult } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { newlyBad } from './newly-bad.ts';

const test = (name: string, outcome: TestResult['outcome'], message?: string): TestResult => ({
  name,
  outcome,
  attempt: 1,
  steps: [],
  ...(message && { failure: { class: 'configuration', code: 'x', message } }),
});
const result = (...tests: TestResult[]) => ({ tests }) as RunResult;

describe('tests that turn red', () => {
  it('are those that ended well before, each with its reason', () => {
    const now = result(test('A', 'passed'), test('B', 'failed', 'wrong'), test('C', 'passed'));
    const then = result(
      test('A', 'failed', 'Nothing was found'),
      test('B', 'failed', 'wrong'),
      test('C', 'passed'),
    );
    expect(newlyBad(now, then)).toEqual([
      { name: 'A', outcome: 'failed', reason: 'Nothing was found' },
    ]);
  });

  it('have the whole run beside them where nothing was tested', () => {
    const failure = { class: 'configuration', code: 'nothing-tested', message: 'Nothing' } as const;
    const then = { ...result(test('A', 'passed')), failure };
    expect(newlyBad(result(test('A', 'passed')), then)).toEqual([
      { name: 'The whole run', outcome: 'error', reason: 'Nothing' },
    ]);
  });
});
