import type { TestResult } from '@parley/suite';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { OutcomeFilter } from './run-outcomes.ts';
import { RunTests } from './run-tests.tsx';

afterEach(cleanup);

const passed: TestResult = { name: 'Greeting', outcome: 'passed', attempt: 1, steps: [] };

function show(outcome: OutcomeFilter, tests = [passed]) {
  const ignore = () => undefined;
  render(
    <RunTests
      runId="r1"
      tests={tests}
      isOver
      onAccept={undefined}
      onOverride={undefined}
      outcome={outcome}
      onOutcomeChange={ignore}
    />,
  );
  return screen.queryAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
}

describe('the tests of a run', () => {
  it('can be shown again where none has the outcome that was chosen', () => {
    expect(show('failed')).toEqual(['All 1', 'Passed 1', 'Failed 0']);
    expect(screen.getByText('No tests with this outcome.')).toBeDefined();
  });

  it('offer no outcomes where all have the same', () => {
    expect(show('all')).toEqual([]);
  });
});
