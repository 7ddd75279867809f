import {
  type Assertion,
  describeInput,
  type Outcome,
  type Reply,
  type StepResult,
} from '@parley/suite';
import { Bot, Gavel, Paperclip } from 'lucide-react';
import { formatDuration } from '#/lib/format-time.ts';
import { Button } from '#/ui/button.tsx';
import { cx } from '#/ui/cx.ts';
import { StatusBadge, StatusIcon } from '#/ui/status-badge.tsx';
import { EvidenceView } from './evidence-view.tsx';
import { FailureNote, failureClasses } from './failure-note.tsx';
import { HeardNote } from './heard-note.tsx';
import { OverriddenBadge } from './override-trail.tsx';
import { VerdictView } from './verdict-view.tsx';
import { wordsWithoutReply } from './without-reply.ts';

interface TurnProps {
  runId: string;
  step: StepResult;
  number: number;
  /** The run has ended. */
  isOver: boolean;
  /** Takes the wording over into the suite; absent where there is no suite any more. */
  onAccept?: ((assertion: Assertion, wording: string) => void) | undefined;
  /** Asks for another verdict in place of this one. */
  onOverride?: ((outcome: Outcome) => void) | undefined;
}

/** One turn of a conversation: the tester on the right, the bot on the left, the verdicts below. */
export function Turn({ runId, step, number, isOver, onAccept, onOverride }: TurnProps) {
  const { outcome, reply, verdicts, failure, evidence } = step;
  const isBad = outcome === 'failed' || outcome === 'error' || outcome === 'unsure';
  const isExplained = verdicts.some(({ passed }) => !passed);
  return (
    <li aria-label={`Step ${number}`} className="flex flex-col gap-2">
      <Said step={step} />
      {reply ? <Answer reply={reply} /> : <NoAnswer step={step} isOver={isOver} />}
      <div
        className={cx(
          'ml-8.5 flex max-w-2xl flex-col gap-2 empty:hidden',
          isBad && 'rounded-lg bg-sunken/70 p-3 ring-1 ring-line ring-inset',
        )}
      >
        {isBad && (
          <p className="flex flex-wrap items-center gap-2">
            <StatusBadge status={outcome} />
            {failure && (
              <span className="text-ink-muted text-xs">{failureClasses[failure.class]}</span>
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
            onAccept={onAccept && ((wording) => onAccept(verdict.assertion, wording))}
          />
        ))}
        {failure && !isExplained && <FailureNote failure={failure} />}
        <EvidenceView runId={runId} evidence={evidence} of={`Step ${number}`} />
        {reply && verdicts.length === 0 && outcome === 'passed' && (
          <p className="flex items-center gap-1.5 text-ink-muted text-sm">
            <StatusIcon status="passed" />
            Accepts {step.expected}
          </p>
        )}
        {onOverride && canBeOverridden(outcome) && (isBad || step.measured) && (
          <Button
            size="sm"
            className="self-start"
            icon={<Gavel className="size-3.5" aria-hidden />}
            aria-label={`Override the verdict on step ${number}`}
            onClick={() => onOverride(outcome)}
          >
            Override
          </Button>
        )}
      </div>
    </li>
  );
}

function canBeOverridden(outcome: StepResult['outcome']): outcome is Outcome {
  return ['passed', 'failed', 'error', 'unsure'].includes(outcome);
}

function Said({ step }: { step: StepResult }) {
  const isText = step.input.kind === 'text';
  const isSaid = step.startedAt !== undefined;
  const text = step.sent || describeInput(step.input);
  if (!isText) {
    return (
      <p className="self-end rounded-full px-3 py-1 text-ink-muted text-xs ring-1 ring-line ring-inset">
        {describeInput(step.input)}
      </p>
    );
  }
  return (
    <p
      className={cx(
        'max-w-[85%] self-end whitespace-pre-wrap break-words rounded-xl rounded-br-sm px-3 py-2 text-base sm:max-w-[70%]',
        isSaid
          ? 'bg-accent-soft text-ink ring-1 ring-accent-line ring-inset'
          : 'border border-line-control border-dashed text-ink-muted',
      )}
    >
      <span className="sr-only">{isSaid ? 'Tester: ' : 'Tester, not said: '}</span>
      {text}
    </p>
  );
}

function Answer({ reply }: { reply: Reply }) {
  const messages = reply.messages.length > 0 ? reply.messages : [reply.text];
  return (
    <div className="flex items-start gap-2.5">
      <span className="mt-1.5 flex size-6 shrink-0 items-center justify-center rounded-full bg-sunken text-ink-muted ring-1 ring-line ring-inset">
        <Bot role="img" aria-label="Bot" className="size-3.5" />
      </span>
      <div className="flex min-w-0 max-w-[85%] flex-col items-start gap-1.5 sm:max-w-[75%]">
        {messages.map((message, index) => (
          <p
            // biome-ignore lint/suspicious/noArrayIndexKey: messages keep their order
            key={index}
            className="whitespace-pre-wrap break-words rounded-xl rounded-bl-sm bg-sunken px-3 py-2 text-base text-ink ring-1 ring-line ring-inset"
          >
            {message || <em className="text-ink-muted">An answer without text</em>}
          </p>
        ))}
        <Extras reply={reply} />
        <HeardNote reply={reply} />
        <details className="text-xs">
          <summary className="rounded-sm text-ink-muted hover:text-ink">
            <span className="tabular">{formatDuration(reply.latencyMs)}</span> · Raw answer
          </summary>
          <pre className="mt-1.5 max-h-80 max-w-full overflow-auto whitespace-pre-wrap break-all rounded-md bg-sunken p-3 font-mono text-ink ring-1 ring-line ring-inset">
            {JSON.stringify(reply.payload, null, 2)}
          </pre>
        </details>
      </div>
    </div>
  );
}

function Extras({ reply: { buttons, attachments } }: { reply: Reply }) {
  if (buttons.length === 0 && attachments.length === 0) return null;
  return (
    <ul aria-label="Buttons and attachments" className="flex flex-wrap gap-1.5">
      {buttons.map(({ title }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: buttons keep their order
          key={index}
          className="rounded-full px-2.5 py-1 font-medium text-accent-ink text-xs ring-1 ring-accent-line ring-inset"
        >
          {title}
        </li>
      ))}
      {attachments.map(({ type, title, url }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: attachments keep their order
          key={index}
          className="flex items-center gap-1 rounded-md bg-sunken px-2 py-1 text-ink-muted text-xs"
        >
          <Paperclip className="size-3" aria-hidden />
          {title ?? url ?? type}
        </li>
      ))}
    </ul>
  );
}

function NoAnswer({ step, isOver }: Pick<TurnProps, 'step' | 'isOver'>) {
  return (
    <p className="flex items-center gap-1.5 pl-8.5 text-ink-muted text-sm">
      <StatusIcon status={isOver && step.outcome === 'pending' ? 'skipped' : step.outcome} />
      {wordsWithoutReply(step, isOver)}
    </p>
  );
}
