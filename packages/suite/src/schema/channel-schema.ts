/**
 * Schemas of `configuration.channel`. The TypeScript types determine its settings; a test compares their values with the
 * parser.
 */
import type { ChannelConfiguration, ChannelKind } from '../format/model/channel-configuration.ts';
import { widgetPresetChoices } from '../format/model/widget-presets.ts';
import { toolFormatNames } from '../tools/format-names.ts';
import {
  about,
  bareTemplate,
  flag,
  type JsonSchema,
  mapping,
  number,
  severalTexts,
  signedNumber,
  someText,
  text,
  textLike,
  texts,
  when,
  wholeNumber,
} from './json-schema.ts';

type Settings = {
  [Kind in ChannelKind]: Record<
    Exclude<keyof Extract<ChannelConfiguration, { kind: Kind }>, 'kind'>,
    JsonSchema
  >;
};

const address = (schemes: string): JsonSchema =>
  textLike(`^((${schemes})://|\\{\\{\\s*[\\w.-]+\\s*\\}\\}|\\$\\{\\s*[\\w.-]+\\s*\\})`);

const web = 'https?';
const headers = about('Headers of every request.', texts);
const request = about(
  'What is sent for each message. `{{text}}` is the message, `{{conversationId}}` and `{{messageId}}` are also filled in.',
  text,
);
const replies = about('Where the replies are in an answer in JSON.', {
  type: 'object',
  additionalProperties: false,
  properties: {
    list: about('One match for each reply, for example `messages[*]`.', text),
    text: about('The text of a reply, relative to it.', text),
    buttons: about('Buttons of a reply, relative to it.', text),
    inReplyTo: about('Path to the `{{messageId}}` that an answer refers to.', text),
  },
});
const accepts = about('Accepts whole web pages as replies.', { enum: ['html'] });
const unasked = {
  greets: about('The bot speaks first.', flag),
  quietMs: about(
    'Pause after a reply that ends the turn, in milliseconds. Default 250.',
    wholeNumber(0, 60_000),
  ),
};
const pressable = {
  buttonSends: about(
    'What is sent for the title of a button: its `value` (default), or its `title`.',
    { enum: ['value', 'title'] },
  ),
};
const reportsTools = {
  toolCalls: about('Format in which replies report tool calls.', { enum: [...toolFormatNames] }),
};

const opener: JsonSchema = {
  type: ['string', 'number', 'boolean', 'object'],
  minLength: 1,
  ...bareTemplate,
  maxProperties: 2,
  properties: { frame: severalTexts, press: someText },
  dependencies: { frame: ['press'], press: ['frame'] },
};

const toolResults: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['tool'],
    additionalProperties: false,
    properties: {
      tool: { type: 'string' },
      args: { type: 'object' },
      results: { type: 'array', minItems: 1 },
      error: { type: 'string' },
      afterMs: { type: 'number', minimum: 0, maximum: 60_000 },
    },
    ...when({ required: ['error'] }, { not: { required: ['results'] } }, { required: ['results'] }),
  },
};

const speech: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  dependencies: { noise: ['snrDb'], snrDb: ['noise'] },
  anyOf: [{ required: ['noise'] }, { required: ['lossPercent'] }, { required: ['jitterMs'] }],
  properties: {
    noise: about('Recording of background noise, such as `street.wav`.', {
      type: 'string',
      pattern: '^\\s*[^\\s./{}\\\\][^{}\\\\]*\\.[wW][aA][vV]\\s*$',
      maxLength: 200,
    }),
    snrDb: about('Our active speech above the noise, in dB.', signedNumber(-10, 60)),
    lossPercent: about('Percentage of packets that are not sent.', number(0.1, 50)),
    jitterMs: about('Maximum delay of a packet.', wholeNumber(1, 500)),
    seed: about(
      'Chooses the packets and the part of the noise. Default 1.',
      wholeNumber(0, 2 ** 32 - 1),
    ),
  },
};

const network: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    delayMs: about('Delay from mouth to ear in one direction.', wholeNumber(1, 500)),
    lossConcealment: about('Phones of callers replace lost packets by similar audio.', flag),
  },
};

const settings: Settings = {
  http: {
    url: about('Address that takes messages.', address(web)),
    method: about('Default POST.', { enum: ['POST', 'PUT', 'GET'] }),
    headers,
    request,
    replies,
    accepts,
    poll: about('Address that is polled for messages, for bots that answer later.', address(web)),
    pollMs: about('Polling interval in milliseconds. Default 500.', wholeNumber(100, 60_000)),
    after: about('Path in a polled answer to the position after which the next one begins.', text),
    repeats: about('Each polled answer contains the whole conversation.', flag),
    ...unasked,
    ...pressable,
    ...reportsTools,
  },
  websocket: {
    url: about('Address of the socket.', address('wss?')),
    headers: about('Headers of the request that opens the socket.', texts),
    subprotocol: about('Subprotocol of the socket.', text),
    request,
    replies,
    ...unasked,
    ...pressable,
    ...reportsTools,
  },
  sse: {
    url: about('Address that takes messages.', address(web)),
    headers,
    request,
    stream: about('Address of a stream that stays open for the conversation.', address(web)),
    event: about('Only events of this name hold replies.', text),
    pieces: about('Each event is a piece of one message.', flag),
    replies,
    accepts,
    ...unasked,
    ...pressable,
    ...reportsTools,
  },
  directline: {
    url: about('Default `https://directline.botframework.com/v3/directline`.', address(web)),
    secret: about('A Direct Line secret or token.', text),
    userId: about('User id. Default: another user in each conversation.', text),
    ...unasked,
    ...pressable,
  },
  openai: {
    url: about('Address of the chat completions.', address(web)),
    model: about('Name of the model.', text),
    headers,
    system: about('Instructions for the model, sent before the conversation.', text),
    temperature: about('From 0 to 2.', number(0, 2)),
    tools: about('Definitions of tools.', { type: 'array', items: { type: 'object' } }),
    toolChoice: about('Which tool must be called.', {
      anyOf: [{ enum: ['auto', 'none', 'required'] }, mapping],
    }),
    toolResults: about('What the tools give back.', toolResults),
  },
  socketio: {
    url: about('Address of the server; a path names the namespace.', address(`${web}|wss?`)),
    headers,
    path: about('Path of the server. Default `/socket.io/`.', text),
    auth: about('Data that authenticates the connection.', texts),
    sends: about('Event that carries a message. Default `message`.', text),
    hears: about('Event that carries a reply. Default `message`.', text),
    request,
    replies,
    ...unasked,
    ...pressable,
    ...reportsTools,
  },
  browser: {
    url: about('Address of the page with the chat.', address(web)),
    preset: about('Widget of a known vendor. Default `automatic`.', {
      enum: [...widgetPresetChoices],
    }),
    open: about('Elements to press until the chat is open.', {
      ...opener,
      type: ['string', 'number', 'boolean', 'object', 'array'],
      minItems: 1,
      items: opener,
    }),
    frame: about('The iframe of the chat; several if they are nested.', severalTexts),
    prechat: about('What to fill into the form before the chat, by label.', texts),
    input: about('Selector of the field to type into.', text),
    send: about('Selector of the button that sends.', text),
    key: about('Key that sends. Default `Enter`.', text),
    reply: about('Selector of the messages of the bot.', text),
    buttons: about('Selector of the buttons that the bot offers.', text),
    typing: about('Selector of the element shown while the bot is typing.', text),
    initialize: about('A script that runs before those of the page.', text),
    viewport: about('Size of the window, such as `390x844`. Default `1280x800`.', {
      type: 'string',
      pattern: '^([2-9]\\d{2}|[1-3]\\d{3}|4000)x([2-9]\\d{2}|[1-3]\\d{3}|4000)$',
    }),
    ...unasked,
  },
  phone: {
    to: about('A number with its country code, or a SIP address.', text),
    from: about('Caller: a number or a SIP address.', {
      ...textLike(
        "^(sips?:[\\w.!~*'()&=+$,;?/%-]+@[A-Za-z0-9.-]+(:\\d{1,5})?|[\\w.!~*'()&=+$,/% \\u00a0-]+)$",
      ),
      type: ['string', 'number', 'boolean'],
      maxLength: 254,
    }),
    trunk: about('Trunk that carries the call, as `host:port`, or `twilio`.', text),
    voice: about('Voice, as the speech service names it.', text),
    ringMs: about('Longest time to ring. Default 30,000.', wholeNumber(1_000, 180_000)),
    quietMs: about('Silence that ends a prompt. Default 1,200.', wholeNumber(200, 10_000)),
    promptMs: about('Maximum length of a prompt. Default 60,000.', wholeNumber(1_000, 600_000)),
    vocabulary: about('Up to 100 names and words that the line is known to say.', {
      type: ['string', 'number', 'boolean', 'array'],
      minItems: 1,
      maxItems: 100,
      minLength: 1,
      pattern: '^(?!.*\\{\\{)\\s*\\S+(\\s+\\S+){0,2}\\s*$',
      items: {
        type: ['string', 'number', 'boolean'],
        pattern: '^(?!.*\\{\\{)\\s*\\S+(\\s+\\S+){0,2}\\s*$',
      },
    }),
    speech: about('Noise, lost packets and delays in what we say.', speech),
    network: about('What `network mos` assumes of the connection of callers.', network),
  },
};

const required: Record<ChannelKind, string[]> = {
  http: ['url'],
  websocket: ['url'],
  sse: ['url'],
  directline: ['secret'],
  openai: ['url', 'model'],
  socketio: ['url'],
  browser: ['url'],
  phone: ['to'],
};

export const channelKinds = Object.keys(settings) as ChannelKind[];

/** @returns the settings of a kind of channel */
export const channelSettings = (kind: ChannelKind): Record<string, JsonSchema> => settings[kind];

export const channelSchema: JsonSchema = {
  type: 'object',
  required: ['kind'],
  properties: { kind: about('How the bot is reached.', { enum: channelKinds }) },
  allOf: channelKinds.map((kind) =>
    when(
      { required: ['kind'], properties: { kind: { const: kind } } },
      {
        required: required[kind],
        properties: { kind: {}, ...settings[kind] },
        additionalProperties: false,
      },
    ),
  ),
};
