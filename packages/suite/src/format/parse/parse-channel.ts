/** Parses `configuration.channel`: the keys of each kind of channel, and their values. */
import { isMap, isSeq } from 'yaml';
import { recordingProblem } from '../../match/sounds-like.ts';
import { toolFormatNames } from '../../tools/format-names.ts';
import { isObject } from '../../tools/json-object.ts';
import type { ChannelConfiguration, ChannelKind } from '../model/channel-configuration.ts';
import type { Json } from '../model/json.ts';
import { beginsWithPlaceholder } from '../model/template.ts';
import { widgetPresetChoices } from '../model/widget-presets.ts';
import { readOpener } from './parse-opener.ts';
import type { TextRange } from './problem-list.ts';
import {
  follow,
  jsonOf,
  type KeyValue,
  pairsOf,
  type Reader,
  rangeOf,
  recordOf,
  textOf,
  textsOf,
} from './values.ts';

const vocabularyMax = 100;
const vocabularyWordsMax = 3;

/** Parser of a setting. `read` returns undefined for an invalid value; `expectation` says what is valid. */
interface ChannelField {
  expectation: string;
  isRequired?: boolean;
  /** True if `read` reports the problems of a mapping. */
  reportsProblems?: true;
  read(reading: Reader, value: unknown): unknown;
}

const text: ChannelField = { expectation: 'must be text', read: textOf };

const texts: ChannelField = {
  expectation: 'must be names with text values',
  read: (reading, value) => recordOf(reading, value, textOf),
};

/** A field for an address. If the address begins with a variable, only the run can check it. */
const url = (schemes: string[]): ChannelField => ({
  expectation: `must be an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}, or with a {{variable}}`,
  isRequired: true,
  read(reading, value) {
    const found = textOf(reading, value);
    if (found === undefined || beginsWithPlaceholder(found)) return found;
    return schemes.some((scheme) => found.startsWith(`${scheme}://`)) ? found : undefined;
  },
});

const oneOf = (choices: string[]): ChannelField => ({
  expectation:
    choices.length === 1 ? `must be ${choices[0]}` : `must be one of ${choices.join(', ')}`,
  read(reading, value) {
    const found = textOf(reading, value);
    return found !== undefined && choices.includes(found) ? found : undefined;
  },
});

const wholeNumber = (min: number, max: number): ChannelField => ({
  expectation: `must be a whole number from ${min} to ${max}`,
  read(reading, value) {
    const found = Number(textOf(reading, value) || Number.NaN);
    return Number.isInteger(found) && found >= min && found <= max ? found : undefined;
  },
});

const number = (min: number, max: number): ChannelField => ({
  expectation: `must be a number from ${min} to ${max}`,
  read(reading, value) {
    const found = Number(textOf(reading, value) || Number.NaN);
    return found >= min && found <= max ? found : undefined;
  },
});

const required = (field: ChannelField): ChannelField => ({ ...field, isRequired: true });
const optional = (field: ChannelField): ChannelField => ({ ...field, isRequired: false });

const flag: ChannelField = {
  expectation: 'must be true or false',
  read(reading, value) {
    const found = textOf(reading, value);
    return found === 'true' ? true : found === 'false' ? false : undefined;
  },
};

const callerCharactersMax = 254;

/**
 * A field for the caller ID. It is inserted into the messages of a call, so it must not contain characters that could break out
 * of them.
 */
const caller: ChannelField = {
  expectation: 'must be a number such as +1 202 555 0123 or an address such as sip:ada@pbx.example',
  read(reading, value) {
    const found = textOf(reading, value);
    if (found === undefined || found.length > callerCharactersMax) return undefined;
    const isAddress = /^sips?:[\w.!~*'()&=+$,;?/%-]+@[a-z0-9.-]+(:\d{1,5})?$/i.test(found);
    const isNumberOrName = /^[\w.!~*'()&=+$,/% \u00a0-]+$/.test(found);
    return isAddress || isNumberOrName ? found : undefined;
  },
};

/** A field for a list of texts. A single text needs no list. */
const several: ChannelField = {
  expectation: 'must be text or a list of texts',
  read: textsOf,
};

/** A field for the elements to press before a chat can be used; a single element needs no list. */
const openers: ChannelField = {
  expectation:
    'must be a selector, { frame: SELECTOR, press: SELECTOR } for an element in an iframe, or a list of these',
  read(reading, value) {
    const node = follow(reading, value);
    const items = isSeq(node) ? node.items : [node];
    const found = items.map((item) => readOpener(reading, item));
    return found.length > 0 && found.every(Boolean) ? found : undefined;
  },
};

/** A field for the vocabulary, which a person lists by hand. Sentences are not allowed, because they would be expectations. */
const vocabulary: ChannelField = {
  expectation: `must be a list of up to ${vocabularyMax} words or names without variables, each with at most ${vocabularyWordsMax} words`,
  read(reading, value) {
    const found = several.read(reading, value) as string[] | undefined;
    const isFit = found?.every(
      (term) => !term.includes('{{') && term.trim().split(/\s+/).length <= vocabularyWordsMax,
    );
    return found && isFit && found.length <= vocabularyMax ? found : undefined;
  },
};

/** A field for a recording of the project or of the suite's folder. Its name has no variables, so that it can be checked early. */
const recording: ChannelField = {
  expectation: 'must be the name of a recording without variables, such as street.wav',
  read(reading, value) {
    const found = textOf(reading, value)?.trim();
    return found !== undefined && recordingProblem(found) === undefined ? found : undefined;
  },
};

const speechFields: Record<string, ChannelField> = {
  noise: recording,
  snrDb: number(-10, 60),
  lossPercent: number(0.1, 50),
  jitterMs: wholeNumber(1, 500),
  seed: wholeNumber(0, 2 ** 32 - 1),
};

/** The E-model holds up to half a second. */
const networkFields: Record<string, ChannelField> = {
  delayMs: wholeNumber(1, 500),
  lossConcealment: flag,
};

/** A field for the connection of a caller, which `network mos` depends on. */
const network: ChannelField = {
  expectation: 'must be assumptions such as { delayMs: 150, lossConcealment: true }',
  reportsProblems: true,
  read(reading, value) {
    const node = follow(reading, value);
    if (!isMap(node)) return undefined;
    return readFields(reading, pairsOf(reading, node), networkFields, 'network');
  },
};

/** A field for the conditions under which our audio is sent. A setting that does nothing is refused. */
const speech: ChannelField = {
  expectation: 'must be conditions such as { noise: street.wav, snrDb: 10, lossPercent: 3 }',
  reportsProblems: true,
  read(reading, value) {
    const node = follow(reading, value);
    if (!isMap(node)) return undefined;
    const found = readFields(reading, pairsOf(reading, node), speechFields, 'speech');
    if (!found) return undefined;
    const isWhole = (found.noise === undefined) === (found.snrDb === undefined);
    const isUsed = ['noise', 'lossPercent', 'jitterMs'].some((name) => found[name] !== undefined);
    if (isWhole && isUsed) return found;
    reading.problems.error(
      rangeOf(node),
      '"speech" needs noise with snrDb, lossPercent or jitterMs.',
    );
    return undefined;
  },
};

const size: ChannelField = {
  expectation: 'must be a size from 200x200 to 4000x4000, such as 390x844',
  read(reading, value) {
    const found = textOf(reading, value);
    const sides = /^(\d{3,4})x(\d{3,4})$/.exec(found ?? '')?.slice(1) ?? [];
    const isSize = sides.length === 2 && sides.every((side) => +side >= 200 && +side <= 4000);
    return isSize ? found : undefined;
  },
};

const paths = (names: string[]): ChannelField => ({
  expectation: `must be paths under ${names.join(', ')}`,
  read(reading, value) {
    const node = follow(reading, value);
    if (!isMap(node)) return undefined;
    const fields = Object.fromEntries(names.map((name) => [name, text]));
    return readFields(reading, pairsOf(reading, node), fields, 'replies');
  },
});

/** A field for the paths of a reply, on channels whose replies are JSON. */
const replies = paths(['list', 'text', 'buttons', 'inReplyTo']);

/** Settings of channels on which the bot can send messages at any time. */
const unasked = { greets: flag, quietMs: wholeNumber(0, 60_000) };

/** Settings of channels on which pressing a button sends a message. */
const pressable = { buttonSends: oneOf(['value', 'title']) };

/** Settings of channels whose replies can report tool calls. */
const reportsTools = { toolCalls: oneOf([...toolFormatNames]) };

const toolResultKeys = new Set(['tool', 'args', 'results', 'error', 'afterMs']);

function isToolResult(json: Json): boolean {
  if (!isObject(json)) return false;
  const { tool, args, results, error, afterMs } = json;
  const isAnswer =
    error === undefined
      ? Array.isArray(results) && results.length > 0
      : typeof error === 'string' && results === undefined;
  const isTime =
    afterMs === undefined || (typeof afterMs === 'number' && afterMs >= 0 && afterMs <= 60_000);
  return (
    typeof tool === 'string' &&
    (args === undefined || isObject(args)) &&
    isAnswer &&
    isTime &&
    Object.keys(json).every((key) => toolResultKeys.has(key))
  );
}

/** Fields by kind of channel. A new kind also needs a type in channel-configuration.ts and an adapter in the engine. */
const kinds: Record<ChannelKind, Record<string, ChannelField>> = {
  http: {
    url: url(['http', 'https']),
    method: oneOf(['POST', 'PUT', 'GET']),
    headers: texts,
    request: text,
    replies,
    accepts: oneOf(['html']),
    poll: optional(url(['http', 'https'])),
    pollMs: wholeNumber(100, 60_000),
    after: text,
    repeats: flag,
    ...unasked,
    ...pressable,
    ...reportsTools,
  },
  websocket: {
    url: url(['ws', 'wss']),
    headers: texts,
    subprotocol: text,
    request: text,
    replies,
    ...unasked,
    ...pressable,
    ...reportsTools,
  },
  sse: {
    url: url(['http', 'https']),
    headers: texts,
    request: text,
    stream: optional(url(['http', 'https'])),
    event: text,
    pieces: flag,
    replies,
    accepts: oneOf(['html']),
    ...unasked,
    ...pressable,
    ...reportsTools,
  },
  directline: {
    url: optional(url(['http', 'https'])),
    secret: required(text),
    userId: text,
    ...unasked,
    ...pressable,
  },
  openai: {
    url: url(['http', 'https']),
    model: required(text),
    headers: texts,
    system: text,
    temperature: number(0, 2),
    tools: {
      expectation: 'must be a list of tools',
      read(reading, value) {
        const found = jsonOf(reading, value);
        return Array.isArray(found) && found.every(isObject) ? found : undefined;
      },
    },
    toolChoice: {
      expectation: 'must be auto, none, required or an object',
      read(reading, value) {
        const found = jsonOf(reading, value);
        return isObject(found) || ['auto', 'none', 'required'].includes(String(found))
          ? found
          : undefined;
      },
    },
    toolResults: {
      expectation:
        'must be a list such as { tool: get_order, results: [{ state: paid }] }, optionally with args, error or afterMs',
      read(reading, value) {
        const found = jsonOf(reading, value);
        return Array.isArray(found) && found.every(isToolResult) ? found : undefined;
      },
    },
  },
  socketio: {
    url: url(['http', 'https', 'ws', 'wss']),
    headers: texts,
    path: text,
    auth: texts,
    sends: text,
    hears: text,
    request: text,
    replies,
    ...unasked,
    ...pressable,
    ...reportsTools,
  },
  browser: {
    url: url(['http', 'https']),
    preset: oneOf([...widgetPresetChoices]),
    open: openers,
    frame: several,
    prechat: texts,
    input: text,
    send: text,
    key: text,
    reply: text,
    buttons: text,
    typing: text,
    initialize: text,
    viewport: size,
    ...unasked,
  },
  phone: {
    to: required(text),
    from: caller,
    trunk: text,
    voice: text,
    ringMs: wholeNumber(1_000, 180_000),
    quietMs: wholeNumber(200, 10_000),
    promptMs: wholeNumber(1_000, 600_000),
    vocabulary,
    speech,
    network,
  },
};

/** @returns the channel; undefined, after reporting the problems, if it is invalid */
export function parseChannel(reading: Reader, value: unknown): ChannelConfiguration | undefined {
  const node = follow(reading, value);
  if (!isMap(node)) {
    reading.problems.error(
      rangeOf(node),
      'A channel needs a kind and its settings.',
      'Write for example: { kind: http, url: https://bot.example/message }',
    );
    return undefined;
  }
  const pairs = pairsOf(reading, node);
  const kindPair = pairs.find(({ key }) => key === 'kind');
  const kind = textOf(reading, kindPair?.value) ?? '';
  const fields = Object.hasOwn(kinds, kind) ? kinds[kind as ChannelKind] : undefined;
  if (!fields) {
    reading.problems.error(
      kindPair?.range ?? rangeOf(node),
      kind ? `There is no channel of kind "${kind}".` : 'The channel has no kind.',
      `Kinds are: ${Object.keys(kinds).join(', ')}.`,
    );
    return undefined;
  }
  const settings = pairs.filter((pair) => pair !== kindPair);
  if (kind === 'http') checkPolling(reading, settings);
  refuseRepeatedCalls(reading, settings);
  const read = readFields(reading, settings, fields, 'channel', rangeOf(node));
  return read && ({ kind, ...read } as ChannelConfiguration);
}

const onlyWhenPolled = ['pollMs', 'after', 'repeats', 'greets', 'quietMs'];

/** Warns of polling settings without an address to poll. */
function checkPolling(reading: Reader, pairs: KeyValue[]): void {
  if (pairs.some(({ key }) => key === 'poll')) return;
  for (const { key, range } of pairs) {
    if (!onlyWhenPolled.includes(key)) continue;
    reading.problems.warning(
      range,
      `"${key}" is for bots whose replies are polled.`,
      'Specify under poll which address to poll, or remove it.',
    );
  }
}

/**
 * Refuses tool calls in responses that repeat the conversation: each response would report the calls of all earlier turns
 * again.
 */
function refuseRepeatedCalls(reading: Reader, pairs: KeyValue[]): void {
  const toolCalls = pairs.find(({ key }) => key === 'toolCalls');
  const repeats = pairs.find(({ key }) => key === 'repeats');
  if (!toolCalls || textOf(reading, repeats?.value) !== 'true') return;
  reading.problems.error(
    toolCalls.range,
    'Tool calls cannot be counted if each response repeats the whole conversation.',
    'Remove toolCalls, or have the bot return only what is new.',
  );
}

function readFields(
  reading: Reader,
  pairs: KeyValue[],
  fields: Record<string, ChannelField>,
  of: string,
  range: TextRange = [0, 0],
): Record<string, unknown> | undefined {
  const read: Record<string, unknown> = {};
  let isUsable = true;
  for (const { key, value, range } of pairs) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    const found = field?.read(reading, value);
    if (found !== undefined) {
      read[key] = found;
      continue;
    }
    isUsable = false;
    if (field?.reportsProblems && isMap(follow(reading, value))) continue;
    const known = Object.keys(fields).join(', ');
    if (field) reading.problems.error(range, `"${key}" ${field.expectation}.`);
    else
      reading.problems.error(range, `"${key}" is not a setting of ${of}.`, `Known are: ${known}.`);
  }
  for (const [key, { isRequired }] of Object.entries(fields)) {
    if (!isRequired || pairs.some((pair) => pair.key === key)) continue;
    isUsable = false;
    reading.problems.error(range, `The ${of} has no ${key}.`);
  }
  return isUsable ? read : undefined;
}
