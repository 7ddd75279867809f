import { type Button, describeSaid, type ExploredTurn, hasUnknownWords } from '@parley/suite';
import { Mic } from 'lucide-react';
import { Answer } from '#/features/runs/answer.tsx';
import { EvidenceView } from '#/features/runs/evidence-view.tsx';
import { SaidBubble } from '#/features/runs/said-bubble.tsx';
import { Spinner } from '#/ui/spinner.tsx';

interface ExploredTurnViewProps {
  explorationId: string;
  turn: ExploredTurn;
  /** Position in the conversation, from 1. */
  number: number;
  /** True if the conversation has ended, so a missing reply will not arrive. */
  hasEnded: boolean;
  /** Name of the state after the turn; undefined if it has none. */
  stateName?: string | undefined;
  /** Presses a quick reply. Undefined if the quick replies can no longer be pressed. */
  onPress?: ((button: Button) => void) | undefined;
}

/** A turn, with the message on the right and the bot's reply on the left. */
export function ExploredTurnView({
  explorationId,
  turn,
  number,
  hasEnded,
  stateName,
  onPress,
}: ExploredTurnViewProps) {
  const { input, sent, status, reply, isReplay, spoken, evidence } = turn;
  return (
    <li className="flex flex-col gap-2">
      {input && (
        <SaidBubble
          isText={input.kind === 'text'}
          who={isReplay ? 'Replayed: ' : spoken ? 'You, spoken: ' : 'You: '}
        >
          {spoken && <Mic className="mr-1.5 inline size-3.5 text-ink-muted" aria-hidden />}
          {hasUnknownWords(turn) ? (
            <UnknownWords turn={turn} hasEnded={hasEnded} />
          ) : (
            describeSaid({ input, sent })
          )}
        </SaidBubble>
      )}
      {status === 'pending' && (
        <p className="flex items-center gap-2 pl-8.5 text-ink-muted text-sm">
          {hasEnded ? (
            'The conversation ended before a reply.'
          ) : (
            <>
              <Spinner /> The bot is replying
            </>
          )}
        </p>
      )}
      {status === 'silent' && (
        <p className="pl-8.5 text-ink-muted text-sm">The bot did not reply in time.</p>
      )}
      {reply && <Answer reply={reply} remark={stateName} onPress={onPress} />}
      {(evidence || turn.lostEvidence) && (
        <div className="ml-8.5">
          <EvidenceView
            holder={{ explorationId }}
            evidence={evidence}
            lost={turn.lostEvidence}
            of={`Turn ${number}`}
          />
        </div>
      )}
    </li>
  );
}

function UnknownWords({
  turn: { spoken },
  hasEnded,
}: Pick<ExploredTurnViewProps, 'turn' | 'hasEnded'>) {
  if (!spoken?.transcript)
    return (
      <em className="text-ink-muted">
        {hasEnded ? 'It was not transcribed before the conversation ended.' : 'Transcribing'}
      </em>
    );
  return (
    <em className="text-ink-muted">
      {spoken.transcript.failure?.message ?? 'Your speech was not recognized.'} The map and saved
      tests end before it.
    </em>
  );
}
