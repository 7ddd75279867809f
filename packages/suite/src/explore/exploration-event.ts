/**
 * Events of an exploration, in which a person converses with a bot to find out what it can do. The transcript and the map are
 * folded from them (fold-exploration.ts, exploration-map.ts). `at` is in milliseconds since the epoch. `conversation` numbers
 * the conversations of an exploration from 1. At most one is open at a time.
 */
import type { Failure } from '../events/failure.ts';
import type { Evidence, LostEvidence } from '../events/run-event.ts';
import type { Input } from '../format/model/suite.ts';
import type { Reply } from '../match/matcher.ts';

export type ExplorationEvent =
  | ConversationStarted
  | ConversationOpened
  | Said
  | Dictated
  | Transcribed
  | HeardReply
  | ConversationEnded
  | StateNamed;

/** A conversation was requested; the bot was not reached yet. */
export interface ConversationStarted {
  type: 'conversation.started';
  at: number;
  conversation: number;
}

/** The connection to the bot is open. */
export interface ConversationOpened {
  type: 'conversation.opened';
  at: number;
  conversation: number;
  /** Kinds of messages that the channel supports. */
  inputs: Input['kind'][];
}

/** A message to the bot. It is sent as soon as all earlier messages were answered. */
export interface Said {
  type: 'said';
  at: number;
  conversation: number;
  /** Number of the message in its conversation, from 1. */
  turn: number;
  /** The user's message. Its text is empty until the recording is transcribed; see `Transcribed`. */
  input: Input;
  /** True for a step of a replayed path. */
  isReplay?: true;
  /** ID of the recording that is played on the line, if the message was spoken. */
  recording?: string;
}

/** A recording to transcribe. Nothing was sent to the bot yet. */
export interface Dictated {
  type: 'dictated';
  at: number;
  conversation: number;
  /** ID of the recording. */
  recording: string;
}

/** The transcript of a recording that was dictated or spoken on the line. */
export interface Transcribed {
  type: 'transcribed';
  at: number;
  conversation: number;
  recording: string;
  /** Empty if nothing was understood. */
  text: string;
  /** See `isUnsure` of `Reply`. */
  isUnsure?: true;
  /** Why the recording could not be transcribed. */
  failure?: Failure;
}

export interface HeardReply {
  type: 'heard';
  at: number;
  conversation: number;
  /** The turn that it answers; absent if the bot spoke first, for example with a greeting. */
  turn?: number;
  /** Text that was sent, if it differs from the message: the value of a pressed button. */
  sent?: string;
  /** Absent if the bot did not reply in time. */
  reply?: Reply;
  /** Recordings and screenshots of the turn. */
  evidence?: Evidence[];
  lostEvidence?: LostEvidence[];
}

/**
 * `user`: a person ended the conversation. `replaced`: another one was started. `idle`: it was inactive for too long. `limit`:
 * it became too long. `bot`: the bot hung up or was unreachable; see `failure`. `interrupted`: its worker was lost.
 */
export type ConversationEndReason = 'user' | 'replaced' | 'idle' | 'limit' | 'bot' | 'interrupted';

export interface ConversationEnded {
  type: 'conversation.ended';
  at: number;
  conversation: number;
  reason: ConversationEndReason;
  failure?: Failure;
}

/** A person named a state of the map. An empty name removes the existing one. */
export interface StateNamed {
  type: 'state.named';
  at: number;
  /** Key of the state; see state-key.ts. */
  state: string;
  name: string;
}
