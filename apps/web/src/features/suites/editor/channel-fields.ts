import type { ChannelConfiguration, ChannelKind } from '@parley/suite';
import { withoutUndefined } from './edit-suite.ts';

/**
 * One setting of a channel, as the form asks for it. `name` is its key in the configuration. One that is
 * required stays there as an empty text when its field is emptied.
 */
export type ChannelField = { name: string; label: string } & (
  | { type: 'text'; placeholder?: string; hint?: string; isWide?: boolean; isRequired?: boolean }
  | { type: 'template' | 'long text' | 'code'; placeholder?: string; hint?: string }
  | { type: 'lines'; placeholder?: string; hint: string }
  | { type: 'selector'; placeholder?: string; hint?: string; isRequired?: boolean }
  | { type: 'pairs'; hint: string; keyName: string; addLabel: string }
  | { type: 'number'; placeholder?: string; min: number; max: number; hasFractions?: boolean }
  /** Checked, it stands there as `value`, or as true. */
  | { type: 'flag'; value?: string }
  | { type: 'choice'; options: readonly string[] }
  | { type: 'replies' }
);

interface ChannelForm {
  label: string;
  fields: ChannelField[];
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
  hint: 'Sent with each request, for instance an access token.',
  keyName: 'Name',
  addLabel: 'Add header',
};

const request = (label: string): ChannelField => ({
  name: 'request',
  label,
  type: 'template',
  placeholder: '{"text": "{{text}}", "conversationId": "{{conversationId}}"}',
});

const replies: ChannelField = { name: 'replies', label: 'Where the replies are', type: 'replies' };

const pages: ChannelField = {
  name: 'accepts',
  label: 'Accept whole web pages as replies',
  type: 'flag',
  value: 'html',
};

/** Where the bot speaks whenever it wants. */
const quiet = {
  name: 'quietMs',
  label: 'A turn is over after (ms of quiet)',
  type: 'number',
  placeholder: '250',
  min: 0,
  max: 60_000,
} satisfies ChannelField;

const greets: ChannelField = { name: 'greets', label: 'The bot speaks first', type: 'flag' };

const unasked: ChannelField[] = [quiet, greets];

/** Where pressing a button is saying something. */
const pressed: ChannelField = {
  name: 'buttonSends',
  label: 'Buttons send',
  type: 'choice',
  options: ['value', 'title'],
};

/** The channels in the order in which they are offered. A new one is an entry here. */
export const channelForms: Record<ChannelKind, ChannelForm> = {
  http: {
    label: 'HTTP',
    fields: [
      { name: 'method', label: 'Method', type: 'choice', options: ['POST', 'PUT', 'GET'] },
      address('https://bot.example/messages'),
      headers,
      request('Request body'),
      replies,
      pressed,
      pages,
      {
        name: 'poll',
        label: 'Address that is asked for replies',
        type: 'text',
        placeholder: 'https://bot.example/messages/{{conversationId}}?after={{after}}',
        hint: 'Only for bots that answer later. Left empty, the replies are in the response.',
        isWide: true,
      },
      {
        name: 'after',
        label: 'Path to what {{after}} is',
        type: 'selector',
        placeholder: 'cursor',
        hint: 'In the answer before. This and what follows is for bots that are asked.',
      },
      {
        name: 'pollMs',
        label: 'Asked every (ms)',
        type: 'number',
        placeholder: '500',
        min: 100,
        max: 60_000,
      },
      { ...quiet, placeholder: '1250' },
      { name: 'repeats', label: 'Each answer holds the whole conversation', type: 'flag' },
      greets,
    ],
  },
  websocket: {
    label: 'WebSocket',
    fields: [
      address('wss://bot.example/socket'),
      headers,
      request('Message'),
      replies,
      pressed,
      { name: 'subprotocol', label: 'Subprotocol', type: 'text' },
      ...unasked,
    ],
  },
  sse: {
    label: 'Server-sent events',
    fields: [
      address('https://bot.example/messages'),
      {
        name: 'stream',
        label: 'Address of the stream',
        type: 'text',
        placeholder: 'https://bot.example/events/{{conversationId}}',
        hint: 'Left empty, the response to each message is a stream.',
        isWide: true,
      },
      headers,
      request('Request body'),
      replies,
      pressed,
      { name: 'event', label: 'Name of the events with replies', type: 'text', placeholder: 'any' },
      ...unasked,
      { name: 'pieces', label: 'Each event is a piece of one message', type: 'flag' },
      pages,
    ],
  },
  directline: {
    label: 'Direct Line',
    fields: [
      { name: 'secret', label: 'Secret or token', type: 'text', isWide: true },
      address('https://directline.botframework.com/v3/directline', { isRequired: false }),
      { name: 'userId', label: 'User', type: 'text', placeholder: 'another in each conversation' },
      pressed,
      ...unasked,
    ],
  },
  openai: {
    label: 'Chat completions',
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
      { name: 'system', label: 'Instructions for the model', type: 'long text' },
    ],
  },
  socketio: {
    label: 'Socket.IO',
    fields: [
      address('https://bot.example/'),
      { name: 'path', label: 'Path', type: 'text', placeholder: '/socket.io/' },
      { name: 'sends', label: 'Event that is sent', type: 'text', placeholder: 'message' },
      { name: 'hears', label: 'Event with a reply', type: 'text', placeholder: 'message' },
      {
        name: 'auth',
        label: 'Credentials',
        type: 'pairs',
        hint: 'What the server asks for when the conversation is opened.',
        keyName: 'Name',
        addLabel: 'Add credential',
      },
      headers,
      request('Message'),
      replies,
      pressed,
      ...unasked,
    ],
  },
  browser: {
    label: 'Chat widget in a browser',
    fields: [
      address('https://shop.example/'),
      {
        name: 'open',
        label: 'Press first',
        type: 'lines',
        placeholder: '#accept-cookies\n.chat-launcher',
        hint: 'Selectors, one on each line, pressed in this order until the widget is open.',
      },
      {
        name: 'frame',
        label: 'Frame of the widget',
        type: 'lines',
        placeholder: 'iframe.chat',
        hint: 'Only where the widget is in an iframe; several for one within the other.',
      },
      {
        name: 'input',
        label: 'Field for the text',
        type: 'selector',
        placeholder: '.chat textarea',
        isRequired: true,
      },
      {
        name: 'reply',
        label: 'Messages of the bot',
        type: 'selector',
        placeholder: '.chat .message.bot',
        isRequired: true,
      },
      {
        name: 'send',
        label: 'Button that sends',
        type: 'selector',
        placeholder: '.chat .send',
        hint: 'Left empty, a key sends.',
      },
      { name: 'key', label: 'Key that sends', type: 'selector', placeholder: 'Enter' },
      {
        name: 'buttons',
        label: 'Buttons of the bot',
        type: 'selector',
        placeholder: '.chat .quick-reply',
        hint: 'Left empty, those within its messages.',
      },
      {
        name: 'typing',
        label: 'Sign that the bot is typing',
        type: 'selector',
        placeholder: '.chat .typing',
        hint: 'The turn is not over while it shows.',
      },
      {
        name: 'initialize',
        label: 'Initialize script',
        type: 'code',
        placeholder: "localStorage.setItem('consent', 'yes');",
        hint: 'Runs in the page before its own scripts.',
      },
      { name: 'viewport', label: 'Size of the window', type: 'selector', placeholder: '1280x800' },
      {
        name: 'quietMs',
        label: 'A turn is over after (ms of quiet)',
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
    fields: [
      {
        name: 'to',
        label: 'Who is called',
        type: 'selector',
        placeholder: '+1 202 555 0123 or sip:100@pbx.example.com',
        isRequired: true,
      },
      { name: 'from', label: 'Who calls', type: 'text', placeholder: 'As the virtual device says' },
      { name: 'trunk', label: 'Trunk', type: 'text', placeholder: 'sip.example.com:5060' },
      { name: 'voice', label: 'Voice', type: 'text', placeholder: 'As the virtual device says' },
      {
        name: 'ringMs',
        label: 'May ring for (ms)',
        type: 'number',
        placeholder: '30000',
        min: 1_000,
        max: 180_000,
      },
      {
        name: 'quietMs',
        label: 'A prompt is over after (ms of silence)',
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
    ],
  },
};

export const channelOptions = (Object.keys(channelForms) as ChannelKind[]).map((value) => ({
  value,
  label: channelForms[value].label,
}));

/** The same bot on another channel: what both know is kept. */
export function ofKind(kind: ChannelKind, channel: ChannelConfiguration): ChannelConfiguration {
  const known = new Set(channelForms[kind].fields.map(({ name }) => name));
  const kept = Object.entries(channel).filter(([name]) => known.has(name));
  if (kind === 'phone') return { to: '', ...Object.fromEntries(kept), kind };
  const address = 'url' in channel && typeof channel.url === 'string' ? channel.url : '';
  const url = address.replace(/^(?:http|ws)/, kind === 'websocket' ? 'ws' : 'http');
  const required = {
    directline: { secret: '' },
    openai: { model: '' },
    browser: { input: '', reply: '' },
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

/** The demo bot answers over HTTP, over WebSocket and behind a chat widget at the same host. */
export function demoChannel(kind: ChannelKind, httpUrl: string): ChannelConfiguration {
  if (kind === 'browser') return { ...demoWidget, url: new URL('/chat', httpUrl).href };
  if (kind !== 'websocket') return { kind: 'http', url: httpUrl };
  const url = new URL('/socket', httpUrl);
  url.protocol = 'ws:';
  return { kind, url: url.href };
}
