import { failureClassNames } from '@parley/contract';
import { emptyRunResult, type Failure, type StepResult, type TestResult } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { runResultOf } from './result-rows.ts';
import type { RunRow } from './run-row.ts';

const run = { id: 'run', status: 'failed', createdAt: new Date('2026-11-21T12:00:00Z') } as RunRow;

function testThatFailed(failure: Failure): TestResult {
  const outcome = failure.class === 'unsure' ? 'unsure' : 'failed';
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
