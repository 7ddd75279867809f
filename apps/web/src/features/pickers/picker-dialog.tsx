import type { Picker, PickerCandidate, PickerPartName } from '@parley/contract';
import { Send } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { TrialResult } from '#/features/explorations/trial-result.tsx';
import { FailureNote } from '#/features/runs/failure-note.tsx';
import type { PagePickerProps } from '#/features/suites/editor/page-picker.ts';
import { messageOr } from '#/lib/message-or.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { partWords } from './part-words.ts';
import { PartDetails, PickerParts } from './picker-parts.tsx';
import { PickerPicture } from './picker-picture.tsx';
import { usePicker } from './use-picker.ts';

const doingWords: Record<NonNullable<Picker['doing']>, string> = {
  open: 'Opening the page and looking for the chat…',
  point: 'Looking at what you clicked…',
  choose: 'Looking at what you chose…',
  clear: 'Looking for it again…',
  say: 'Opening the page again and sending the message…',
};

/** Shows a page with a chat, on which the user selects the parts that Parley did not find. */
export function PickerDialog(props: PagePickerProps) {
  const { bot, applyLabel = 'Apply to suite', onPicked, onClose } = props;
  const open = usePicker(bot);
  const { picker, isOver, isBusy, act } = open;
  const [part, setPart] = useState<PickerPartName>('input');
  const [hinted, setHinted] = useState<PickerCandidate | null>(null);
  const view = picker?.view ?? null;
  const current = view?.parts.find((each) => each.part === part);
  const isReady = picker !== undefined && !isOver;
  return (
    <FormDialog
      title="Pick the chat on the page"
      description="Parley opens the page and outlines what it found. Correct anything that is wrong. Parley finds the rest automatically in each run."
      widthPx={1_180}
      submitLabel={applyLabel}
      isBusy={false}
      isBlocked={picker === undefined || !isChanged(bot.channel, picker.picks)}
      isDirty={picker !== undefined && isChanged(bot.channel, picker.picks)}
      onSubmit={() => {
        if (picker) onPicked(picker.picks);
        onClose();
      }}
      onClose={onClose}
    >
      <PickerStatus open={open} />
      {view && view.width > 0 && picker && (
        <div className="flex flex-col gap-5 lg:flex-row">
          <div className="flex min-w-0 flex-1 flex-col gap-4">
            <PickerPicture
              pickerId={open.id}
              picture={picker.picture}
              view={view}
              part={part}
              hinted={hinted?.box ?? null}
              isBusy={isBusy || !isReady}
              onPoint={(point) => act({ kind: 'point', part, ...point })}
            />
            <TestMessage
              isBusy={isBusy || !isReady}
              isSending={picker.doing === 'say'}
              onSend={(message) => act({ kind: 'say', message })}
            />
            <div aria-live="polite" className="contents">
              {picker.trial && <TrialResult message={picker.trial.message} trial={picker.trial} />}
            </div>
          </div>
          {current && (
            <div className="flex min-w-0 flex-col gap-4 lg:w-90 lg:shrink-0">
              <PickerParts parts={view.parts} part={part} onPart={setPart} />
              <PartDetails
                part={current}
                picker={picker}
                isBusy={isBusy || !isReady}
                onHint={setHinted}
                onChoose={({ key }) => act({ kind: 'choose', part, key })}
                onClear={() => act({ kind: 'clear', part })}
              />
            </div>
          )}
        </div>
      )}
    </FormDialog>
  );
}

/** The current activity and the last error. */
function PickerStatus({ open }: { open: ReturnType<typeof usePicker> }) {
  const { picker, isOver, openError, problem, reopen } = open;
  if (openError !== undefined) {
    return (
      <Alert
        tone="danger"
        title="The page can’t be opened"
        actions={<OpenAgain onClick={reopen} />}
      >
        {messageOr(openError, 'Check your connection, then try again.')}
      </Alert>
    );
  }
  if (isOver) {
    const { message = 'The page was closed.', hint } = picker?.failure ?? {};
    return (
      <Alert tone="warning" title={message} actions={<OpenAgain onClick={reopen} />}>
        {hint}
      </Alert>
    );
  }
  const { doing = 'open', view, refusal, status } = picker ?? {};
  return (
    <>
      <div role="status" className="flex min-h-5 items-center gap-2 text-ink-muted text-sm">
        {doing !== null && <Spinner />}
        {statusText(picker?.status === 'waiting' || status === undefined, doing, view ?? null)}
      </div>
      {doing === null && refusal && (
        <Alert tone="warning" title="Nothing was written">
          {refusal}
        </Alert>
      )}
      {problem && <Alert tone="danger">{problem}</Alert>}
      {doing === null && view?.problem && <PageProblem view={view} onReopen={reopen} />}
    </>
  );
}

function statusText(isWaiting: boolean, doing: Picker['doing'], view: Picker['view']): string {
  if (isWaiting) return 'Waiting for a worker…';
  if (doing !== null) return doingWords[doing];
  const missing = (view?.parts ?? [])
    .filter(({ part, source }) => source === 'none' && (part === 'input' || part === 'reply'))
    .map(({ part }) => partWords[part].label.toLowerCase());
  return missing.length > 0
    ? `Still missing: ${missing.join(', ')}.`
    : 'All parts are known. Send a test message to check them.';
}

interface PageProblemProps {
  view: NonNullable<Picker['view']>;
  onReopen: () => void;
}

function PageProblem({ view, onReopen }: PageProblemProps) {
  const { problem, width } = view;
  if (!problem) return null;
  if (problem.code === 'widget-unsure' && width > 0) {
    return (
      <Alert tone="warning" title="Parley isn’t sure where the chat is">
        Choose the message field in the picture or in the list. If the chat is still closed, choose
        what opens it first.
      </Alert>
    );
  }
  return (
    <div role="alert" className="flex flex-col items-start gap-2">
      <FailureNote failure={problem} />
      <OpenAgain onClick={onReopen} />
    </div>
  );
}

const OpenAgain = ({ onClick }: { onClick: () => void }) => (
  <Button size="sm" onClick={onClick}>
    Open the page again
  </Button>
);

interface TestMessageProps {
  isBusy: boolean;
  isSending: boolean;
  onSend: (message: string) => void;
}

function TestMessage({ isBusy, isSending, onSend }: TestMessageProps) {
  const [message, setMessage] = useState('Hello there');
  const send = () => {
    if (!isBusy) onSend(message.trim() || 'Hello there');
  };
  /** Sends the message on Enter, which would otherwise submit the form and apply the parts. */
  function sendByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }
  return (
    <div className="flex flex-wrap items-end gap-x-2 gap-y-1.5">
      <TextField
        className="min-w-40 flex-1"
        label="Test message"
        autoComplete="off"
        maxLength={2000}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
        onKeyDown={sendByKey}
      />
      <Button
        icon={<Send className="size-4" aria-hidden />}
        isLoading={isSending}
        aria-disabled={isBusy}
        onClick={send}
      >
        Send
      </Button>
      <p className="basis-full text-ink-muted text-xs">
        Opens the page again, as a run does. The conversation isn’t kept.
      </p>
    </div>
  );
}

const pickedKeys = ['open', 'frame', 'input', 'send', 'reply'] as const;

/** @returns true if the picks differ from the parts in the channel settings */
function isChanged(channel: PagePickerProps['bot']['channel'], picks: Picker['picks']): boolean {
  const before = channel as Picker['picks'];
  return pickedKeys.some((key) => JSON.stringify(before[key]) !== JSON.stringify(picks[key]));
}
