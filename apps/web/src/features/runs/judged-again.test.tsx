import type { RunCounts, RunResult, TestResult } from '@parley/suite';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { JudgedAgain } from './judged-again.tsx';

afterEach(cleanup);

const passed = (total: number): RunCounts => ({
  total,
  passed: total,
  failed: 0,
  error: 0,
  unsure: 0,
  skipped: 0,
  pending: 0,
});

const test = (attempt: number) => ({ attempt }) as TestResult;

describe('a run that is judged again', () => {
  it.each([
    [0, /nothing is stored\.$/],
    [1, /1 test of the run is left out: the suite has it no more\.$/],
    [2, /2 tests of the run are left out: the suite has them no more\.$/],
  ])('says that of the tests that it began %i are left out', (leftOut, text) => {
    const ignore = () => undefined;
    render(
      <JudgedAgain
        result={{ counts: passed(3 - leftOut) } as RunResult}
        before={{ ...passed(3), total: 5, skipped: 1, pending: 1 }}
        tests={[test(1), test(2), test(1), test(0), test(0)]}
        isJudging={false}
        onRepeat={ignore}
        onClose={ignore}
      />,
    );
    expect(screen.getByText(text)).toBeDefined();
  });
});
