/**
 * What a channel is: a way to hold one conversation with a bot. `open`, then any number of `send`
 * and `next`, then `close`. A new kind is a folder beside this file and one line in kinds.ts.
 *
 * Times are milliseconds of `performance.now()`. Every wait ends at its deadline. What goes wrong is
 * thrown as an error that `failureOf` can explain.
 */

import type { Egress, Exhibit } from '@parley/egress';
import type {
  Attachment,
  Button,
  ChannelConfiguration,
  EarlyWords,
  Failure,
  Input,
  Json,
  Remark,
  Silence,
  Values,
} from '@parley/suite';
import type { HostPace } from '../host-pace.ts';
import type { StopSignal } from '../run-stop.ts';
import type { RunBrowser } from './browser/run-browser.ts';
import type { HttpConnections } from './http/http-connections.ts';
import type { PhoneSettings } from './phone/phone-settings.ts';
import type { Traffic } from './traffic.ts';

export type OpenChannel<C extends ChannelConfiguration = ChannelConfiguration> = (
  configuration: C,
  surroundings: Surroundings,
) => Promise<Channel>;

export interface Channel {
  abilities: ChannelAbilities;
  /** Waits until the bot's host may be asked, before a turn is measured; undefined where it may at once. */
  ready?(): Promise<void> | undefined;
  send(utterance: Utterance, deadline: number): Promise<void>;
  /** What is sent for a text, where that can be something else: the value of the button that it presses. */
  sentFor?(text: string): string;
  /** Plays somebody's own voice: mono, 16 bits, 8,000 samples a second. Absent where nobody listens. */
  play?(samples: Int16Array): Promise<void>;
  /** When what was sent last left, where typing and pressing take time before. */
  sentAt?(): number | undefined;
  /** What was waited since a moment because the bot was busy, in milliseconds; undefined for nothing. */
  waitedMs?(since: number): number | undefined;
  /** What the one request of a turn was held back for since a moment, as others ask its host, in milliseconds. */
  heldMs?(since: number): number;
  /** What the bot says next; undefined when it said nothing until the deadline. */
  /**
   * Waits for the next reply. With `cuts`, includes speech that continues at the deadline; otherwise it
   * may finish its sentence.
   */
  next(deadline: number, cuts?: boolean): Promise<Heard | undefined>;
  /**
   * What came without text since this was last asked: the evidence of the turn that ends now, or of one
   * in which nothing was said. Absent where nothing can come but replies.
   */
  takeEvents?(): Silence | undefined;
  /**
   * What is noticed about a step that did not pass beyond what it heard, which may be why. It may listen on
   * for a moment. Never throws.
   */
  remark?(): Promise<Remark | undefined>;
  /** Why nothing was heard in a turn although something came that should have been; asked before its events. */
  whySilent?(): Error | undefined;
  /** What can be seen at the end of a step, where there is anything to see. Never throws. */
  witness?(): Promise<Exhibit[]>;
  /** The record of the conversation so far, for one that did not pass. Never throws. */
  record?(): Promise<Exhibit[]>;
  /** Ends the conversation at once, also a `next` that waits. Never throws; a second call does nothing. */
  close(): void;
}

/** What a channel can do, as data. The runner asks this, never which channel it is. */
export interface ChannelAbilities {
  /** What can be said on it. */
  inputs: readonly Input['kind'][];
  /** The bot speaks first. */
  greets: boolean;
  /** It may speak whenever it wants although a turn is one message. */
  speaksUnasked?: true;
  /** A turn is over when nothing came for this long after a message; 0: with its first message. */
  quietMs: number;
}

/** What is sent; pauses and silences are not. */
type Utterance = Exclude<Input, { kind: 'pause' | 'silence' }>;

/** Something that the bot said: a message, or all messages of a turn where they come together. */
export interface Heard {
  messages: BotMessage[];
  /** As it came, for JSON paths. */
  payload: Json;
  /** See `Reply`. */
  isSeveral?: true;
  /** When it came. */
  at: number;
  /** See `Reply`. */
  heldMs?: number;
  /** Nothing of it could be read: the error that this is, unless something else of the turn could. */
  unread?: () => Error;
  /** See `Reply`. */
  confidence?: number;
  isUnsure?: true;
  sureText?: string | undefined;
  remark?: Failure;
  /** See `Reply`. */
  early?: EarlyWords[];
}

export interface BotMessage {
  text: string;
  buttons: Button[];
  attachments: Attachment[];
}

/** What a channel may use of the world around it. */
export interface Surroundings {
  egress: Egress;
  /** Kept-alive connections of this run. */
  http: HttpConnections;
  /** The Chromium of this run; it starts when a channel asks for it. */
  browser: RunBrowser;
  /** Settings for calls; absent if telephony is not set up. */
  phone: PhoneSettings | undefined;
  /** Whose calls and recognitions take turns with those of others. */
  party: string;
  /** Language of the conversation, BCP 47. */
  locale: string;
  /** Values for `{{name}}` in templates: the variables of the suite and `conversationId`. */
  values: Values;
  /** Request rates of hosts; absent without limits. */
  pace?: HostPace | undefined;
  /** `host:port` of those that are waited for before they are asked; what follows from a request waits anew. */
  paidHosts?: readonly string[];
  /** Asks a bot again that is too busy and says until when. */
  waitsForBusyBots: boolean;
  /** Until when the conversation must be open. */
  deadline: number;
  /** Ends also the opening. */
  stop: StopSignal;
  /** Record of network traffic; absent if no evidence is stored. */
  traffic?: Traffic | undefined;
}
