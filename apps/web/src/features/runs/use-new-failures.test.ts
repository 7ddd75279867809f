import type { Standing, TestResult } from '@parley/suite';
import { expect, it } from 'vitest';
import { newlyFailed } from './use-new-failures.ts';

const test = (name: string, outcome: Standing, key?: string): TestResult => ({
  name,
  outcome,
  attempt: 1,
  steps: [],
  ...(key && { key }),
});

it('marks what failed now and had passed before, by the keys of tests', () => {
  const before = [
    test('Passed', 'passed'),
    test('Failed', 'failed'),
    test('Old name', 'passed', 'k'),
    test('Skipped', 'skipped'),
  ];
  const now = [
    test('Passed', 'failed'),
    test('Failed', 'error'),
    test('New name', 'undecided', 'k'),
    test('Old name', 'failed'),
    test('Skipped', 'failed'),
    test('Added', 'failed'),
  ];
  expect([...newlyFailed(now, before)]).toEqual([0, 2]);
  expect(newlyFailed([test('Passed', 'passed')], before).size).toBe(0);
});
