import type { Input } from '@parley/suite';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '#/ui/icon-button.tsx';

interface ComposerProps {
  isDisabled: boolean;
  /** Resolves to whether it was taken; what was typed stays otherwise. */
  onSay: (input: Input) => Promise<boolean>;
}

/** Where one types to the bot: Enter sends, Shift and Enter begins a new line. */
export function Composer({ isDisabled, onSay }: ComposerProps) {
  const [text, setText] = useState('');
  const [isSending, setIsSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!isDisabled) field.current?.focus({ preventScroll: true });
  }, [isDisabled]);

  async function send(event?: FormEvent) {
    event?.preventDefault();
    if (text.trim() === '' || isSending || isDisabled) return;
    setIsSending(true);
    const isTaken = await onSay({ kind: 'text', text });
    setIsSending(false);
    if (isTaken) setText((now) => (now === text ? '' : now));
    field.current?.focus({ preventScroll: true });
  }

  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  }

  return (
    <form onSubmit={(event) => void send(event)} className="flex items-end gap-2">
      <textarea
        ref={field}
        rows={1}
        aria-label="Message to the bot"
        placeholder="Say something to the bot"
        value={text}
        maxLength={10_000}
        readOnly={isDisabled}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={press}
        className="field-sizing-content max-h-40 min-h-9 min-w-0 flex-1 resize-none rounded-md bg-surface px-3 py-2 text-base text-ink shadow-control outline-none ring-1 ring-line-control ring-inset placeholder:text-ink-faint focus-visible:ring-2 focus-visible:ring-accent-ink"
      />
      <IconButton
        type="submit"
        variant="primary"
        size="lg"
        label="Send"
        aria-disabled={isDisabled || text.trim() === '' || undefined}
        isLoading={isSending}
        icon={<SendHorizontal className="size-4" />}
        className="h-9! w-9!"
      />
    </form>
  );
}
