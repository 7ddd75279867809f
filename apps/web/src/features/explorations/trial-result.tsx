import type { ConnectionTrial } from '@parley/contract';
import type { ReactNode } from 'react';
import { Answer } from '#/features/runs/answer.tsx';
import { FailureNote } from '#/features/runs/failure-note.tsx';
import { SaidBubble } from '#/features/runs/said-bubble.tsx';
import { Alert } from '#/ui/alert.tsx';

interface TrialResultProps {
  message: string;
  trial: ConnectionTrial;
  /** Actions to offer after the bot has replied. */
  children?: ReactNode;
}

/** The bot's reply to the test message, or why there is none. */
export function TrialResult({ message, trial, children }: TrialResultProps) {
  const { outcome, replies, failure } = trial;
  const answer = replies.at(-1);
  return (
    <section ref={intoView} aria-label="Answer" className="flex flex-col gap-3">
      {replies.slice(0, -1).map((greeting) => (
        <Answer key={greeting.text} reply={greeting} />
      ))}
      <SaidBubble isText who="You: ">
        {message}
      </SaidBubble>
      {answer && outcome === 'answered' && <Answer reply={answer} />}
      {outcome === 'answered' && (
        <Alert tone="success" title="The bot answered">
          Its connection works.
        </Alert>
      )}
      {outcome === 'empty' && (
        <Alert tone="warning" title="The bot answered, but its answer contains no text">
          <p>Set “Location of replies” to the path of the text:</p>
          <pre className="mt-1.5 max-h-48 overflow-auto whitespace-pre-wrap break-words text-xs">
            {JSON.stringify(answer?.payload, null, 2)}
          </pre>
        </Alert>
      )}
      {outcome === 'silent' && !failure && (
        <Alert tone="warning" title="The bot did not answer in time">
          The bot was reached. Check that it answers this message, and that the channel is right.
        </Alert>
      )}
      {failure && (
        <div role="alert">
          <FailureNote failure={failure} />
        </div>
      )}
      {outcome === 'answered' && children}
    </section>
  );
}

/** Scrolls to the result, because it appears below a long form. */
function intoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' });
}
