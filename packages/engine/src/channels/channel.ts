/**
 * The interfaces of the engine. A channel holds one conversation with a bot: it is opened with a
 * `ConversationContext`, sends the messages that it is given, and reports everything that it
 * notices as an `Observation`. A turn is folded from observations (`fold-turn.ts`); no channel
 * decides where one ends. A new kind is a folder next to this file and one line in kinds.ts.
 * Deadlines are milliseconds of `performance.now()`; times of observations use the conversation's
 * clock. Every wait ends at its deadline. Failures are thrown or observed as errors that
 * `failureOf` can explain.
 */

import type { Egress, Exhibit } from '@parley/egress';
import type {
  AccessibilityReport,
  AccessibilityUnknown,
  Attachment,
  BotEvent,
  Button,
  ChannelConfiguration,
  EarlyWords,
  Failure,
  Input,
  Json,
  Remark,
  ReplyPaths,
  ToolFormatName,
  ToolPart,
  UnsureReason,
  Values,
} from '@parley/suite';
import type { HostPace } from '../host-pace.ts';
import type { limits } from '../limits.ts';
import type { StopSignal } from '../run-stop.ts';
import type { HeardSound } from '../sound/judge-sounds.ts';
import type { RunBrowser } from './browser/run-browser.ts';
import type { HttpConnections } from './http/http-connections.ts';
import type { PhoneSettings } from './phone/phone-settings.ts';
import type { Traffic } from './traffic.ts';

/** Something noticed in a conversation. The two legs are what we send and what we receive, on one clock. */
export type Observation =
  /** An utterance was sent. `id` is its number, if replies can name what they answer. */
  | Observed<'sent', 'sent', { utterance: Utterance['kind'] | 'voice'; id?: string | undefined }>
  /** The bot took the last utterance, and knows it by this id. */
  | Observed<'accepted', 'sent', { id: string }>
  /** The bot said something: a message, or all messages of a turn where they come together. */
  | MessageObservation
  /**
   * An event without text arrived: a tool call, a typing sign. It neither makes nor ends a turn.
   */
  | Observed<'event', 'received', { event: BotEvent; unread?: ReplyPaths }>
  /** Something that may report calls of tools. Without a part one came that cannot be read or kept. */
  | ToolsObservation
  /** Some events were dropped or unreadable. */
  | Observed<'cut', 'received', null>
  /** Sound other than a reply, such as music. */
  | Observed<'remark', 'received', Failure>
  /** Parley holds something back: the host's pace asks for it, or a busy bot. */
  | WaitObservation
  | Observed<'waited', 'sent', { wait: WaitObservation }>
  /** Listening failed this once. */
  | Observed<'failure', 'received', { error: unknown }>
  /** Nothing more comes, and why, if that is an error. */
  | Observed<'end', 'received', { error?: Error | undefined }>;

interface Observed<Kind extends string, Leg extends 'sent' | 'received', Data> {
  kind: Kind;
  /** Milliseconds since the conversation began. */
  at: number;
  leg: Leg;
  data: Data;
}

/** `size` is how much of it is kept, in characters. */
export interface MessageObservation extends Observed<'message', 'received', ChannelMessages> {
  size: number;
}

/** Comes before the message or event that it stands in. */
export type ToolsObservation = Observed<
  'tools',
  'received',
  {
    format: ToolFormatName;
    part: ToolPart | undefined;
    /** See `ChannelMessages`. */
    answers?: string[] | undefined;
  }
>;

export type WaitObservation = Observed<'wait', 'sent', Wait>;

interface Wait {
  why: 'pace' | 'busy';
  /**
   * What waits. An utterance that is held back starts the clock later; a question for replies puts the
   * deadline off, as the reply may be there already.
   */
  holds: 'utterance' | 'question';
  /** Its meaning for a turn that ends in silence meanwhile. */
  failure?: Failure | undefined;
}

/** What the bot said, read from one answer. Names as in `Reply`. */
export interface ChannelMessages {
  messages: BotMessage[];
  /** As it came, for JSON paths. */
  payload: Json;
  isSeveral?: true;
  heldMs?: number;
  /** Ids of the utterances that it says it answers. */
  answers?: string[];
  /** Makes the error for a turn of which nothing could be read. */
  unread?: () => Error;
  confidence?: number;
  isUnsure?: true;
  unsureReason?: UnsureReason;
  requiredConfidence?: number;
  sureText?: string | undefined;
  remark?: Failure;
  early?: EarlyWords[];
  isGrowing?: true;
}

export interface BotMessage {
  text: string;
  buttons: Button[];
  attachments: Attachment[];
}

/** The clock of one conversation. */
export interface ConversationClock {
  /** Milliseconds since the conversation began. */
  now(): number;
  /** The same for a moment of `performance.now()`. */
  at(time: number): number;
  /** The moment of `performance.now()` that it corresponds to. */
  timeOf(at: number): number;
}

/** All that a channel gets. */
export interface ConversationContext {
  observe(observation: Observation): void;
  /** Nothing more is taken: the conversation ended, or the bot said more than anybody reads. */
  isOver(): boolean;
  clock: ConversationClock;
  /** The only way out. */
  egress: Egress;
  limits: typeof limits;
  /** Keeps a value out of everything that is shown of the conversation. */
  mask: { hide(secret: string): void };
  /** Values for the `{{name}}` of templates: the variables of the suite and `conversationId`. */
  values: Values;
  /** Language of the conversation, BCP 47. */
  locale: string;
  /** Until when the conversation must be open. */
  deadline: number;
  /** Ends also the opening. */
  stop: StopSignal;
  /** Whose calls and recognitions take turns with those of others. */
  party: string;
  /** Kept-alive connections of this run. */
  http: HttpConnections;
  /** The Chromium of this run; it starts when a channel asks for it. */
  browser: RunBrowser;
  /** Settings for calls; absent if they are not set up. */
  phone: PhoneSettings | undefined;
  /** The request rate of hosts; absent without a limit. */
  pace?: HostPace | undefined;
  /** `host:port` of those that are waited for before they are asked; what follows from a request waits anew. */
  paidHosts?: readonly string[];
  /** Asks a bot again that is too busy and says until when. */
  waitsForBusyBots: boolean;
  /** Traces that are sent along; absent where no spans are evidence. */
  traces?: SentTraces | undefined;
  /** Takes what goes over the wire; absent where no evidence is kept. */
  traffic?: Traffic | undefined;
}

/** Values of the header `traceparent`. */
export interface SentTraces {
  /** Begins a part of the trace of the turn for what is sent now; undefined before the first turn. */
  message(): string | undefined;
  /** Begins a part of the trace of the conversation, for a connection that lasts. */
  connection(): string;
}

export type OpenChannel<C extends ChannelConfiguration = ChannelConfiguration> = (
  configuration: C,
  context: ConversationContext,
) => Promise<Channel>;

export interface Channel {
  abilities: ChannelAbilities;
  /** Waits until the bot's host may be asked, before a turn is measured; undefined where it may at once. */
  ready?(): Promise<void> | undefined;
  send(utterance: Utterance, deadline: number): Promise<void>;
  /**
   * Plays a recorded voice: mono, 16 bits, 8,000 samples per second. Absent if the bot takes no
   * audio.
   */
  play?(samples: Int16Array): Promise<void>;
  /**
   * Listens until it has observed the bot's next reply, or until the deadline. Absent if
   * observations arrive by themselves. With `cuts`, speech at the deadline is cut off there.
   */
  attend?(deadline: number, cuts: boolean): Promise<void>;
  /** The last reply as it sounded; undefined before one. Absent if replies have no sound. */
  sound?(): HeardSound | undefined;
  /** Looks at the accessibility of what the bot is used by. Absent if that is no page. Never throws. */
  accessibility?(): Promise<AccessibilityReport | AccessibilityUnknown>;
  /** Explains a failed step beyond what was heard. It may listen a moment longer. Never throws. */
  remark?(): Promise<Remark | undefined>;
  /** Captures what is visible at the end of a step, if anything is. Never throws. */
  witness?(): Promise<Exhibit[]>;
  /** The record of the conversation so far, for one that did not pass. Never throws. */
  record?(): Promise<Exhibit[]>;
  /** Ends the conversation at once, even while listening. Never throws; repeated calls do nothing. */
  close(): void;
}

/** What a channel can do, as data. The runner asks this, never which channel it is. */
export interface ChannelAbilities {
  /** Kinds of utterances that it supports. */
  inputs: readonly Input['kind'][];
  /** The bot speaks first. */
  greets: boolean;
  /** The bot may speak at any time, although a turn is one message. */
  speaksUnasked?: true;
  /** A turn ends after a pause of this length after a message; 0: with its first message. */
  quietMs: number;
  /**
   * Replies may also name something other than our utterances, such as the occasion of a greeting.
   */
  repliesNameOthers?: true;
}

/** Utterances that are sent, unlike pauses and silences. */
export type Utterance = Exclude<Input, { kind: 'pause' | 'silence' | 'check' | 'use' }>;
