import type { RunCounts, TestResult } from '@parley/suite';
import type { AcceptedWording } from '#/features/suites/accept-wording.ts';
import { Alert } from '#/ui/alert.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { FailureNote } from './failure-note.tsx';
import type { VerdictPlace } from './override-dialog.tsx';
import { type OutcomeFilter, offeredOutcomes, testsWith } from './run-outcomes.ts';
import { sharedFailure } from './shared-failure.ts';
import { TestTranscript } from './test-transcript.tsx';

interface RunTestsProps {
  runId: string;
  /** Undefined while they are loading. */
  tests: TestResult[] | undefined;
  /** The run has ended. */
  isOver: boolean;
  onAccept: ((wording: AcceptedWording) => void) | undefined;
  /** Asks for a different verdict; absent for people who may not give one. */
  onOverride: ((place: VerdictPlace) => void) | undefined;
  outcome: OutcomeFilter;
  onOutcomeChange: (outcome: OutcomeFilter) => void;
}

/** The tests of a run, those with the wanted outcome. What went wrong is open from the start. */
export function RunTests(props: RunTestsProps) {
  const { runId, tests, isOver, outcome, onAccept, onOverride, onOutcomeChange } = props;
  if (!tests) return <Skeleton className="h-64 rounded-lg" />;
  const offered = offeredOutcomes(countsOf(tests), outcome);
  const shown = testsWith(tests, outcome);
  const shared = sharedFailure(tests);
  return (
    <section aria-label="Tests" className="flex flex-col gap-3">
      {(offered.length > 2 || outcome !== 'all') && (
        <div className="overflow-x-auto">
          <SegmentedControl
            label="Show tests by outcome"
            value={outcome}
            onChange={onOutcomeChange}
            segments={offered.map(({ outcome: value, label, count }) => ({
              value,
              label: `${label} ${count}`,
            }))}
          />
        </div>
      )}
      {shown.length === 0 && (
        <p className="py-8 text-center text-ink-muted text-sm">
          {tests.length === 0 ? 'Tests appear when the run starts.' : 'No tests with this outcome.'}
        </p>
      )}
      {shared && (
        <Alert tone="danger" title="No test could run, all for the same reason">
          <FailureNote failure={shared} />
        </Alert>
      )}
      <ol className="flex flex-col gap-2">
        {shown.map(({ index, test }) => (
          <TestTranscript
            key={index}
            runId={runId}
            test={test}
            index={index}
            isOnlyOne={tests.length === 1}
            isShared={shared !== undefined}
            isOver={isOver}
            onAccept={onAccept}
            onOverride={onOverride}
          />
        ))}
      </ol>
    </section>
  );
}

function countsOf(tests: TestResult[]) {
  const counts: RunCounts = {
    total: tests.length,
    passed: 0,
    failed: 0,
    error: 0,
    undecided: 0,
    skipped: 0,
    pending: 0,
  };
  for (const { outcome } of tests) counts[outcome === 'running' ? 'pending' : outcome] += 1;
  return counts;
}
