import {
  type ChannelConfiguration,
  type ChannelKind,
  toolFormatNames,
  widgetPresetChoices,
} from '@parley/suite';
import { withoutUndefined } from './edit-suite.ts';

/**
 * A setting of a channel in the form. `name` is its key in the configuration. A required setting that is cleared is stored as
 * an empty text.
 */
export type ChannelField = { name: string; label: string } & (
  | { type: 'text'; placeholder?: string; hint?: string; isWide?: boolean; isRequired?: boolean }
  | { type: 'template' | 'long text' | 'code'; placeholder?: string; hint?: string }
  | { type: 'lines' | 'openers'; placeholder?: string; hint: string }
  | { type: 'selector'; placeholder?: string; hint?: string; isRequired?: boolean }
  | { type: 'pairs'; hint: string; keyName: string; addLabel: string }
  | { type: 'number'; placeholder?: string; min: number; max: number; hasFractions?: boolean }
  /** A checked flag is stored as `value`, or as true. */
  | { type: 'flag'; value?: string }
  | { type: 'choice'; options: readonly string[] }
  | { type: 'replies' }
  | { type: 'speech' }
  | { type: 'network' }
);

interface ChannelForm {
  label: string;
  fields: ChannelField[];
  /** Names of the fields that most bots need. The other fields are collapsed. */
  shown: readonly string[];
}

const address = (placeholder: string, { isRequired = true } = {}): ChannelField => ({
  name: 'url',
  label: 'Address',
  type: 'text',
  placeholder,
  isWide: true,
  isRequired,
});

const headers: ChannelField = {
  name: 'headers',
  label: 'Headers',
  type: 'pairs',
  hint: 'Sent with each request, for example an access token.',
  keyName: 'Name',
  addLabel: 'Add header',
};

const request = (label: string): ChannelField => ({
  name: 'request',
  label,
  type: 'template',
  placeholder: '{"text": "{{text}}", "conversationId": "{{conversationId}}"}',
});

const replies: ChannelField = { name: 'replies', label: 'Location of replies', type: 'replies' };

const pages: ChannelField = {
  name: 'accepts',
  label: 'Accept HTML pages as replies',
  type: 'flag',
  value: 'html',
};

/** Field for channels on which the bot can send messages at any time. */
const quiet = {
  name: 'quietMs',
  label: 'End turn after silence (ms)',
  type: 'number',
  placeholder: '250',
  min: 0,
  max: 60_000,
} satisfies ChannelField;

const greets: ChannelField = { name: 'greets', label: 'The bot speaks first', type: 'flag' };

const unasked: ChannelField[] = [quiet, greets];

/** Field for channels on which pressing a button sends a message. */
const pressed: ChannelField = {
  name: 'buttonSends',
  label: 'Pressing a button sends',
  type: 'choice',
  options: ['value', 'title'],
};

/** Field for channels whose replies can report tool calls. */
const toolCalls: ChannelField = {
  name: 'toolCalls',
  label: 'Format of tool calls',
  type: 'choice',
  options: ['none', ...toolFormatNames],
};

/** Forms of the channels, in display order. A new channel needs an entry. */
export const channelForms: Record<ChannelKind, ChannelForm> = {
  http: {
    label: 'HTTP',
    shown: ['method', 'url', 'headers', 'request', 'replies'],
    fields: [
      { name: 'method', label: 'Method', type: 'choice', options: ['POST', 'PUT', 'GET'] },
      address('https://bot.example/messages'),
      headers,
      request('Request body'),
      replies,
      toolCalls,
      pressed,
      pages,
      {
        name: 'poll',
        label: 'Polling address',
        type: 'text',
        placeholder: 'https://bot.example/messages/{{conversationId}}?after={{after}}',
        hint: 'Only for bots that reply later. If empty, replies are in the response.',
        isWide: true,
      },
      {
        name: 'after',
        label: 'Path to the value of {{after}}',
        type: 'selector',
        placeholder: 'cursor',
        hint: 'In the previous response. This and the next fields apply to polling.',
      },
      {
        name: 'pollMs',
        label: 'Polling interval (ms)',
        type: 'number',
        placeholder: '500',
        min: 100,
        max: 60_000,
      },
      { ...quiet, placeholder: '1250' },
      { name: 'repeats', label: 'Each response contains the whole conversation', type: 'flag' },
      greets,
    ],
  },
  websocket: {
    label: 'WebSocket',
    shown: ['url', 'headers', 'request', 'replies'],
    fields: [
      address('wss://bot.example/socket'),
      headers,
      request('Message'),
      replies,
      toolCalls,
      pressed,
      { name: 'subprotocol', label: 'Subprotocol', type: 'text' },
      ...unasked,
    ],
  },
  sse: {
    label: 'Server-sent events',
    shown: ['url', 'headers', 'request', 'replies'],
    fields: [
      address('https://bot.example/messages'),
      {
        name: 'stream',
        label: 'Stream address',
        type: 'text',
        placeholder: 'https://bot.example/events/{{conversationId}}',
        hint: 'If empty, the response to each message is a stream.',
        isWide: true,
      },
      headers,
      request('Request body'),
      replies,
      toolCalls,
      pressed,
      { name: 'event', label: 'Name of reply events', type: 'text', placeholder: 'any' },
      ...unasked,
      { name: 'pieces', label: 'Each event is part of one message', type: 'flag' },
      pages,
    ],
  },
  directline: {
    label: 'Direct Line',
    shown: ['secret'],
    fields: [
      { name: 'secret', label: 'Secret or token', type: 'text', isWide: true },
      address('https://directline.botframework.com/v3/directline', { isRequired: false }),
      {
        name: 'userId',
        label: 'User',
        type: 'text',
        placeholder: 'a new one for each conversation',
      },
      pressed,
      ...unasked,
    ],
  },
  openai: {
    label: 'Chat completions',
    shown: ['url', 'model', 'headers', 'system'],
    fields: [
      address('https://api.openai.com/v1/chat/completions'),
      { name: 'model', label: 'Model', type: 'text' },
      {
        name: 'temperature',
        label: 'Temperature',
        type: 'number',
        min: 0,
        max: 2,
        hasFractions: true,
      },
      headers,
      { name: 'system', label: 'System prompt', type: 'long text' },
    ],
  },
  socketio: {
    label: 'Socket.IO',
    shown: ['url', 'sends', 'hears', 'auth', 'request', 'replies'],
    fields: [
      address('https://bot.example/'),
      { name: 'path', label: 'Path', type: 'text', placeholder: '/socket.io/' },
      { name: 'sends', label: 'Event to send', type: 'text', placeholder: 'message' },
      { name: 'hears', label: 'Reply event', type: 'text', placeholder: 'message' },
      {
        name: 'auth',
        label: 'Credentials',
        type: 'pairs',
        hint: 'Sent to the server when the conversation starts.',
        keyName: 'Name',
        addLabel: 'Add credential',
      },
      headers,
      request('Message'),
      replies,
      toolCalls,
      pressed,
      ...unasked,
    ],
  },
  browser: {
    label: 'Chat widget in a browser',
    shown: ['url', 'open'],
    fields: [
      address('https://shop.example/'),
      {
        name: 'open',
        label: 'Click first',
        type: 'openers',
        placeholder: '#accept-cookies\n.chat-launcher',
        hint: 'Selectors, one per line, clicked in this order until the widget is open. For an element in an iframe, write { frame: iframe.launcher, press: button }. If empty, Parley looks for what opens the chat.',
      },
      {
        name: 'frame',
        label: 'Widget frame',
        type: 'lines',
        placeholder: 'iframe.chat',
        hint: 'Only if the widget is in an iframe. List several for nested iframes.',
      },
      {
        name: 'input',
        label: 'Text field',
        type: 'selector',
        placeholder: '.chat textarea',
        hint: 'If empty, Parley looks for the field of the chat.',
      },
      {
        name: 'reply',
        label: 'Bot messages',
        type: 'selector',
        placeholder: '.chat .message.bot',
        hint: 'If empty, Parley reads what appears near the field and is not your own message.',
      },
      {
        name: 'prechat',
        label: 'Form before the chat',
        type: 'pairs',
        hint: 'What to fill in before the chat opens, by the labels on the page. Write yes to check a box.',
        keyName: 'Label',
        addLabel: 'Add field',
      },
      { name: 'preset', label: 'Widget preset', type: 'choice', options: widgetPresetChoices },
      {
        name: 'send',
        label: 'Send button',
        type: 'selector',
        placeholder: '.chat .send',
        hint: 'If empty, a key press sends the message.',
      },
      { name: 'key', label: 'Send key', type: 'selector', placeholder: 'Enter' },
      {
        name: 'buttons',
        label: 'Bot buttons',
        type: 'selector',
        placeholder: '.chat .quick-reply',
        hint: 'If empty, buttons within the bot’s messages.',
      },
      {
        name: 'typing',
        label: 'Typing indicator',
        type: 'selector',
        placeholder: '.chat .typing',
        hint: 'The turn continues while it is visible.',
      },
      {
        name: 'initialize',
        label: 'Initialize script',
        type: 'code',
        placeholder: "localStorage.setItem('consent', 'yes');",
        hint: 'Runs before the page’s own scripts.',
      },
      { name: 'viewport', label: 'Window size', type: 'selector', placeholder: '1280x800' },
      {
        name: 'quietMs',
        label: 'End turn after silence (ms)',
        type: 'number',
        placeholder: '500',
        min: 0,
        max: 60_000,
      },
      { name: 'greets', label: 'The bot speaks first', type: 'flag' },
    ],
  },
  phone: {
    label: 'Phone',
    shown: ['to', 'from', 'voice'],
    fields: [
      {
        name: 'to',
        label: 'Number or address to call',
        type: 'selector',
        placeholder: '+1 202 555 0123 or sip:100@pbx.example.com',
        isRequired: true,
      },
      { name: 'from', label: 'Caller', type: 'text', placeholder: 'From the virtual device' },
      { name: 'trunk', label: 'Trunk', type: 'text', placeholder: 'sip.example.com:5060' },
      { name: 'voice', label: 'Voice', type: 'text', placeholder: 'From the virtual device' },
      {
        name: 'ringMs',
        label: 'Ring timeout (ms)',
        type: 'number',
        placeholder: '30000',
        min: 1_000,
        max: 180_000,
      },
      {
        name: 'quietMs',
        label: 'End prompt after silence (ms)',
        type: 'number',
        placeholder: '1200',
        min: 200,
        max: 10_000,
      },
      {
        name: 'promptMs',
        label: 'Longest prompt (ms)',
        type: 'number',
        placeholder: '60000',
        min: 1_000,
        max: 600_000,
      },
      {
        name: 'vocabulary',
        label: 'Vocabulary',
        type: 'lines',
        placeholder: 'Acme',
        hint: 'Names and rare words that this line says, one per line. Speech services that accept a vocabulary receive it, and results show it.',
      },
      { name: 'speech', label: 'Conditions of our speech', type: 'speech' },
      { name: 'network', label: 'Connection of callers', type: 'network' },
    ],
  },
};

export const channelOptions = (Object.keys(channelForms) as ChannelKind[]).map((value) => ({
  value,
  label: channelForms[value].label,
}));

/** Switches a bot to another channel. Settings that both channels have are kept. */
export function ofKind(kind: ChannelKind, channel: ChannelConfiguration): ChannelConfiguration {
  const known = new Set(channelForms[kind].fields.map(({ name }) => name));
  const kept = Object.entries(channel).filter(([name]) => known.has(name));
  if (kind === 'phone') return { to: '', ...Object.fromEntries(kept), kind };
  const address = 'url' in channel && typeof channel.url === 'string' ? channel.url : '';
  const url = address.replace(/^(?:http|ws)/, kind === 'websocket' ? 'ws' : 'http');
  const required = {
    directline: { secret: '' },
    openai: { model: '' },
  };
  const more = kind in required ? required[kind as keyof typeof required] : {};
  const isAbsent = url === '' && kind === 'directline';
  const next = { ...more, ...Object.fromEntries(kept), kind, url: isAbsent ? undefined : url };
  return withoutUndefined(next) as ChannelConfiguration;
}

const demoWidget = {
  kind: 'browser' as const,
  open: ['#chat-launcher'],
  input: '#chat-input',
  reply: '.bot',
  buttons: '.choice',
  greets: true,
} satisfies Partial<ChannelConfiguration>;

/** Channel configuration of the demo bot, which the same host offers over HTTP, over WebSocket and in a chat widget. */
export function demoChannel(kind: ChannelKind, httpUrl: string): ChannelConfiguration {
  if (kind === 'browser') return { ...demoWidget, url: new URL('/chat', httpUrl).href };
  if (kind !== 'websocket') return { kind: 'http', url: httpUrl };
  const url = new URL('/socket', httpUrl);
  url.protocol = 'ws:';
  return { kind, url: url.href };
}
