import {
  type Assertion,
  amountText,
  describeOrigin,
  describeSaid,
  isBad,
  isOutcome,
  type Outcome,
  type StepResult,
} from '@parley/suite';
import { Gavel, Link2 } from 'lucide-react';
import { failureClassNames } from '#/lib/failure-class-names.ts';
import { Button } from '#/ui/button.tsx';
import { cx } from '#/ui/cx.ts';
import { IconButton } from '#/ui/icon-button.tsx';
import { StatusBadge, StatusIcon } from '#/ui/status-badge.tsx';
import { Answer } from './answer.tsx';
import { callMoments } from './call-moments.ts';
import { EvidenceView } from './evidence-view.tsx';
import { FailureNote } from './failure-note.tsx';
import { OverriddenBadge } from './override-trail.tsx';
import { EventsData } from './raw-data.tsx';
import { RemarkNote } from './remark-note.tsx';
import { SaidBubble } from './said-bubble.tsx';
import { SystemAnswerView } from './system-answer.tsx';
import { Timing } from './timing.tsx';
import { ToolCalls } from './tool-calls.tsx';
import { VerdictView } from './verdict-view.tsx';
import { wordsWithoutReply } from './without-reply.ts';

interface TurnProps {
  runId: string;
  step: StepResult;
  number: number;
  /** True if the run has ended. */
  isOver: boolean;
  /** True if the failure is already shown above the conversation. */
  isToldAbove?: boolean;
  /** True if the turn is collapsed to one line. */
  isFolded?: boolean;
  /** Copies a link to this step. */
  onCopyLink?: (() => void) | undefined;
  /** Moment in the recording that the URL names, in milliseconds. */
  atMs?: number | undefined;
  /** Copies a link to a moment in the recording. */
  onCopyMoment?: ((atMs: number) => void) | undefined;
  /** Accepts the wording in the suite; undefined if the suite no longer exists. */
  onAccept?: ((assertion: Assertion, wording: string) => void) | undefined;
  /** Opens the dialog to override the verdict. */
  onOverride?: ((outcome: Outcome) => void) | undefined;
}

/** A turn of a conversation: the tester on the right, the bot on the left, and the verdicts below. */
export function Turn(props: TurnProps) {
  const { step, number, isFolded = false, onCopyLink } = props;
  return (
    <li id={`step-${number}`} aria-label={`Step ${number}`} className="scroll-mt-16">
      {isFolded ? (
        <details>
          <summary className="min-h-8 rounded-md px-2 py-1.5 text-ink-muted text-sm hover:bg-hover">
            <span className="tabular">{number}.</span>{' '}
            <span className="wrap-anywhere">{describeSaid(step)}</span>{' '}
            <StatusIcon status={step.outcome} className="inline size-3.5 align-[-2px]" />
          </summary>
          <div className="pt-3 pb-2">
            <TurnContent {...props} />
          </div>
        </details>
      ) : (
        <>
          {onCopyLink && (
            <p className="group -mt-1 flex h-7 items-center gap-1 text-ink-faint text-xs tabular">
              Step {number}
              <IconButton
                size="sm"
                label={`Copy link to step ${number}`}
                tooltip="Copy link"
                icon={<Link2 className="size-3.5" aria-hidden />}
                onClick={onCopyLink}
                className="opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
              />
            </p>
          )}
          <TurnContent {...props} />
        </>
      )}
    </li>
  );
}

function TurnContent({ runId, step, number, isOver, isToldAbove = false, ...on }: TurnProps) {
  const { outcome, reply, verdicts, failure, evidence } = step;
  const { onAccept, onOverride, atMs, onCopyMoment } = on;
  const wantsALook = isBad(outcome);
  const isExplained = isToldAbove || verdicts.some(({ passed }) => !passed);
  // If the failure above is about a wrong answer, it includes the verdicts, so they are shown in brief.
  const isBrief = isToldAbove && (failure === undefined || failure.class === 'wrong');
  const written = describeOrigin(step.origin);
  return (
    <div className="flex flex-col gap-2">
      {written && <p className="wrap-anywhere text-ink-muted text-xs">In {written}</p>}
      <Said step={step} />
      <Heard step={step} isOver={isOver} />
      <div
        className={cx(
          'ml-8.5 flex max-w-2xl flex-col gap-2 empty:hidden',
          wantsALook && 'rounded-lg bg-sunken/70 p-3 ring-1 ring-line ring-inset',
        )}
      >
        {wantsALook && (
          <p className="flex flex-wrap items-center gap-2">
            <StatusBadge status={outcome} />
            {failure && (
              <span className="text-ink-muted text-xs">{failureClassNames[failure.class]}</span>
            )}
          </p>
        )}
        {step.measured && (
          <p className="flex flex-wrap items-center gap-2 text-ink-muted text-xs">
            <OverriddenBadge />
            measured as {step.measured}
          </p>
        )}
        {verdicts.map((verdict, index) => (
          <VerdictView
            // biome-ignore lint/suspicious/noArrayIndexKey: verdicts keep their order
            key={index}
            verdict={verdict}
            isBrief={isBrief}
            onAccept={
              step.checked
                ? undefined
                : onAccept && ((wording) => onAccept(verdict.assertion, wording))
            }
          />
        ))}
        {step.saved && (
          <dl className="flex flex-wrap gap-x-3 gap-y-1 text-ink-muted text-xs">
            {Object.entries(step.saved).map(([name, value]) => (
              <div key={name} className="flex min-w-0 gap-1">
                <dt>Saved {name}:</dt>
                <dd className="wrap-anywhere min-w-0 text-ink">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {step.measurements && (
          <dl className="flex flex-wrap gap-x-3 gap-y-1 text-ink-muted text-xs">
            {step.measurements.map(({ name, value, why }) => (
              <div key={name} className="flex min-w-0 gap-1">
                <dt>Metric {name}:</dt>
                <dd className="wrap-anywhere min-w-0 text-ink tabular">
                  {value === undefined ? `missing. ${why ?? ''}` : amountText(value)}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {failure && !isExplained && <FailureNote failure={failure} />}
        {failure?.remark && isExplained && !isToldAbove && <RemarkNote remark={failure.remark} />}
        <EvidenceView
          holder={{ runId }}
          evidence={evidence}
          lost={step.lostEvidence}
          of={`Step ${number}`}
          call={{ marks: callMoments(step), atMs, onCopyLink: onCopyMoment }}
        />
        {reply && verdicts.length === 0 && outcome === 'passed' && (
          <p className="flex items-center gap-1.5 text-ink-muted text-sm">
            <StatusIcon status="passed" />
            Accepts {step.expected}
          </p>
        )}
        {onOverride && !isToldAbove && isOutcome(outcome) && (wantsALook || step.measured) && (
          <Button
            size="sm"
            className="self-start"
            icon={<Gavel className="size-3.5" aria-hidden />}
            aria-label={`Override verdict on step ${number}`}
            onClick={() => onOverride(outcome)}
          >
            Override
          </Button>
        )}
      </div>
    </div>
  );
}

function Said({ step }: { step: StepResult }) {
  const isSaid = step.startedAt !== undefined;
  return (
    <SaidBubble
      isText={step.input.kind === 'text'}
      isSaid={isSaid}
      who={isSaid ? 'Tester: ' : 'Tester (not sent): '}
    >
      {describeSaid(step)}
    </SaidBubble>
  );
}

/** The bot's reply, the response of a system of record, or a note that there is none. */
function Heard({ step, isOver }: Pick<TurnProps, 'step' | 'isOver'>) {
  if (step.reply) return <Answer reply={step.reply} />;
  if (step.checked?.answer) return <SystemAnswerView checked={step.checked} />;
  return <NoAnswer step={step} isOver={isOver} />;
}

function NoAnswer({ step, isOver }: Pick<TurnProps, 'step' | 'isOver'>) {
  return (
    <div className="flex flex-col gap-1.5 pl-8.5">
      <p className="flex items-center gap-1.5 text-ink-muted text-sm">
        <StatusIcon status={isOver && step.outcome === 'pending' ? 'skipped' : step.outcome} />
        {wordsWithoutReply(step, isOver)}
      </p>
      <Timing facts={step.silence?.voice} />
      <ToolCalls report={step.silence?.tools} />
      {step.silence && <EventsData {...step.silence} />}
    </div>
  );
}
