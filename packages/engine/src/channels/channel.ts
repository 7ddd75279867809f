/**
 * The interfaces of the engine. A channel holds one conversation with a bot: it is opened with a `ConversationContext`, sends
 * the messages that it is given, and reports everything that it notices as an `Observation`. `fold-turn.ts` folds turns from
 * observations; no channel decides where a turn ends. A new kind is a folder next to this file and one entry in kinds.ts.
 * Deadlines are milliseconds of `performance.now()`; times of observations use the conversation's clock. Every wait ends at its
 * deadline. Failures are thrown or observed as errors that `failureOf` can explain.
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
  Interjection,
  Json,
  LineClass,
  Remark,
  ReplyPaths,
  ToolFormatName,
  ToolPart,
  UnsureReason,
  Values,
  VoiceFacts,
} from '@parley/suite';
import type { HostPace } from '../host-pace.ts';
import type { limits } from '../limits.ts';
import type { StopSignal } from '../run-stop.ts';
import type { HeardSound, LoadRecording } from '../sound/judge-sounds.ts';
import type { RunBrowser } from './browser/run-browser.ts';
import type { HttpConnections } from './http/http-connections.ts';
import type { PhoneSettings } from './phone/phone-settings.ts';
import type { Traffic } from './traffic.ts';

/** Something noticed in a conversation. The leg tells what we sent from what we received; both use one clock. */
export type Observation =
  /** An utterance was sent. `id` is its number, if replies can name the utterance that they answer. */
  | Observed<'sent', 'sent', { utterance: Utterance['kind'] | 'voice'; id?: string | undefined }>
  /** The bot accepted the last utterance and gave it this id. */
  | Observed<'accepted', 'sent', { id: string }>
  /** The bot sent one message, or all messages of a turn if they arrive together. */
  | MessageObservation
  /** An event without text arrived, such as a tool call or a typing indicator. It neither starts nor ends a turn. */
  | Observed<'event', 'received', { event: BotEvent; unread?: ReplyPaths }>
  /** Data arrived that may report tool calls. `part` is undefined if it could not be read or kept. */
  | ToolsObservation
  /** Some events were dropped or unreadable. */
  | Observed<'cut', 'received', null>
  /** Sound other than a reply, such as music. */
  | Observed<'remark', 'received', Failure>
  /** Parley delays something, because of the host's request rate or because the bot is busy. */
  | WaitObservation
  | Observed<'waited', 'sent', { wait: WaitObservation }>
  /** Listening failed, but can still succeed later. */
  | Observed<'failure', 'received', { error: unknown }>
  /** Nothing more will arrive. `error` is the reason if the conversation broke off. */
  | Observed<'end', 'received', { error?: Error | undefined }>;

interface Observed<Kind extends string, Leg extends 'sent' | 'received', Data> {
  kind: Kind;
  /** Milliseconds since the conversation began. */
  at: number;
  leg: Leg;
  data: Data;
}

/** A message of the bot. `size` is the number of its characters that are kept. */
export interface MessageObservation extends Observed<'message', 'received', ChannelMessages> {
  size: number;
}

/** A tool report. It comes before the message or event that contains it. */
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
   * The delayed request. If an utterance is delayed, its clock starts later. If a poll for replies is delayed, the deadline is
   * extended, because the reply may already be waiting.
   */
  holds: 'utterance' | 'question';
  /** The failure to report if the turn ends in silence during the wait. */
  failure?: Failure | undefined;
}

/** The bot's messages in one answer. Names are those of `Reply`. */
export interface ChannelMessages {
  messages: BotMessage[];
  /** The answer as received, for JSON paths. */
  payload: Json;
  isSeveral?: true;
  heldMs?: number;
  /** Ids of the utterances that the answer says it answers. */
  answers?: string[];
  /** Makes the error for a turn in which nothing could be read. */
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
  /** Converts a time of `performance.now()` to this clock. */
  at(time: number): number;
  /** Converts a time of this clock to that of `performance.now()`. */
  timeOf(at: number): number;
}

/** Everything that a channel gets from the engine. */
export interface ConversationContext {
  observe(observation: Observation): void;
  /** @returns true if no more observations are accepted: the conversation has ended, or the bot exceeded a limit */
  isOver(): boolean;
  clock: ConversationClock;
  /** Makes all outgoing connections. */
  egress: Egress;
  limits: typeof limits;
  /** Masks a value wherever the conversation is shown. */
  mask: { hide(secret: string): void };
  /** Values for the `{{name}}` of templates: the variables of the suite and `conversationId`. */
  values: Values;
  /** Language of the conversation, BCP 47. */
  locale: string;
  /** Time by which the conversation has to be open. */
  deadline: number;
  /** Signals that the run was stopped, also while the conversation is being opened. */
  stop: StopSignal;
  /** Party whose calls and recognitions take turns with those of other parties. */
  party: string;
  /** Kept-alive connections of this run. */
  http: HttpConnections;
  /** The Chromium of this run, which starts when the first channel asks for it. */
  browser: RunBrowser;
  /** Settings for calls; absent if they are not set up. */
  phone: PhoneSettings | undefined;
  /** Loads recordings by name, such as background noise; absent if there are none. */
  loadRecording?: LoadRecording | undefined;
  /** Request rates of hosts; absent if they are not limited. */
  pace?: HostPace | undefined;
  /** `host:port` of hosts whose first request has already been waited for. Later requests wait again. */
  paidHosts?: readonly string[];
  /** True to repeat a request if the bot is too busy and says when to retry. */
  waitsForBusyBots: boolean;
  /** Traces to send along; absent if spans are not used as evidence. */
  traces?: SentTraces | undefined;
  /** Records network traffic; absent if evidence is not kept. */
  traffic?: Traffic | undefined;
}

/** Values of the header `traceparent`. */
export interface SentTraces {
  /** Makes the value for a message: a new part of the turn's trace. Undefined before the first turn. */
  message(): string | undefined;
  /** Makes the value for a persistent connection: a new part of the conversation's trace. */
  connection(): string;
}

export type OpenChannel<C extends ChannelConfiguration = ChannelConfiguration> = (
  configuration: C,
  context: ConversationContext,
) => Promise<Channel>;

export interface Channel {
  abilities: ChannelAbilities;
  /** Waits before a turn is measured until the bot's host allows a request. Undefined if it does already. */
  ready?(): Promise<void> | undefined;
  send(utterance: Utterance, deadline: number): Promise<void>;
  /** Plays recorded speech: mono, 16 bits, 8,000 samples per second. Absent if the bot takes no audio. */
  play?(samples: Int16Array): Promise<void>;
  /**
   * Listens until the bot's next reply was observed, or until the deadline. Absent if observations arrive unprompted. With
   * `cuts`, speech at the deadline is cut off.
   */
  attend?(deadline: number, cuts: boolean): Promise<void>;
  /**
   * Prepares words for the next turn that are spoken while the bot speaks. Absent if the bot can only be addressed in turn.
   */
  interject?(interjection: Interjection): Promise<void>;
  /**
   * Measures who spoke when in the turn that just ended, and whether the line is one of the classes in `asked`. Absent if the
   * bot does not speak. Never throws.
   */
  voice?(asked?: readonly LineClass[]): Promise<VoiceFacts>;
  /** Audio of the last reply; undefined before the first. Absent if replies have no sound. */
  sound?(): HeardSound | undefined;
  /** Checks the accessibility of the page through which the bot is used. Absent for other channels. Never throws. */
  accessibility?(): Promise<AccessibilityReport | AccessibilityUnknown>;
  /** Explains a failed step beyond its reply. It can listen a moment longer. Never throws. */
  remark?(): Promise<Remark | undefined>;
  /** Captures what is visible at the end of a step, if anything is. Never throws. */
  witness?(): Promise<Exhibit[]>;
  /** Returns evidence of the whole conversation so far, for a test that did not pass. Never throws. */
  record?(): Promise<Exhibit[]>;
  /** Ends the conversation immediately, even while listening. Never throws; repeated calls do nothing. */
  close(): void;
}

/** Abilities of a channel. The runner relies on these, never on the kind of channel. */
export interface ChannelAbilities {
  /** Kinds of utterances that it supports. */
  inputs: readonly Input['kind'][];
  /** True if the bot speaks first. */
  greets: boolean;
  /** Set if the bot can speak at any time, although a turn is one message. */
  speaksUnasked?: true;
  /** Pause after a message that ends a turn, in milliseconds; 0 if the first message ends it. */
  quietMs: number;
  /** Set if replies can also name something other than our utterances, such as the cause of a greeting. */
  repliesNameOthers?: true;
}

/** Inputs that are sent, unlike pauses, silences, checks and blocks. */
export type Utterance = Exclude<Input, { kind: 'pause' | 'silence' | 'check' | 'use' }>;
