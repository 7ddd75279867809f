import type { RunCounts, RunResult, TestResult } from '@parley/suite';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { countsInWords } from './run-progress.ts';

interface JudgedAgainProps {
  result: RunResult;
  /** Of the run itself. */
  before: RunCounts;
  tests: TestResult[];
  isJudging: boolean;
  onRepeat: () => void;
  onClose: () => void;
}

/** Says that what is shown below is no run, but what this one would have come to. */
export function JudgedAgain({
  result,
  before,
  tests,
  isJudging,
  onRepeat,
  onClose,
}: JudgedAgainProps) {
  const held = tests.filter(({ attempt }) => attempt > 0);
  const leftOut = held.length - result.counts.total;
  return (
    <Alert
      title="Judged again by the test suite as it is now"
      actions={
        <>
          <Button size="sm" isLoading={isJudging} onClick={onRepeat}>
            Judge once more
          </Button>
          <Button size="sm" onClick={onClose}>
            Back to the run
          </Button>
        </>
      }
    >
      <p>
        {countsInWords(result.counts, true) || 'No test'}; in the run it was{' '}
        {countsInWords(before, true)}. The bot was not asked, and nothing is stored.
        {leftOut > 0 && ` ${leftOutInWords(leftOut)}`}
      </p>
    </Alert>
  );
}

function leftOutInWords(count: number): string {
  return count === 1
    ? '1 test of the run is left out: the suite has it no more.'
    : `${count} tests of the run are left out: the suite has them no more.`;
}
