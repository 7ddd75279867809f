import type { RunCounts, RunResult, TestResult } from '@parley/suite';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { countsInWords } from './run-progress.ts';

interface ReevaluationNoteProps {
  result: RunResult;
  /** Counts of the run itself. */
  before: RunCounts;
  tests: TestResult[];
  isJudging: boolean;
  onRepeat: () => void;
  onClose: () => void;
}

/** Explains that the displayed result is a re-evaluation. */
export function ReevaluationNote({
  result,
  before,
  tests,
  isJudging,
  onRepeat,
  onClose,
}: ReevaluationNoteProps) {
  const held = tests.filter(({ attempt }) => attempt > 0);
  const leftOut = held.length - result.counts.total;
  return (
    <Alert
      title="Re-evaluated with the current suite"
      actions={
        <>
          <Button size="sm" isLoading={isJudging} onClick={onRepeat}>
            Re-evaluate
          </Button>
          <Button size="sm" onClick={onClose}>
            Back to the run
          </Button>
        </>
      }
    >
      <p>
        {countsInWords(result.counts, true) || 'No test'}; in the run it was{' '}
        {countsInWords(before, true)}. The bot was not contacted, and this result is not saved.
        {leftOut > 0 && ` ${leftOutInWords(leftOut)}`}
      </p>
    </Alert>
  );
}

function leftOutInWords(count: number): string {
  return count === 1
    ? '1 test is no longer in the suite.'
    : `${count} tests are no longer in the suite.`;
}
