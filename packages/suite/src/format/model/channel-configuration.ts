/**
 * Connection of a suite to its bot. One member per channel kind; the engine has one adapter for each.
 * `{{text}}`, `{{conversationId}}`, `{{messageId}}` and the suite's variables are substituted in
 * templates.
 */
import type { ToolFormatName } from '../../tools/format-names.ts';
import type { Json } from './json.ts';
import type { WidgetPresetName } from './widget-presets.ts';

export type ChannelConfiguration =
  | HttpChannelConfiguration
  | WebSocketChannelConfiguration
  | SseChannelConfiguration
  | DirectLineChannelConfiguration
  | ChatCompletionsChannelConfiguration
  | SocketIoChannelConfiguration
  | BrowserChannelConfiguration
  | PhoneChannelConfiguration;

/** Settings shared by channels whose replies are JSON in a format of the suite's choice. */
export interface ReportsTools {
  /** Format in which replies report tool calls. If absent, nothing is known about tools. */
  toolCalls?: ToolFormatName;
}

export type ChannelKind = ChannelConfiguration['kind'];

/** One request per utterance; the replies are in its response, or are polled afterwards. */
export interface HttpChannelConfiguration extends Unasked, Pressable, ReportsTools {
  kind: 'http';
  url: string;
  /** Default POST. */
  method?: 'POST' | 'PUT' | 'GET';
  headers?: Record<string, string>;
  /** Body template as text. Default `{"text": "{{text}}", "conversationId": "{{conversationId}}"}`. Values are JSON-escaped in a JSON body. */
  request?: string;
  replies?: ReplyPaths;
  /** Accepts whole web pages as replies. Without it, one is an error. */
  accepts?: 'html';
  /**
   * Address that is polled with GET for new messages, for bots that answer later. `{{after}}` is the end of the previous
   * answer. The remaining settings, including `greets` and `quietMs`, apply only to such bots.
   */
  poll?: string;
  /** Polling interval in milliseconds. Default 500. */
  pollMs?: number;
  /** Path in a polled answer to the position after which the next one begins. */
  after?: string;
  /** Each such answer contains the whole conversation, not only new messages. */
  repeats?: boolean;
}

/** Common settings of channels on which the bot can speak at any time. */
export interface Unasked {
  /**
   * The bot speaks first. A test that does not begin with `$OPEN` then waits for the greeting and
   * ignores it.
   */
  greets?: boolean;
  /**
   * Pause after a reply that ends the turn, in milliseconds; 0: it ends with its first message.
   * Default 250.
   */
  quietMs?: number;
}

/** Common settings of channels on which pressing a button sends a message. */
export interface Pressable {
  /** Text that is sent for the title of a button. Default `value`: the bot's value for it, if any. */
  buttonSends?: 'value' | 'title';
}

/** One socket per conversation; each message from the bot is a reply. */
export interface WebSocketChannelConfiguration extends Unasked, Pressable, ReportsTools {
  kind: 'websocket';
  url: string;
  headers?: Record<string, string>;
  subprotocol?: string;
  /** Message template, as in the HTTP channel. */
  request?: string;
  replies?: ReplyPaths;
}

/** Messages are posted, replies are server-sent events. */
export interface SseChannelConfiguration extends Unasked, Pressable, ReportsTools {
  kind: 'sse';
  /** Address for messages. */
  url: string;
  headers?: Record<string, string>;
  /** Body template, as in the HTTP channel. */
  request?: string;
  /**
   * Address of a stream that stays open for the whole conversation. Without it, the response to
   * each message is a stream, and the turn ends with it.
   */
  stream?: string;
  /** Only events of this name hold replies. Default: events of any name. */
  event?: string;
  /** Each event is a piece of one message, as language models send them. Default false: each is a message. */
  pieces?: boolean;
  replies?: ReplyPaths;
  /** See the HTTP channel; applies only to unstreamed answers. */
  accepts?: 'html';
}

/** A bot of the Bot Framework or of Copilot Studio, by Direct Line 3. */
export interface DirectLineChannelConfiguration extends Unasked, Pressable {
  kind: 'directline';
  /** Default `https://directline.botframework.com/v3/directline`. */
  url?: string;
  /** A Direct Line secret or token. */
  secret: string;
  /** User id. Default: another user in each conversation. */
  userId?: string;
}

/** Simulated result of a tool, for a model that is tested without its application. */
export interface ToolResult {
  tool: string;
  /** Applies only to calls with these arguments; the call may have further ones. */
  args?: { [key: string]: Json };
  /** Results in order, one per call; the last one is repeated. */
  results?: Json[];
  /** Given in place of a result. */
  error?: string;
  /** Delay in milliseconds before the model receives it. */
  afterMs?: number;
}

/**
 * A model with an OpenAI-compatible chat completions interface. The conversation so far is sent
 * each time.
 */
export interface ChatCompletionsChannelConfiguration {
  kind: 'openai';
  /** Address, for example `https://api.openai.com/v1/chat/completions`. */
  url: string;
  model: string;
  headers?: Record<string, string>;
  /** Instructions for the model, sent before the conversation. */
  system?: string;
  temperature?: number;
  /** Definitions of tools, as the interface takes them. */
  tools?: Json[];
  /** Which tool must be called: `auto`, `none`, `required`, or as the interface takes it. */
  toolChoice?: Json;
  /** What the tools give back. Without it, calls are not answered. */
  toolResults?: ToolResult[];
}

/** A bot on Socket.IO 4. A path in the address names the namespace. */
export interface SocketIoChannelConfiguration extends Unasked, Pressable, ReportsTools {
  kind: 'socketio';
  url: string;
  headers?: Record<string, string>;
  /** Path of the server. Default `/socket.io/`. */
  path?: string;
  /** Data that authenticates the connection, as the server expects it. */
  auth?: Record<string, string>;
  /** The event that carries what the tester says. Default `message`. */
  sends?: string;
  /** The event that carries a reply. Default `message`. */
  hears?: string;
  /**
   * Template of the message: JSON is sent as such, anything else as text. Default as in the HTTP
   * channel.
   */
  request?: string;
  replies?: ReplyPaths;
}

/**
 * A bot behind the chat widget of a page, which is opened in a real Chromium. Parts of the page are named by selectors; `input`
 * and `reply` are detected if absent.
 */
export interface BrowserChannelConfiguration {
  kind: 'browser';
  /** Address of the page. */
  url: string;
  /** Widget of a known vendor or framework. Default `automatic`: detected from the page. */
  preset?: 'automatic' | 'none' | WidgetPresetName;
  /** Elements to click until the widget is open, in order: a cookie banner, then the launcher. */
  open?: Opener[];
  /** The iframe of the widget; several if they are nested, from the outermost. */
  frame?: string[];
  /** What to fill into the form before the chat, by the labels of its fields. A checkbox takes `yes` or `no`. */
  prechat?: Record<string, string>;
  /** The field that the text is typed into. Default: the one that looks like the field of a chat. */
  input?: string;
  /** The button that sends it. Without one, `key` does. */
  send?: string;
  /** Default `Enter`. */
  key?: string;
  /** Every message of the bot. Default: what appears near the field and is not the person's own message. */
  reply?: string;
  /** Buttons that the bot offers. Default: those within its messages. */
  buttons?: string;
  /** Element shown while the bot is typing; the turn continues until it disappears. */
  typing?: string;
  /** A script that runs before those of the page. */
  initialize?: string;
  /** Size of the window, for example `390x844`. Default `1280x800`. */
  viewport?: string;
  greets?: boolean;
  /** Time without changes that ends the turn, in milliseconds. Default 500. */
  quietMs?: number;
}

/** A selector to find on the page and in the widget's iframe, or an element within a separate iframe. */
export type Opener = string | FramedOpener;

export interface FramedOpener {
  /** The iframe around the element; several if they are nested, from the outermost. */
  frame: string[];
  press: string;
}

/** A telephone line that Parley calls. */
export interface PhoneChannelConfiguration {
  kind: 'phone';
  /** A number with its country code, for example `+12025550123`, or a SIP address. */
  to: string;
  /** Caller: a number or a SIP address. Defaults to the virtual device, then to the trunk. */
  from?: string;
  /**
   * Trunk that carries the call, as `host:port`, or `twilio`. Default: the first one of the installation; none for SIP
   * addresses.
   */
  trunk?: string;
  /** Voice, as the speech service names it. */
  voice?: string;
  /** Longest time to ring, in milliseconds. Default 30,000. */
  ringMs?: number;
  /** Silence that ends a prompt, in milliseconds. Default 1200. */
  quietMs?: number;
  /** Maximum length of a prompt, in milliseconds; longer ones are cut off there. Default 60,000. */
  promptMs?: number;
  /**
   * Words that this line is known to say, such as names, for recognizers that accept a vocabulary. A person lists them; the
   * expectations of tests are never included.
   */
  vocabulary?: string[];
}

/**
 * Location of replies in a JSON answer, as paths such as `messages[*].text`. A plain-text answer is one
 * reply.
 */
export interface ReplyPaths {
  /** One match per reply. Default: the first of `replies[*]`, `messages[*]`, `reply`, `text`, `response` that exists. */
  list?: string;
  /**
   * Text of a reply, relative to it, or without `list` also to the whole answer. Default: `text`,
   * or the reply itself if it is a string.
   */
  text?: string;
  /** Quick replies or buttons of a reply, relative to it. Default `buttons`, then `quickReplies`. */
  buttons?: string;
  /**
   * Path to the `{{messageId}}` of the message that an answer refers to; messages of a conversation are numbered from 1. A late
   * reply then never counts for a later step. Only for bots that speak unprompted.
   */
  inReplyTo?: string;
}
