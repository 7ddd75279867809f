import { failureClassNames } from '@parley/contract';
import { emptyRunResult, type Failure, type StepResult, type TestResult } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import type { RunRow } from '../log/run-row.ts';
import { runResultOf, stepDaysOf, testRowsOf } from './result-rows.ts';

const run = { id: 'run', status: 'failed', createdAt: new Date('2026-11-21T12:00:00Z') } as RunRow;

function testThatFailed(failure: Failure): TestResult {
  const outcome = failure.class === 'unsure' ? 'undecided' : 'failed';
  const step = { outcome, verdicts: [], failure } as unknown as StepResult;
  return { name: 'Opening hours', outcome, attempt: 1, steps: [step] };
}

describe('why a run did not pass', () => {
  it.each(failureClassNames)('is found by its class: %s', (name) => {
    const tests = [testThatFailed({ class: name, code: 'any', message: 'Any.' })];
    const { failureClasses } = runResultOf(run, { ...emptyRunResult(), status: 'failed', tests });
    expect(failureClasses).toEqual([name]);
  });

  it('is not told by a test in quarantine', () => {
    const test = testThatFailed({ class: 'wrong', code: 'any', message: 'Any.' });
    const tests = [{ ...test, isQuarantined: true as const }];
    const { failureClasses } = runResultOf(run, { ...emptyRunResult(), status: 'failed', tests });
    expect(failureClasses).toEqual([]);
  });
});

describe('the name of a test in history', () => {
  const named = (name: string): TestResult => {
    const reply = { text: 'Hi', latencyMs: 10 };
    const step = { outcome: 'passed', verdicts: [], startedAt: 1, reply } as unknown as StepResult;
    return { name, outcome: 'passed', attempt: 1, steps: [step] };
  };
  const keptOf = (...names: string[]) => {
    const result = { ...emptyRunResult(), tests: names.map(named) };
    const ofSuite = { ...run, suiteId: 'suite' };
    return {
      tests: testRowsOf(ofSuite, result).map(({ name }) => name),
      days: stepDaysOf(ofSuite, result).map(({ testName }) => testName),
    };
  };

  it('ends where an index holds no more of it', () => {
    const name = keptOf('漢'.repeat(3_000)).tests[0] ?? '';
    expect(Buffer.byteLength(name)).toBeLessThan(2_000);
    expect(keptOf('漢'.repeat(3_000)).days).toEqual([name]);
  });

  it.each([
    ['begin alike as far as they are kept', 'a'.repeat(3_000), 'a'.repeat(4_000)],
    ['are stored alike', 'a\0', 'a\ufffd'],
  ])('is one key for two that %s', (_, one, other) => {
    expect(keptOf(one, other).days).toHaveLength(1);
  });
});
