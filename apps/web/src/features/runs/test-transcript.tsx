import type { TestResult } from '@parley/suite';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { AcceptedWording } from '#/features/suites/accept-wording.ts';
import { formatDuration } from '#/lib/format-time.ts';
import { cx } from '#/ui/cx.ts';
import { StatusBadge } from '#/ui/status-badge.tsx';
import { EvidenceView } from './evidence-view.tsx';
import { FailureNote } from './failure-note.tsx';
import { Turn } from './turn.tsx';

interface TestTranscriptProps {
  runId: string;
  test: TestResult;
  isOnlyOne: boolean;
  /** The run has ended. */
  isOver: boolean;
  onAccept?: ((wording: AcceptedWording) => void) | undefined;
}

/** One test of a run, to be opened: the conversation as it went. */
export function TestTranscript(props: TestTranscriptProps) {
  const { runId, test, isOnlyOne, isOver, onAccept } = props;
  const id = useId();
  const { name, outcome, attempt, steps, failure, evidence } = test;
  const [choice, setChoice] = useState<boolean | null>(null);
  const hasBegun = steps.some(({ startedAt }) => startedAt !== undefined);
  const isCutShort = isOver && outcome === 'pending' && hasBegun;
  const isWorthALook = isOnlyOne || isCutShort || ['failed', 'error', 'running'].includes(outcome);
  const isOpen = choice ?? isWorthALook;
  const isToldByStep = steps.some((step) => step.failure?.message === failure?.message);
  const ms = test.startedAt && test.finishedAt && test.finishedAt - test.startedAt;
  return (
    <li className="rounded-lg bg-surface shadow-card ring-1 ring-line">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setChoice(!isOpen)}
          className="flex min-h-11 w-full items-center gap-2.5 rounded-lg px-4 py-2 text-left hover:bg-hover"
        >
          <ChevronRight
            aria-hidden
            className={cx(
              'size-4 shrink-0 text-ink-faint transition-transform',
              isOpen && 'rotate-90',
            )}
          />
          <span className="min-w-0 flex-1 truncate font-medium text-base text-ink">{name}</span>
          {attempt > 1 && <span className="text-ink-muted text-xs">attempt {attempt}</span>}
          {ms !== undefined && (
            <span className="text-ink-muted text-xs tabular">{formatDuration(ms)}</span>
          )}
          <StatusBadge
            status={outcome}
            label={isOver && outcome === 'pending' ? 'Not finished' : undefined}
          />
        </button>
      </h2>
      <div id={id} hidden={!isOpen} className="border-line border-t px-4 py-4 sm:px-6">
        {isOpen && (
          <>
            {failure && !isToldByStep && (
              <div className="mb-4">
                <FailureNote failure={failure} />
              </div>
            )}
            {evidence && (
              <div className="mb-4">
                <EvidenceView runId={runId} evidence={evidence} of={name} />
              </div>
            )}
            <ol className="flex flex-col gap-5">
              {steps.map((step, index) => (
                <Turn
                  // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
                  key={index}
                  runId={runId}
                  step={step}
                  number={index + 1}
                  isOver={isOver}
                  onAccept={
                    onAccept &&
                    ((assertion, wording) =>
                      onAccept({ test: name, step: index, assertion, wording }))
                  }
                />
              ))}
            </ol>
          </>
        )}
      </div>
    </li>
  );
}
