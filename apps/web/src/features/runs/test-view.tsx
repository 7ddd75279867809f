import {
  isBad,
  isOverridden,
  keyOf,
  type StepResult,
  type TestResult,
  verdictOn,
} from '@parley/suite';
import { ChevronDown, ChevronLeft, ChevronUp, Gavel } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AcceptedWording } from '#/features/suites/accept-wording.ts';
import { formatDuration } from '#/lib/format-time.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { copyText } from '#/ui/copy-text.ts';
import { IconButton } from '#/ui/icon-button.tsx';
import { StatusBadge } from '#/ui/status-badge.tsx';
import { CopyMenu } from './copy-menu.tsx';
import { EarlierAttempts } from './earlier-attempts.tsx';
import { EvidenceView } from './evidence-view.tsx';
import { FailureCard } from './failure-card.tsx';
import { FailureNote } from './failure-note.tsx';
import type { VerdictPlace } from './override-dialog.tsx';
import { OverriddenBadge, OverrideTrail } from './override-trail.tsx';
import { addressOfStep } from './step-address.ts';
import { SuiteRequests } from './suite-requests.tsx';
import { failedStepOf } from './test-groups.ts';
import { vacuousChecks } from './test-list.tsx';
import { TestWarnings } from './test-warnings.tsx';
import { TriesPanel } from './tries-panel.tsx';
import { Turn } from './turn.tsx';

interface TestViewProps {
  runId: string;
  suiteName: string;
  test: TestResult;
  /** Index of the test in the run. */
  index: number;
  /** Number of the step in the URL, from 1; undefined if there is none. */
  step: number | undefined;
  /** Moment in the recording of that step, in milliseconds. */
  atMs: number | undefined;
  /** True if all tests failed for one reason, which is shown above them. */
  isShared: boolean;
  /** Number of other tests that failed for the same cause. */
  alike: number;
  /** True if the run has ended. */
  isOver: boolean;
  /** True for the verdicts of the run itself, false for a re-evaluation. */
  isAsRun: boolean;
  /** Button that leads back to the list, for narrow screens. */
  back: ReactNode;
  /** Goes to the previous or next failure; undefined if there is none. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** True if the heading should take the focus, because the test was opened by keyboard. */
  isFocused: boolean;
  onAccept?: ((wording: AcceptedWording) => void) | undefined;
  onOverride?: ((place: VerdictPlace) => void) | undefined;
}

interface TestTitleProps extends Pick<TestViewProps, 'test' | 'isOver' | 'isFocused'> {
  /** Actions next to the name. */
  children: ReactNode;
}

function TestTitle({ test, isOver, isFocused, children }: TestTitleProps) {
  const { name, attempt, tries } = test;
  const heading = useRef<HTMLHeadingElement>(null);
  const vacuous = vacuousChecks(test);
  const ms = test.startedAt && test.finishedAt && test.finishedAt - test.startedAt;

  useEffect(() => {
    if (isFocused) heading.current?.focus({ preventScroll: true });
  }, [isFocused]);

  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 pb-3">
      <h2
        ref={heading}
        id="shown-test"
        tabIndex={-1}
        dir="auto"
        className="wrap-anywhere min-w-0 flex-1 basis-full rounded-sm font-semibold text-ink text-lg outline-offset-4 lg:basis-40"
      >
        {name}
      </h2>
      {test.isQuarantined && <Badge tone="running">In quarantine</Badge>}
      {isOverridden(test) && <OverriddenBadge />}
      {vacuous > 0 && <Badge tone="error">{vacuous} could not fail</Badge>}
      {!tries && attempt > 1 && <span className="text-ink-muted text-xs">attempt {attempt}</span>}
      {ms !== undefined && (
        <span className="text-ink-muted text-xs tabular">{formatDuration(ms)}</span>
      )}
      <StatusBadge
        status={test.outcome}
        label={isOver && test.outcome === 'pending' ? 'Not finished' : undefined}
      />
      <span className="ml-auto flex items-center">{children}</span>
    </div>
  );
}

/** Buttons for the previous and the next failure. Renders nothing if there is neither. */
function FailureKeys({ onPrevious, onNext }: Pick<TestViewProps, 'onPrevious' | 'onNext'>) {
  if (!onPrevious && !onNext) return null;
  return (
    <>
      <IconButton
        size="sm"
        label="Previous failure"
        tooltip="Previous failure (p)"
        aria-disabled={!onPrevious}
        icon={<ChevronUp className="size-4" aria-hidden />}
        onClick={onPrevious}
      />
      <IconButton
        size="sm"
        label="Next failure"
        tooltip="Next failure (n)"
        aria-disabled={!onNext}
        icon={<ChevronDown className="size-4" aria-hidden />}
        onClick={onNext}
      />
    </>
  );
}

/** Failure of the test, unless one of its steps has the same message. */
function OwnFailure({ test, isShared }: Pick<TestViewProps, 'test' | 'isShared'>) {
  const { failure, steps } = test;
  if (!failure || steps.some((step) => step.failure?.message === failure.message)) return null;
  if (isShared) return <p className="text-ink-muted text-sm">Same cause as in all tests.</p>;
  return <FailureNote failure={failure} />;
}

/** A test of a run: its failure and its conversation. */
export function TestView(props: TestViewProps) {
  const { runId, suiteName, test, index, step: linked, atMs, isShared, isOver, isFocused } = props;
  const { back, onPrevious, onNext, onAccept, onOverride } = props;
  const { name, tries } = test;
  const [chosenTry, setChosenTry] = useState<number>();
  const shownTry = chosenTry ?? test.shownTry ?? tries?.length ?? 0;
  /** The displayed test; for a repeated test, the selected try. */
  const held = tries?.[shownTry - 1] ?? test;
  const { outcome, steps, failure, evidence } = held;
  const failedAt = isShared ? undefined : failedStepOf(held);
  const failedStep = failedAt === undefined ? undefined : steps[failedAt];
  const verdict = verdictOn(test, undefined);

  useEffect(() => {
    if (linked) document.getElementById(`step-${linked}`)?.scrollIntoView({ block: 'center' });
  }, [linked]);

  const acceptAt = (place: number) =>
    onAccept &&
    ((assertion: AcceptedWording['assertion'], wording: string) =>
      onAccept({ test: name, step: place, assertion, wording }));
  // A step of one try does not decide the verdict over all tries.
  const overrideAt = (place: number, step: StepResult) =>
    onOverride === undefined || tries
      ? undefined
      : (outcome: VerdictPlace['outcome']) =>
          onOverride({
            test: index,
            step: place,
            name: `Step ${place + 1} of “${name}”`,
            outcome,
            measured: step.measured,
          });

  return (
    <section aria-labelledby="shown-test" className="min-w-0 flex-1">
      <div className="flex items-center justify-between gap-2 pb-3 lg:hidden">{back}</div>
      <TestTitle test={test} isOver={isOver} isFocused={isFocused}>
        <FailureKeys onPrevious={onPrevious} onNext={onNext} />
        <CopyMenu
          runId={runId}
          suiteName={suiteName}
          test={held}
          index={index}
          failedAt={failedAt}
        />
      </TestTitle>
      <div className="flex flex-col gap-4 empty:hidden">
        <OverrideTrail overrides={test.overrides} />
        <TestWarnings test={test} />
        <TriesPanel test={test} shown={shownTry} onShow={setChosenTry} />
        {failedStep && failedAt !== undefined && (
          <FailureCard
            step={failedStep}
            number={failedAt + 1}
            alike={props.alike}
            history={
              isOver && props.isAsRun && held.outcome === test.outcome
                ? { runId, test: keyOf(test) }
                : undefined
            }
            onAccept={acceptAt(failedAt)}
            onOverride={overrideAt(failedAt, failedStep)}
          />
        )}
        <OwnFailure test={held} isShared={isShared} />
        {(evidence || held.lostEvidence) && (
          <EvidenceView holder={{ runId }} evidence={evidence} lost={held.lostEvidence} of={name} />
        )}
      </div>
      <SuiteRequests requests={held.requests} when="before" toldFailure={failure?.message} />
      <ol className="mt-4 flex flex-col gap-4">
        {steps.map((step, place) => (
          <Turn
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
            key={place}
            runId={runId}
            step={step}
            number={place + 1}
            isOver={isOver}
            isToldAbove={place === failedAt}
            isFolded={isBad(outcome) && isQuiet(step) && linked !== place + 1}
            onCopyLink={() =>
              void copyText(
                addressOfStep(runId, index + 1, place + 1),
                `Link to step ${place + 1} copied`,
              )
            }
            atMs={linked === place + 1 ? atMs : undefined}
            onCopyMoment={(at) =>
              void copyText(
                addressOfStep(runId, index + 1, place + 1, at),
                'Link to this moment copied',
              )
            }
            onAccept={acceptAt(place)}
            onOverride={overrideAt(place, step)}
          />
        ))}
      </ol>
      <SuiteRequests requests={held.requests} when="after" toldFailure={failure?.message} />
      <EarlierAttempts runId={runId} attempts={held.earlierAttempts} />
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
    </section>
  );
}

/** @returns true if the step passed without an override and each of its checks could have failed */
const isQuiet = ({ outcome, measured, verdicts }: StepResult): boolean =>
  outcome === 'passed' && !measured && verdicts.every(({ vacuous }) => vacuous === undefined);

interface BackProps {
  count: number;
  onBack: () => void;
}

/** Button that leads back to the list of tests, for narrow screens. */
export function BackToTests({ count, onBack }: BackProps) {
  return (
    <Button size="sm" icon={<ChevronLeft className="size-4" aria-hidden />} onClick={onBack}>
      All {count} tests
    </Button>
  );
}
