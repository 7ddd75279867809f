import { type Button, describeInput, type ExploredTurn, type Reply } from '@parley/suite';
import { Bot, Paperclip } from 'lucide-react';
import { HeardNote } from '#/features/runs/heard-note.tsx';
import { formatDuration } from '#/lib/format-time.ts';
import { cx } from '#/ui/cx.ts';
import { Spinner } from '#/ui/spinner.tsx';

interface ExploredTurnViewProps {
  turn: ExploredTurn;
  /** The name of the state that it led to, if somebody gave it one. */
  stateName?: string | undefined;
  /** Presses a quick reply; absent where it can't be pressed any more. */
  onPress?: ((button: Button) => void) | undefined;
}

/** What was said, on the right, and what the bot answered, on the left. */
export function ExploredTurnView({ turn, stateName, onPress }: ExploredTurnViewProps) {
  const { input, status, reply, isReplay } = turn;
  return (
    <li className="flex flex-col gap-2">
      {input && (
        <p
          className={cx(
            'max-w-[85%] self-end whitespace-pre-wrap break-words text-base',
            input.kind === 'text'
              ? 'rounded-xl rounded-br-sm bg-accent-soft px-3 py-2 text-ink ring-1 ring-accent-line ring-inset'
              : 'rounded-full px-3 py-1 text-ink-muted text-xs ring-1 ring-line ring-inset',
          )}
        >
          <span className="sr-only">{isReplay ? 'Played again: ' : 'You: '}</span>
          {describeInput(input)}
        </p>
      )}
      {status === 'pending' && (
        <p className="flex items-center gap-2 pl-8.5 text-ink-muted text-sm">
          <Spinner /> The bot is answering
        </p>
      )}
      {status === 'silent' && (
        <p className="pl-8.5 text-ink-muted text-sm">The bot did not answer in time.</p>
      )}
      {reply && <Answer reply={reply} stateName={stateName} onPress={onPress} />}
    </li>
  );
}

interface AnswerProps extends Pick<ExploredTurnViewProps, 'stateName' | 'onPress'> {
  reply: Reply;
}

function Answer({ reply, stateName, onPress }: AnswerProps) {
  const messages = reply.messages.length > 0 ? reply.messages : [reply.text];
  return (
    <div className="flex items-start gap-2.5">
      <span className="mt-1.5 flex size-6 shrink-0 items-center justify-center rounded-full bg-sunken text-ink-muted ring-1 ring-line ring-inset">
        <Bot role="img" aria-label="Bot" className="size-3.5" />
      </span>
      <div className="flex min-w-0 max-w-[85%] flex-col items-start gap-1.5">
        {messages.map((message, index) => (
          <p
            // biome-ignore lint/suspicious/noArrayIndexKey: messages keep their order
            key={index}
            className="max-w-full whitespace-pre-wrap break-words rounded-xl rounded-bl-sm bg-sunken px-3 py-2 text-base text-ink ring-1 ring-line ring-inset"
          >
            {message || <em className="text-ink-muted">An answer without text</em>}
          </p>
        ))}
        <Extras reply={reply} onPress={onPress} />
        <HeardNote reply={reply} />
        <details className="max-w-full text-xs">
          <summary className="rounded-sm text-ink-muted hover:text-ink">
            <span className="tabular">{formatDuration(reply.latencyMs)}</span>
            {stateName && ` · ${stateName}`} · Payload
          </summary>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
            tabIndex={0}
            className="mt-1.5 max-h-80 max-w-full overflow-auto whitespace-pre-wrap break-all rounded-md bg-sunken p-3 font-mono text-ink ring-1 ring-line ring-inset"
          >
            {JSON.stringify(reply.payload, null, 2)}
          </pre>
        </details>
      </div>
    </div>
  );
}

function Extras({ reply: { buttons, attachments }, onPress }: Omit<AnswerProps, 'stateName'>) {
  if (buttons.length === 0 && attachments.length === 0) return null;
  return (
    <ul aria-label="Quick replies and attachments" className="flex flex-wrap gap-1.5">
      {buttons.map((button, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: buttons keep their order
        <li key={index}>
          <button
            type="button"
            disabled={!onPress}
            onClick={() => onPress?.(button)}
            className="min-h-7 rounded-full px-3 py-1 text-left font-medium text-accent-ink text-xs ring-1 ring-accent-line ring-inset enabled:hover:bg-accent-soft disabled:text-ink-muted disabled:ring-line"
          >
            {button.title}
          </button>
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
