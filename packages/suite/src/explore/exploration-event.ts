/**
 * What happens in an exploration: conversations that a person leads with a bot to find out what it can
 * do. What the transcript and the map show is what these events fold to (fold-exploration.ts,
 * exploration-map.ts).
 *
 * `at` is milliseconds since the epoch. `conversation` counts the conversations of an exploration from 1;
 * one follows the other, never two at a time.
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

/** Asked for; the bot was not reached yet. */
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
  /** What can be said on its channel. */
  inputs: Input['kind'][];
}

/** Something to say to the bot; it is said once everything before it was answered. */
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
  /** The file of the voice that is played on the line, where somebody spoke. */
  recording?: string;
}

/** Somebody spoke to have it written down; nothing was said to the bot yet. */
export interface Dictated {
  type: 'dictated';
  at: number;
  conversation: number;
  /** The file of the voice. */
  recording: string;
}

/** What was understood of a recording: of what was dictated, or of what was spoken on the line. */
export interface Transcribed {
  type: 'transcribed';
  at: number;
  conversation: number;
  recording: string;
  /** Empty where nothing was understood. */
  text: string;
  /** As in a reply. */
  isUnsure?: true;
  /** Why it could not be written down. */
  failure?: Failure;
}

export interface HeardReply {
  type: 'heard';
  at: number;
  conversation: number;
  /** The turn that it answers; absent when the bot spoke unasked, as with a greeting. */
  turn?: number;
  /** What was sent, where it is not what was said: the value of a button that was pressed. */
  sent?: string;
  /** Absent when the bot did not answer in time. */
  reply?: Reply;
  /** What can be heard or seen of the turn. */
  evidence?: Evidence[];
  lostEvidence?: LostEvidence[];
}

/**
 * `user`: somebody ended it. `replaced`: another one was started. `idle`: nobody said anything for long.
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

/** A state of the map got a name; an empty one takes it away. */
export interface StateNamed {
  type: 'state.named';
  at: number;
  /** Its key; see state-key.ts. */
  state: string;
  name: string;
}
