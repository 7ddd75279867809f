import type { StoredExploration } from '@parley/contract';
import {
  type Exploration,
  type ExploredConversation,
  type Input,
  inputOf,
  stateOfTurn,
  stepsOf,
} from '@parley/suite';
import { Hand, MessageSquarePlus, PhoneOff, Repeat, Save } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiRequestError } from '#/lib/api.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { Composer } from './composer.tsx';
import { wordsOfEnd } from './conversation-end.ts';
import { DialPad } from './dial-pad.tsx';
import { endConversation, say, speak } from './explorations.queries.ts';
import { ExploredTurnView } from './explored-turn-view.tsx';
import { SaveDialog } from './save-dialog.tsx';

interface ConversationPanelProps {
  stored: StoredExploration;
  exploration: Exploration;
  /** Starts another conversation and sends the messages in `path` immediately. */
  onStart: (path?: Input[]) => void;
  isStarting: boolean;
}

/** The newest conversation, with the input for the next message. */
export function ConversationPanel(props: ConversationPanelProps) {
  const { stored, exploration, onStart, isStarting } = props;
  const conversation = exploration.conversations.at(-1);
  const { problem, speakTo, speakAloud, end } = useSpeech(stored.id, conversation);
  const isOpen = conversation !== undefined && conversation.end === undefined;
  const isCall = conversation?.inputs?.includes('dtmf') === true;
  const isConnected = isOpen && conversation.inputs !== undefined;
  return (
    <section
      aria-label="Conversation"
      className="flex h-full min-w-0 flex-col rounded-lg bg-surface shadow-card ring-1 ring-line"
    >
      <PanelHeader
        stored={stored}
        exploration={exploration}
        conversation={conversation}
        onEnd={isOpen ? end : undefined}
      />
      <Transcript
        explorationId={stored.id}
        conversation={conversation}
        names={exploration.names}
        onSay={isConnected ? speakTo : undefined}
      />
      <footer className="flex flex-col gap-2 border-line border-t p-3">
        {problem && <Alert tone="danger">{problem}</Alert>}
        {isOpen ? (
          <>
            <Composer
              isDisabled={!isConnected}
              isCall={isCall}
              conversation={conversation.number}
              dictations={conversation.dictations}
              onSay={speakTo}
              onSpeak={speakAloud}
            />
            {isCall && <DialPad isDisabled={!isConnected} onSay={speakTo} />}
          </>
        ) : (
          <AfterEnd conversation={conversation} isStarting={isStarting} onStart={onStart} />
        )}
      </footer>
    </section>
  );
}

/** Actions that send a message or end the conversation, with the reason why the last one failed. */
function useSpeech(explorationId: string, conversation: ExploredConversation | undefined) {
  const scope = useScope();
  const [problem, setProblem] = useState<string>();

  async function attempt(act: () => Promise<unknown>): Promise<boolean> {
    setProblem(undefined);
    try {
      await act();
      return true;
    } catch (error) {
      setProblem(wordsOf(error));
      return false;
    }
  }

  const speakTo = (input: Input) =>
    attempt(async () => {
      if (conversation) await say(scope, explorationId, conversation.number, input);
    });

  async function speakAloud(voice: Blob): Promise<string | undefined> {
    let recording: string | undefined;
    await attempt(async () => {
      if (conversation) recording = await speak(scope, explorationId, conversation.number, voice);
    });
    return recording;
  }

  const end = () => void attempt(() => endConversation(scope, explorationId));
  return { problem, speakTo, speakAloud, end };
}

interface PanelHeaderProps extends Pick<ConversationPanelProps, 'stored' | 'exploration'> {
  conversation: ExploredConversation | undefined;
  /** Undefined if no conversation is open. */
  onEnd: (() => void) | undefined;
}

function PanelHeader({ stored, exploration, conversation, onEnd }: PanelHeaderProps) {
  const [isSaving, setIsSaving] = useState(false);
  const steps = conversation ? stepsOf(conversation) : [];
  return (
    <header className="flex min-h-12 items-center justify-between gap-2 border-line border-b px-4 py-2">
      <h2 className="flex min-w-0 items-center gap-2 font-semibold text-base text-ink">
        <span className="truncate">Conversation {conversation?.number ?? ''}</span>
        <ConversationState conversation={conversation} />
      </h2>
      <span className="flex shrink-0">
        {steps.length > 0 && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Save className="size-3.5" aria-hidden />}
            onClick={() => setIsSaving(true)}
          >
            <span className="max-sm:sr-only">Save as test</span>
          </Button>
        )}
        {onEnd && (
          <Button
            size="sm"
            variant="ghost"
            icon={<PhoneOff className="size-3.5" aria-hidden />}
            onClick={onEnd}
          >
            End
          </Button>
        )}
      </span>
      {isSaving && (
        <SaveDialog
          stored={stored}
          exploration={exploration}
          source={{ kind: 'path', steps }}
          onClose={() => setIsSaving(false)}
        />
      )}
    </header>
  );
}

function ConversationState({ conversation }: { conversation: ExploredConversation | undefined }) {
  if (!conversation) return null;
  if (conversation.end) return <Badge>Ended</Badge>;
  if (!conversation.inputs) return <Badge tone="running">Connecting</Badge>;
  return <Badge tone="passed">Live</Badge>;
}

/**
 * Keeps the lower edge of a scrolled box in view when the box shrinks.
 * @returns a function that stops this
 */
function keepLowerEdge(box: HTMLElement): () => void {
  let height = box.clientHeight;
  const observer = new ResizeObserver(() => {
    box.scrollTop += height - box.clientHeight;
    height = box.clientHeight;
  });
  observer.observe(box);
  return () => observer.disconnect();
}

interface TranscriptProps {
  explorationId: string;
  conversation: ExploredConversation | undefined;
  names: Exploration['names'];
  onSay: ((input: Input) => Promise<boolean>) | undefined;
}

function Transcript({ explorationId, conversation, names, onSay }: TranscriptProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const turns = conversation?.turns ?? [];
  const last = turns.at(-1);
  const isGreeting = conversation?.inputs && turns.length === 0 && !conversation.end;
  const isCall = conversation?.inputs?.includes('dtmf');
  const seen = `${conversation?.number} ${turns.length} ${last?.status}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when something new was said
  useEffect(() => {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [seen]);
  useEffect(() => {
    const box = scroller.current;
    return box ? keepLowerEdge(box) : undefined;
  }, []);
  return (
    <div
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
      tabIndex={0}
      role="log"
      aria-label="Transcript"
      className="min-h-0 flex-1 overflow-y-auto px-4 py-4 outline-offset-[-2px]"
    >
      {!conversation && <p className="py-8 text-center text-ink-muted text-sm">No messages yet.</p>}
      {conversation && !conversation.inputs && !conversation.end && (
        <Connecting key={conversation.number} />
      )}
      {isGreeting && isCall && (
        <p className="py-8 text-center text-ink-muted text-sm">
          The call was answered. Listening to the greeting…
        </p>
      )}
      {isGreeting && !isCall && (
        <div className="flex flex-col items-center gap-3 py-8 text-center text-ink-muted text-sm">
          <p>Connected. Send a message, or ask for a greeting.</p>
          {onSay && (
            <Button
              size="sm"
              icon={<Hand className="size-3.5" aria-hidden />}
              onClick={() => void onSay({ kind: 'open' })}
            >
              Ask for greeting
            </Button>
          )}
        </div>
      )}
      <ol className="flex flex-col gap-5">
        {turns.map((turn, index) => {
          const state = stateOfTurn(turn);
          return (
            <ExploredTurnView
              // biome-ignore lint/suspicious/noArrayIndexKey: turns keep their order
              key={index}
              explorationId={explorationId}
              number={index + 1}
              turn={turn}
              hasEnded={conversation?.end !== undefined}
              stateName={state && names[state]}
              onPress={onSay && turn === last ? (button) => void onSay(inputOf(button)) : undefined}
            />
          );
        })}
      </ol>
    </div>
  );
}

const slowMs = 8000;

function Connecting() {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="flex items-start gap-2 text-ink-muted text-sm">
      <Spinner className="mt-0.5" />
      <span>
        Connecting to the bot
        {isSlow &&
          '. This takes longer than usual. Check that a worker is running and that the bot answers.'}
      </span>
    </p>
  );
}

interface AfterEndProps {
  conversation: ExploredConversation | undefined;
  isStarting: boolean;
  onStart: (path?: Input[]) => void;
}

function AfterEnd({ conversation, isStarting, onStart }: AfterEndProps) {
  const end = conversation?.end;
  const said = conversation ? stepsOf(conversation).map(({ input }) => input) : [];
  return (
    <div className="flex flex-col gap-2">
      {end && (
        <div className="text-sm">
          <p className="text-ink">{wordsOfEnd(end)}</p>
          {end.failure?.hint && <p className="text-ink-muted text-xs">{end.failure.hint}</p>}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          isLoading={isStarting}
          icon={<MessageSquarePlus className="size-4" aria-hidden />}
          onClick={() => onStart()}
        >
          {conversation ? 'New conversation' : 'Start a conversation'}
        </Button>
        {said.length > 0 && (
          <Button
            isLoading={isStarting}
            icon={<Repeat className="size-4" aria-hidden />}
            onClick={() => onStart(said)}
          >
            Continue from here
          </Button>
        )}
      </div>
    </div>
  );
}

function wordsOf(error: unknown): string {
  if (error instanceof ApiRequestError && error.detail) {
    return error.hint ? `${error.detail} ${error.hint}` : error.detail;
  }
  return messageOr(error, 'Failed to reach the server. Please try again.');
}
