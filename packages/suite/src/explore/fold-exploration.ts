/** Folds the events of an exploration into its transcript. Functions are pure; unchanged parts keep their identity. */
import type { Failure } from '../events/failure.ts';
import type { Evidence, LostEvidence } from '../events/run-event.ts';
import type { Input } from '../format/model/suite.ts';
import type { Reply } from '../match/matcher.ts';
import type { ConversationEndReason, ExplorationEvent, Transcribed } from './exploration-event.ts';

export interface Exploration {
  conversations: ExploredConversation[];
  /** Names that people gave to states, by key of the state. */
  names: Readonly<Record<string, string>>;
}

export interface ExploredConversation {
  number: number;
  startedAt: number;
  /** Kinds of messages that the channel supports; absent until the bot is connected. */
  inputs?: Input['kind'][];
  turns: ExploredTurn[];
  /** Recordings that were dictated, not sent. */
  dictations: Dictation[];
  end?: { at: number; reason: ConversationEndReason; failure?: Failure };
}

export interface ExploredTurn {
  /** Number of the turn as in its event; 0 for unprompted messages of the bot. */
  number: number;
  /** Undefined for unprompted messages of the bot, except for its greeting, whose input is `open`. */
  input?: Input;
  isReplay: boolean;
  /** See `HeardReply.sent`. */
  sent?: string;
  saidAt: number;
  status: 'pending' | 'answered' | 'silent';
  reply?: Reply;
  evidence?: Evidence[];
  lostEvidence?: LostEvidence[];
  /** The recording, if the user spoke. Until it has a transcript, the text of `input` is unknown. */
  spoken?: Dictation;
}

/** A recording of a person's voice, with its transcript. */
export interface Dictation {
  /** ID of the recording. */
  recording: string;
  /** Absent until the recording is transcribed. */
  transcript?: Pick<Transcribed, 'text' | 'isUnsure' | 'failure'>;
}

export const emptyExploration = (): Exploration => ({ conversations: [], names: {} });

export function foldExploration(exploration: Exploration, event: ExplorationEvent): Exploration {
  if (event.type === 'state.named') {
    return { ...exploration, names: renamed(exploration.names, event.state, event.name) };
  }
  if (event.type === 'conversation.started') {
    const { conversation: number, at: startedAt } = event;
    const conversations = [
      ...exploration.conversations,
      { number, startedAt, turns: [], dictations: [] },
    ];
    return { ...exploration, conversations };
  }
  return {
    ...exploration,
    conversations: exploration.conversations.map((conversation) =>
      conversation.number === event.conversation ? foldTurn(conversation, event) : conversation,
    ),
  };
}

type TurnEvent = Exclude<ExplorationEvent, { type: 'state.named' | 'conversation.started' }>;

function foldTurn(conversation: ExploredConversation, event: TurnEvent): ExploredConversation {
  switch (event.type) {
    case 'conversation.opened':
      return { ...conversation, inputs: event.inputs };
    case 'conversation.ended': {
      const { at, reason, failure } = event;
      return { ...conversation, end: { at, reason, ...(failure && { failure }) } };
    }
    case 'said': {
      const { turn: number, input, at: saidAt, isReplay = false, recording } = event;
      const spoken = recording === undefined ? undefined : { recording };
      const turn: ExploredTurn = {
        number,
        input,
        isReplay,
        saidAt,
        status: 'pending',
        ...(spoken && { spoken }),
      };
      return { ...conversation, turns: [...conversation.turns, turn] };
    }
    case 'dictated': {
      const { recording } = event;
      return { ...conversation, dictations: [...conversation.dictations, { recording }] };
    }
    case 'transcribed':
      return withTranscript(conversation, event);
    case 'heard':
      return { ...conversation, turns: withReply(conversation.turns, event) };
  }
}

function withTranscript(
  conversation: ExploredConversation,
  { recording, text, isUnsure, failure }: Transcribed,
): ExploredConversation {
  const transcript = { text, ...(isUnsure && { isUnsure }), ...(failure && { failure }) };
  const known: Dictation = { recording, transcript };
  return {
    ...conversation,
    turns: conversation.turns.map((turn) =>
      turn.spoken?.recording === recording
        ? { ...turn, input: { kind: 'text', text }, spoken: known }
        : turn,
    ),
    dictations: conversation.dictations.map((dictation) =>
      dictation.recording === recording ? known : dictation,
    ),
  };
}

function withReply(
  turns: ExploredTurn[],
  {
    turn: number,
    sent,
    reply,
    at,
    evidence,
    lostEvidence,
  }: Extract<ExplorationEvent, { type: 'heard' }>,
): ExploredTurn[] {
  const status = reply ? 'answered' : 'silent';
  const heard = {
    ...(sent !== undefined && { sent }),
    ...(reply && { reply }),
    ...(evidence && { evidence }),
    ...(lostEvidence && { lostEvidence }),
  };
  if (number !== undefined) {
    return turns.map((turn) => (turn.number === number ? { ...turn, status, ...heard } : turn));
  }
  // An unprompted message goes before messages that still wait for a reply. If it comes first, it is the greeting.
  const place = turns.findIndex((turn) => turn.status === 'pending');
  const index = place === -1 ? turns.length : place;
  const unasked: ExploredTurn = {
    number: 0,
    isReplay: false,
    saidAt: at,
    status,
    ...(index === 0 && { input: { kind: 'open' } }),
    ...heard,
  };
  return turns.toSpliced(index, 0, unasked);
}

function renamed(names: Exploration['names'], state: string, name: string): Exploration['names'] {
  const { [state]: _, ...others } = names;
  return name === '' ? others : { ...others, [state]: name };
}
