/**
 * Connection of a suite to its bot. There is one member per kind of channel, and the engine has an adapter for each. Templates
 * can contain `{{text}}`, `{{conversationId}}`, `{{messageId}}` and the suite's variables.
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

/** Settings shared by channels that receive JSON replies in a format chosen by the suite. */
export interface ReportsTools {
  /** Format in which replies report tool calls. If absent, tool calls are unknown. */
  toolCalls?: ToolFormatName;
}

export type ChannelKind = ChannelConfiguration['kind'];

/** Sends a request per message. The response contains the replies, unless they are polled. */
export interface HttpChannelConfiguration extends Unasked, Pressable, ReportsTools {
  kind: 'http';
  url: string;
  /** Default POST. */
  method?: 'POST' | 'PUT' | 'GET';
  headers?: Record<string, string>;
  /**
   * Template of the body. Default `{"text": "{{text}}", "conversationId": "{{conversationId}}"}`. Values are JSON-escaped in a
   * JSON body.
   */
  request?: string;
  replies?: ReplyPaths;
  /** Accepts whole web pages as replies. Otherwise, a web page is an error. */
  accepts?: 'html';
  /**
   * URL to poll with GET for new messages, for bots that reply later. `{{after}}` is the position from the previous response.
   * The remaining settings, including `greets` and `quietMs`, apply only to such bots.
   */
  poll?: string;
  /** Polling interval in milliseconds. Default 500. */
  pollMs?: number;
  /** Path to the position in a poll response. The next poll sends it as `{{after}}`. */
  after?: string;
  /** True if each poll response contains the whole conversation, not only new messages. */
  repeats?: boolean;
}

/** Settings shared by channels on which the bot can send messages at any time. */
export interface Unasked {
  /** True if the bot speaks first. A test that does not begin with `$OPEN` then waits for the greeting and ignores it. */
  greets?: boolean;
  /** Milliseconds without a message that end the turn. 0 ends the turn with the first message. Default 250. */
  quietMs?: number;
}

/** Settings shared by channels on which pressing a button sends a message. */
export interface Pressable {
  /** Message that pressing a button sends: its title, or the value that the bot gave it, if any. Default `value`. */
  buttonSends?: 'value' | 'title';
}

/** Opens a socket per conversation. Each message from the bot is a reply. */
export interface WebSocketChannelConfiguration extends Unasked, Pressable, ReportsTools {
  kind: 'websocket';
  url: string;
  headers?: Record<string, string>;
  subprotocol?: string;
  /** Template of the message; see the HTTP channel. */
  request?: string;
  replies?: ReplyPaths;
}

/** Posts messages and receives replies as server-sent events. */
export interface SseChannelConfiguration extends Unasked, Pressable, ReportsTools {
  kind: 'sse';
  /** URL to post messages to. */
  url: string;
  headers?: Record<string, string>;
  /** Template of the body; see the HTTP channel. */
  request?: string;
  /**
   * URL of a stream that stays open for the whole conversation. Without it, the response to each message is a stream, whose end
   * ends the turn.
   */
  stream?: string;
  /** Name of the events that contain replies. Default: all events. */
  event?: string;
  /** True if each event is a piece of one message, as language models send them. Default false: each event is a message. */
  pieces?: boolean;
  replies?: ReplyPaths;
  /** Accepts web pages as replies; see the HTTP channel. Applies only to responses that are not streams. */
  accepts?: 'html';
}

/** A bot of the Bot Framework or Copilot Studio, reached by Direct Line 3. */
export interface DirectLineChannelConfiguration extends Unasked, Pressable {
  kind: 'directline';
  /** Default `https://directline.botframework.com/v3/directline`. */
  url?: string;
  /** A Direct Line secret or token. */
  secret: string;
  /** User ID. Default: a new one for each conversation. */
  userId?: string;
}

/** Simulated result of a tool, for testing a model without its application. */
export interface ToolResult {
  tool: string;
  /** Arguments that a call must have for this result. The call can have others, too. */
  args?: { [key: string]: Json };
  /** Results of successive calls. The last one is repeated. */
  results?: Json[];
  /** Error message to return instead of a result. */
  error?: string;
  /** Milliseconds before the model receives the result. */
  afterMs?: number;
}

/** A model with an OpenAI-compatible chat completions API. Each request contains the conversation so far. */
export interface ChatCompletionsChannelConfiguration {
  kind: 'openai';
  /** URL, for example `https://api.openai.com/v1/chat/completions`. */
  url: string;
  model: string;
  headers?: Record<string, string>;
  /** System prompt, sent before the conversation. */
  system?: string;
  temperature?: number;
  /** Definitions of tools, in the format of the API. */
  tools?: Json[];
  /** Tools that the model has to call: `auto`, `none`, `required`, or a value in the format of the API. */
  toolChoice?: Json;
  /** Simulated results of tools. If absent, tool calls are not answered. */
  toolResults?: ToolResult[];
}

/** A bot on Socket.IO 4. A path in `url` is the namespace. */
export interface SocketIoChannelConfiguration extends Unasked, Pressable, ReportsTools {
  kind: 'socketio';
  url: string;
  headers?: Record<string, string>;
  /** Path of the server. Default `/socket.io/`. */
  path?: string;
  /** Authentication data for the connection, as the server expects it. */
  auth?: Record<string, string>;
  /** Name of the event to send messages with. Default `message`. */
  sends?: string;
  /** Name of the event that contains a reply. Default `message`. */
  hears?: string;
  /** Template of the message. JSON is sent as an object, anything else as text. Default as in the HTTP channel. */
  request?: string;
  replies?: ReplyPaths;
}

/**
 * A bot in the chat widget of a web page, opened in a real Chromium. Selectors name the parts of the page. `input` and `reply`
 * are detected if absent.
 */
export interface BrowserChannelConfiguration {
  kind: 'browser';
  /** URL of the page. */
  url: string;
  /** The vendor or framework of the widget. Default `automatic`: detected from the page. */
  preset?: 'automatic' | 'none' | WidgetPresetName;
  /** Elements to click in order until the widget is open, such as a cookie banner and then the launcher. */
  open?: Opener[];
  /** Selector of the widget's iframe; several if iframes are nested, outermost first. */
  frame?: string[];
  /** Values for the form before the chat, by label of the field. A checkbox takes `yes` or `no`. */
  prechat?: Record<string, string>;
  /** The field to type messages into. Default: detected. */
  input?: string;
  /** The button that sends the message. Default: none; `key` sends it. */
  send?: string;
  /** The key that sends the message if there is no `send`. Default `Enter`. */
  key?: string;
  /** The bot's messages. Default: new content near the field, except for the user's own message. */
  reply?: string;
  /** The buttons that the bot offers. Default: buttons within its messages. */
  buttons?: string;
  /** Element that is visible while the bot types. The turn does not end before it disappears. */
  typing?: string;
  /** Script to run before the page's own scripts. */
  initialize?: string;
  /** Window size, for example `390x844`. Default `1280x800`. */
  viewport?: string;
  greets?: boolean;
  /** Milliseconds without changes that end the turn. Default 500. */
  quietMs?: number;
}

/** A selector to find on the page and in the widget's iframe, or an element in another iframe. */
export type Opener = string | FramedOpener;

export interface FramedOpener {
  /** Selector of the iframe around the element; several if iframes are nested, outermost first. */
  frame: string[];
  press: string;
}

/** A telephone line that Parley calls. */
export interface PhoneChannelConfiguration {
  kind: 'phone';
  /** Phone number with country code, for example `+12025550123`, or SIP address. */
  to: string;
  /** Caller ID: a number or a SIP address. Default: that of the virtual device, then that of the trunk. */
  from?: string;
  /** Trunk for the call, as `host:port`, or `twilio`. Default: the installation's first trunk, or none for SIP addresses. */
  trunk?: string;
  /** Name of the voice at the speech service. */
  voice?: string;
  /** Maximum ringing time in milliseconds. Default 30,000. */
  ringMs?: number;
  /** Milliseconds of silence that end a reply. Default 1200. */
  quietMs?: number;
  /** Maximum length of a reply in milliseconds. Longer ones are cut off. Default 60,000. */
  promptMs?: number;
  /**
   * Words that the line is known to say, such as names, for speech recognizers that accept a vocabulary. A person lists them;
   * the expectations of tests are never included.
   */
  vocabulary?: string[];
  /** Conditions under which our audio is sent. Default: none. */
  speech?: SpeechSettings;
  /** What `network mos` assumes of a caller's connection. Default: nothing. */
  network?: NetworkSettings;
}

/** What cannot be measured in a call, but decides how good it sounds. */
export interface NetworkSettings {
  /** Delay from mouth to ear in one direction, in milliseconds. */
  delayMs?: number;
  /** True if the phones of callers replace lost packets by similar audio, false if by silence. */
  lossConcealment?: boolean;
}

/** Noise behind our voice, and a bad network between us and a telephone line. */
export interface SpeechSettings {
  /** Name of a recording of background noise. Set together with `snrDb`. */
  noise?: string;
  /** Level of our active speech above the noise, in dB. */
  snrDb?: number;
  /** Percentage of packets that are not sent. */
  lossPercent?: number;
  /** Maximum delay of a packet in milliseconds. Each one leaves 0 to `jitterMs` late. */
  jitterMs?: number;
  /** Chooses the packets and the part of the noise. Default 1. */
  seed?: number;
}

/** Paths to the replies in a JSON response, such as `messages[*].text`. A plain-text response is a single reply. */
export interface ReplyPaths {
  /**
   * Path that matches each reply. Default: the first of `replies[*]`, `messages[*]`, `reply`, `text`, `response` that exists.
   */
  list?: string;
  /**
   * Path to the text of a reply, relative to the reply, or without `list` also to the whole response. Default: `text`, or the
   * reply itself if it is a string.
   */
  text?: string;
  /** Path to the buttons or quick replies of a reply, relative to it. Default `buttons`, then `quickReplies`. */
  buttons?: string;
  /**
   * Path to the `{{messageId}}` of the message that a reply refers to. Parley numbers the messages of a conversation from 1. A
   * late reply then never counts for a later step. Applies only to bots that speak unprompted.
   */
  inReplyTo?: string;
}
