import type { RunCounts, RunResult, TestResult } from '@parley/suite';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ReevaluationNote } from './reevaluation-note.tsx';

afterEach(cleanup);

const passed = (total: number): RunCounts => ({
  total,
  passed: total,
  failed: 0,
  error: 0,
  undecided: 0,
  skipped: 0,
  pending: 0,
});

const test = (attempt: number) => ({ attempt }) as TestResult;

describe('a re-evaluated run', () => {
  it.each([
    [0, /this result is not saved\.$/],
    [1, /1 test is no longer in the suite\.$/],
    [2, /2 tests are no longer in the suite\.$/],
  ])('says that %i of its started tests are no longer in the suite', (leftOut, text) => {
    const ignore = () => undefined;
    render(
      <ReevaluationNote
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
