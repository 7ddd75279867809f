/**
 * Events of an exploration, in which a person converses with a bot to find out what it can do. Transcript and map are folded
 * from them (fold-exploration.ts, exploration-map.ts). `at` is milliseconds since the epoch. `conversation` numbers the
 * conversations of an exploration from 1; there is only one at a time.
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

/** Requested; the bot was not reached yet. */
export interface ConversationStarted {
  type: 'conversation.started';
  at: number;
  conversation: number;
}

/** The bot is on the line. */
export interface ConversationOpened {
  type: 'conversation.opened';
  at: number;
  conversation: number;
  /** Messages that its channel supports. */
  inputs: Input['kind'][];
}

/** A message to the bot; it is sent once everything before it was answered. */
export interface Said {
  type: 'said';
  at: number;
  conversation: number;
  /** Number of the message in its conversation, from 1. */
  turn: number;
  /** Message of the user. Its text is empty until speech is transcribed; see `Transcribed`. */
  input: Input;
  /** True for a step of a replayed path. */
  isReplay?: true;
  /** The recording that is played on the line, if the message was spoken. */
  recording?: string;
}

/** A recording to be transcribed; nothing was sent to the bot yet. */
export interface Dictated {
  type: 'dictated';
  at: number;
  conversation: number;
  /** File of the recorded voice. */
  recording: string;
}

/** The transcript of a recording, dictated or spoken on the line. */
export interface Transcribed {
  type: 'transcribed';
  at: number;
  conversation: number;
  recording: string;
  /** Empty if nothing was understood. */
  text: string;
  /** See `isUnsure` of `Reply`. */
  isUnsure?: true;
  /** Why it could not be transcribed. */
  failure?: Failure;
}

export interface HeardReply {
  type: 'heard';
  at: number;
  conversation: number;
  /** The turn that it answers; absent if the bot spoke unasked, as with a greeting. */
  turn?: number;
  /** Text that was sent, if it differs from the message: the value of a pressed button. */
  sent?: string;
  /** Absent when the bot did not answer in time. */
  reply?: Reply;
  /** Recordings and screenshots of the turn. */
  evidence?: Evidence[];
  lostEvidence?: LostEvidence[];
}

/**
 * `user`: a person ended it. `replaced`: another one was started. `idle`: it was inactive for long.
 * `limit`: it became too long. `bot`: the bot hung up or could not be reached, see `failure`.
 * `interrupted`: the worker that held it was lost.
 */
export type ConversationEndReason = 'user' | 'replaced' | 'idle' | 'limit' | 'bot' | 'interrupted';

export interface ConversationEnded {
  type: 'conversation.ended';
  at: number;
  conversation: number;
  reason: ConversationEndReason;
  failure?: Failure;
}

/** A state of the map was named; an empty name removes the existing one. */
export interface StateNamed {
  type: 'state.named';
  at: number;
  /** Its key; see state-key.ts. */
  state: string;
  name: string;
}
