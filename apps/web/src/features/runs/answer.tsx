import type { Button, Reply } from '@parley/suite';
import { Bot, Paperclip } from 'lucide-react';
import { Badge } from '#/ui/badge.tsx';
import { cx } from '#/ui/cx.ts';
import { Confidence, HeardNote } from './heard-note.tsx';
import { Latency } from './latency.tsx';
import { EventsData, RawData } from './raw-data.tsx';
import { Timing } from './timing.tsx';
import { ToolCalls } from './tool-calls.tsx';

interface AnswerProps {
  reply: Reply;
  /** Shown next to the latency. */
  remark?: string | undefined;
  /** Presses a quick reply. Undefined if quick replies cannot be pressed. */
  onPress?: ((button: Button) => void) | undefined;
}

/** The bot's reply, on the left of a conversation, with its latency and details of its delivery. */
export function Answer({ reply, remark, onPress }: AnswerProps) {
  const messages = reply.messages.length > 0 ? reply.messages : [reply.text];
  return (
    <div className="flex items-start gap-2.5">
      <span className="mt-1.5 flex size-6 shrink-0 items-center justify-center rounded-full bg-sunken text-ink-muted ring-1 ring-line ring-inset">
        <Bot role="img" aria-label="Bot" className="size-3.5" />
      </span>
      <div className="flex min-w-0 max-w-[85%] flex-col items-start gap-1.5 sm:max-w-[75%]">
        {reply.early?.map((early, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: announcements keep their order
            key={index}
            className="flex max-w-full flex-col items-start gap-1 rounded-xl border border-line-control border-dashed px-3 py-2"
          >
            <p className="whitespace-pre-wrap break-words text-base text-ink">
              {early.text || <em className="text-ink-muted">Nothing was understood</em>}
            </p>
            <p className="flex flex-wrap items-center gap-2 text-ink-muted text-xs">
              <Badge>Before the call was answered</Badge>
              {early.isUnsure && <Badge tone="error">Uncertain words</Badge>}
              <Confidence reply={early} />
            </p>
          </div>
        ))}
        {messages.map((message, index) => (
          <p
            // biome-ignore lint/suspicious/noArrayIndexKey: messages keep their order
            key={index}
            className="max-w-full whitespace-pre-wrap break-words rounded-xl rounded-bl-sm bg-sunken px-3 py-2 text-base text-ink ring-1 ring-line ring-inset"
          >
            {message || <em className="text-ink-muted">A reply without text</em>}
          </p>
        ))}
        <Extras reply={reply} onPress={onPress} />
        <HeardNote reply={reply} />
        <RawData data={reply.payload}>
          <Latency reply={reply} />
          {remark && ` · ${remark}`} · Payload
        </RawData>
        <Timing facts={reply.voice} />
        <ToolCalls report={reply.tools} />
        <EventsData events={reply.events} areEventsCut={reply.areEventsCut} />
      </div>
    </div>
  );
}

const pill = 'rounded-full font-medium text-accent-ink text-xs ring-1 ring-accent-line ring-inset';

function Extras({ reply: { buttons, attachments }, onPress }: Omit<AnswerProps, 'remark'>) {
  if (buttons.length === 0 && attachments.length === 0) return null;
  return (
    <ul aria-label="Quick replies and attachments" className="flex flex-wrap gap-1.5">
      {buttons.map((button, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: buttons keep their order
        <li key={index}>
          {onPress ? (
            <button
              type="button"
              onClick={() => onPress(button)}
              className={cx(pill, 'min-h-7 px-3 py-1 text-left hover:bg-accent-soft')}
            >
              {button.title}
            </button>
          ) : (
            <span className={cx(pill, 'inline-block px-2.5 py-1')}>{button.title}</span>
          )}
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
