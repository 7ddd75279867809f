import { isBad, isOverridden, type TestResult, verdictOn } from '@parley/suite';
import { Gavel } from 'lucide-react';
import { useState } from 'react';
import type { AcceptedWording } from '#/features/suites/accept-wording.ts';
import { formatDuration } from '#/lib/format-time.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { DisclosureItem } from '#/ui/disclosure-item.tsx';
import { StatusBadge } from '#/ui/status-badge.tsx';
import { EarlierAttempts } from './earlier-attempts.tsx';
import { EvidenceView } from './evidence-view.tsx';
import { FailureNote } from './failure-note.tsx';
import type { VerdictPlace } from './override-dialog.tsx';
import { OverriddenBadge, OverrideTrail } from './override-trail.tsx';
import { TestWarnings } from './test-warnings.tsx';
import { Turn } from './turn.tsx';

interface TestTranscriptProps {
  runId: string;
  test: TestResult;
  /** Its place in the run. */
  index: number;
  isOnlyOne: boolean;
  /** All tests ended for one reason, which is shown above them. */
  isShared: boolean;
  /** The run has ended. */
  isOver: boolean;
  onAccept?: ((wording: AcceptedWording) => void) | undefined;
  onOverride?: ((place: VerdictPlace) => void) | undefined;
}

/** One test of a run, expandable: its conversation. */
export function TestTranscript(props: TestTranscriptProps) {
  const { runId, test, index, isOnlyOne, isShared, isOver, onAccept, onOverride } = props;
  const { name, outcome, attempt, steps, failure, evidence } = test;
  const [choice, setChoice] = useState<boolean | null>(null);
  const hasBegun = steps.some(({ startedAt }) => startedAt !== undefined);
  const isCutShort = isOver && outcome === 'pending' && hasBegun;
  const isWorthALook =
    isOnlyOne ||
    isCutShort ||
    isOverridden(test) ||
    (isBad(outcome) && !isShared) ||
    outcome === 'running';
  const isOpen = choice ?? isWorthALook;
  const isToldByStep = steps.some((step) => step.failure?.message === failure?.message);
  const verdict = verdictOn(test, undefined);
  const vacuous = steps
    .flatMap(({ verdicts }) => verdicts)
    .filter((one) => one.vacuous !== undefined).length;
  const ms = test.startedAt && test.finishedAt && test.finishedAt - test.startedAt;
  return (
    <DisclosureItem
      isOpen={isOpen}
      onOpenChange={setChoice}
      panelClassName="px-4 py-4 sm:px-6"
      heading={
        <>
          <span className="min-w-0 flex-1 truncate font-medium text-base text-ink">{name}</span>
          {test.isQuarantined && <Badge tone="running">In quarantine</Badge>}
          {isOverridden(test) && <OverriddenBadge />}
          {vacuous > 0 && <Badge tone="error">{vacuous} could not fail</Badge>}
          {attempt > 1 && <span className="text-ink-muted text-xs">attempt {attempt}</span>}
          {ms !== undefined && (
            <span className="text-ink-muted text-xs tabular">{formatDuration(ms)}</span>
          )}
          <StatusBadge
            status={outcome}
            label={isOver && outcome === 'pending' ? 'Not finished' : undefined}
          />
        </>
      }
    >
      <OverrideTrail overrides={test.overrides} />
      <TestWarnings test={test} />
      {failure && !isToldByStep && (
        <div className="mb-4">
          {isShared ? (
            <p className="text-ink-muted text-sm">Same cause as in all tests.</p>
          ) : (
            <FailureNote failure={failure} />
          )}
        </div>
      )}
      {(evidence || test.lostEvidence) && (
        <div className="mb-4">
          <EvidenceView holder={{ runId }} evidence={evidence} lost={test.lostEvidence} of={name} />
        </div>
      )}
      <ol className="flex flex-col gap-5">
        {steps.map((step, place) => (
          <Turn
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
            key={place}
            runId={runId}
            step={step}
            number={place + 1}
            isOver={isOver}
            onAccept={
              onAccept &&
              ((assertion, wording) => onAccept({ test: name, step: place, assertion, wording }))
            }
            onOverride={
              onOverride &&
              ((outcome) =>
                onOverride({
                  test: index,
                  step: place,
                  name: `Step ${place + 1} of “${name}”`,
                  outcome,
                  measured: step.measured,
                }))
            }
          />
        ))}
      </ol>
      <EarlierAttempts runId={runId} attempts={test.earlierAttempts} />
      {onOverride && verdict && (
        <Button
          size="sm"
          className="mt-5"
          icon={<Gavel className="size-3.5" aria-hidden />}
          onClick={() =>
            onOverride({
              test: index,
              name: `“${name}”`,
              outcome: verdict,
              measured: test.decided && test.measured,
            })
          }
        >
          Override verdict
        </Button>
      )}
    </DisclosureItem>
  );
}
