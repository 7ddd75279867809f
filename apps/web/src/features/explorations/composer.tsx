import type { Dictation, Input } from '@parley/suite';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Alert } from '#/ui/alert.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { MicrophoneButton } from './microphone-button.tsx';
import { RecordingStrip } from './recording-strip.tsx';
import { useMicrophone } from './use-microphone.ts';

interface ComposerProps {
  isDisabled: boolean;
  /** True for a phone line, which gets recordings as sound. Other bots get a transcript. */
  isCall: boolean;
  /** Number of the conversation. `dictations` are the texts that were dictated in it. */
  conversation: number;
  dictations: Dictation[];
  /** Resolves to true if the message was accepted. Otherwise the text stays in the field. */
  onSay: (input: Input) => Promise<boolean>;
  /** Resolves to the id of the dictation; undefined if it was not accepted. */
  onSpeak: (voice: Blob) => Promise<string | undefined>;
}

/** Input for a typed or spoken message. Enter sends; Shift+Enter starts a new line. */
export function Composer({
  isDisabled,
  isCall,
  conversation,
  dictations,
  onSay,
  onSpeak,
}: ComposerProps) {
  const [text, setText] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [awaited, setAwaited] = useState<{ conversation: number; recording: string }>();
  const [note, setNote] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const microphone = useMicrophone(async (voice) => {
    setNote(undefined);
    const recording = await onSpeak(voice);
    if (!isCall && recording !== undefined) setAwaited({ conversation, recording });
  });
  // A dictation is no longer awaited after another conversation has started.
  const isAwaiting = awaited?.conversation === conversation;

  useEffect(() => {
    if (!isDisabled) field.current?.focus({ preventScroll: true });
  }, [isDisabled]);

  const transcript = dictations.find(
    ({ recording }) => recording === awaited?.recording,
  )?.transcript;
  useEffect(() => {
    if (!transcript) return;
    setAwaited(undefined);
    setNote(noteOn(transcript));
    if (transcript.text === '') return;
    setText((before) => [before.trimEnd(), transcript.text].filter(Boolean).join(' '));
    field.current?.focus({ preventScroll: true });
  }, [transcript]);

  async function send(event?: FormEvent) {
    event?.preventDefault();
    if (text.trim() === '' || isSending || isDisabled) return;
    setIsSending(true);
    const isTaken = await onSay({ kind: 'text', text });
    setIsSending(false);
    if (isTaken) {
      setText((now) => (now === text ? '' : now));
      setNote(undefined);
    }
    field.current?.focus({ preventScroll: true });
  }

  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  }

  return (
    <form onSubmit={(event) => void send(event)} className="flex flex-col gap-2">
      {microphone.problem && <Alert tone="warning">{microphone.problem}</Alert>}
      {microphone.state === 'on' && <RecordingStrip onCancel={microphone.cancel} />}
      {microphone.state === 'asking' && (
        <p role="status" className="text-ink-muted text-sm">
          Allow microphone access in your browser.
        </p>
      )}
      {isAwaiting && (
        <p role="status" className="flex items-center gap-2 text-ink-muted text-sm">
          <Spinner /> Transcribing
        </p>
      )}
      {note && (
        <p role="status" className="text-ink-muted text-sm">
          {note}
        </p>
      )}
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          rows={1}
          aria-label="Message to the bot"
          placeholder="Type a message"
          value={text}
          maxLength={10_000}
          readOnly={isDisabled}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={press}
          className="field-sizing-content max-h-40 min-h-9 min-w-0 flex-1 resize-none rounded-md bg-surface px-3 py-2 text-base text-ink shadow-control outline-none ring-1 ring-line-control ring-inset placeholder:text-ink-faint focus-visible:ring-2 focus-visible:ring-accent-ink"
        />
        <MicrophoneButton
          microphone={microphone}
          isDisabled={isDisabled || isAwaiting}
          stopLabel={isCall ? 'Stop and send' : 'Stop and transcribe'}
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
      </div>
    </form>
  );
}

function noteOn({ text, isUnsure, failure }: NonNullable<Dictation['transcript']>): string {
  if (failure) return failure.hint ? `${failure.message} ${failure.hint}` : failure.message;
  if (text === '') return 'Nothing was recognized. Speak again, or type your message.';
  return isUnsure
    ? 'Some words are uncertain. Check them before you send the message.'
    : 'This was recognized. Check it, then send it.';
}
