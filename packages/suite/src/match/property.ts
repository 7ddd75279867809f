/** Resolves the property of an assertion: a named part of the reply, or a path into the payload. */
import type { Json } from '../format/model/suite.ts';
import type { Attachment, Reply } from './matcher.ts';
import {
  type ParsedPath,
  type PathReading,
  type PathSegment,
  parsePath,
  readPath,
  readPathFrom,
} from './path.ts';
import { replyIn, type Turn } from './turn.ts';

export type ReadProperty = (turn: Turn | undefined) => PathReading;

interface ReplyPart {
  /** The value to which the rest of the path applies. */
  value: (reply: Reply) => unknown;
  /** The texts to compare if the path is only the name of the part. Default: the value. */
  texts?: (reply: Reply) => string[];
  /** Known fields of its items. Other names are looked up in the payload. If absent, the part has fields of any name. */
  keys?: readonly string[];
}

const buttonKeys = ['title', 'value', 'url'];
const attachmentKeys = ['title', 'type', 'url'];

/** Parts of a reply by name. Paths that begin with another name are looked up in the payload. */
const parts: Record<string, ReplyPart> = {
  prompt: { value: (reply) => reply.text, keys: [] },
  transcript: { value: (reply) => reply.text, keys: [] },
  latency: { value: (reply) => reply.latencyMs, keys: [] },
  messages: { value: (reply) => reply.messages, keys: [] },
  buttons: { value: (reply) => reply.buttons, texts: buttonTitles, keys: buttonKeys },
  quickReplies: { value: (reply) => reply.buttons, texts: buttonTitles, keys: buttonKeys },
  attachments: {
    value: (reply) => reply.attachments,
    texts: (reply) => reply.attachments.map(attachmentText),
    keys: attachmentKeys,
  },
  cards: {
    value: (reply) => reply.attachments.filter(isCard),
    texts: (reply) => reply.attachments.filter(isCard).map(({ title }) => title ?? ''),
    keys: attachmentKeys,
  },
  links: { value: linksOf, keys: [] },
  payload: { value: (reply) => reply.payload },
};

function buttonTitles(reply: Reply): string[] {
  return reply.buttons.map(({ title }) => title);
}

function attachmentText({ type, title, url }: Attachment): string {
  return [type, title, url].filter((text) => text !== undefined).join(' ');
}

/** @returns the links in the text, attachments and buttons of a reply, without duplicates */
function linksOf({ text, attachments, buttons }: Reply): string[] {
  const inText = text.match(/https?:\/\/[^\s<>"']+/gi) ?? [];
  const behind = [
    ...attachments.map(({ url }) => url),
    ...buttons.flatMap(({ value, url }) => [value, url]),
  ];
  const addresses = behind.filter((one) => one !== undefined && /^(https?|mailto|tel):/i.test(one));
  return [
    ...new Set([...inText.map((one) => one.replace(/[.,;:!?)\]]+$/, '')), ...addresses]),
  ] as string[];
}

function isCard({ type }: Attachment): boolean {
  return /card|carousel|template/i.test(type);
}

/** Shorthands for paths into the payload, as Bespoken's test format has them. */
const shorthands: Record<string, string> = {
  cardTitle: 'card.mainTitle',
  cardContent: 'card.textField',
  cardImageURL: 'card.imageURL',
};

/** @returns true for the text of the reply, in which case is ignored and homophones are replaced */
export function isSpokenText(property: string): boolean {
  return property === 'prompt' || property === 'reply' || property === 'transcript';
}

/** @returns true if the property depends on the bot's text: the reply, `transcript` in the payload, or the whole payload */
export function looksAtSpeech(property: string): boolean {
  const path = parsePath(property);
  if (path.problem !== undefined) return false;
  const keys = path.segments.flatMap((segment) => (segment.kind === 'key' ? [segment.key] : []));
  const part = path.isRooted ? undefined : keys[0];
  if (part === 'prompt' || part === 'messages' || property === 'reply') return true;
  const inAnswer = part === 'payload' ? keys.slice(1) : keys;
  return inAnswer.length === 0 || inAnswer.at(-1) === 'transcript';
}

/**
 * @returns undefined unless the property depends on speech before a call was answered. `isOnly` is true if it depends on
 * nothing else.
 */
export function looksAtEarlySpeech(property: string): { isOnly: boolean } | undefined {
  const path = parsePath(property);
  if (path.problem !== undefined) return undefined;
  const keys = path.segments.flatMap((segment) => (segment.kind === 'key' ? [segment.key] : []));
  const inAnswer = keys[0] === 'payload' && !path.isRooted ? keys.slice(1) : keys;
  const [first] = inAnswer;
  const last = inAnswer.at(-1);
  if (first === 'early')
    return last === 'early' || last === 'transcript' ? { isOnly: true } : undefined;
  const isAnywhere = path.segments[0]?.kind === 'anywhere' && last === 'transcript';
  return first === undefined || isAnywhere ? { isOnly: false } : undefined;
}

export function propertyProblem(property: string): string | undefined {
  if (property === '') return 'it is empty';
  return parsePath(property).problem;
}

export function compileProperty(property: string): ReadProperty {
  if (property === 'prompt') return (turn) => whole(turn?.text);
  const path = parsePath(shorthand(property));
  if (path.problem !== undefined) return () => whole(undefined);
  const [first, ...rest] = path.segments;
  if (first?.kind === 'anywhere') return (turn) => readAnywhere(path.segments, turn);
  const name = first?.kind === 'key' && !path.isRooted ? first.key : undefined;
  if (name === 'events') return (turn) => readEvents(path.segments, turn);
  if (property === 'reply') return readReply;
  const part = path.isRooted ? undefined : partOfReply(first);
  if (!part) return (turn) => readAnswers(path, turn);
  if (foreignKeyAt(path.segments) >= 0) return (turn) => readForeign(path.segments, turn);
  const { value, texts } = part;
  return (turn) => {
    const reply = replyIn(turn);
    if (texts && rest.length === 0) return whole(reply && texts(reply));
    return readPath(rest, reply && (value(reply) as Json));
  };
}

/** Reads `reply`. A field `reply` in the payload takes precedence, as in earlier releases. */
function readReply(turn: Turn | undefined): PathReading {
  const payload = replyIn(turn)?.payload;
  const own = readPath([{ kind: 'key', key: 'reply' }], payload);
  return own.value === undefined ? whole(turn?.text) : own;
}

/** @returns the index of the first name in a path that the part of the reply does not have; -1 if there is none */
export function foreignKeyAt(segments: readonly PathSegment[]): number {
  const { keys } = partOfReply(segments[0]) ?? {};
  if (keys === undefined) return -1;
  return segments.findIndex(
    (segment, at) =>
      at > 0 && segment.kind === 'key' && segment.key !== 'length' && !keys.includes(segment.key),
  );
}

/**
 * Reads a name that the part does not have: `buttons[0].payload` is a field of the payload. `messages[0].text` is the message
 * if the payload has no such field.
 */
function readForeign(segments: PathSegment[], turn: Turn | undefined): PathReading {
  const reply = replyIn(turn);
  const inAnswer = readAnswers({ segments, isRooted: false }, turn);
  const [first, ...rest] = segments;
  const last = rest.at(-1);
  const isMessage = first?.kind === 'key' && first.key === 'messages';
  const isText = last?.kind === 'key' && last.key === 'text';
  if (inAnswer.value !== undefined || !isMessage || !isText) return inAnswer;
  return readPath(rest.slice(0, -1), reply?.messages);
}

const whole = (value: Json | undefined): PathReading => ({ value, isCut: false });

/** Reads a name in each response of a turn, because the author of a test cannot know how many there are. */
function readAnswers({ segments, isRooted }: RootedPath, turn: Turn | undefined): PathReading {
  const reply = replyIn(turn);
  const answers = reply?.isSeveral && Array.isArray(reply.payload) ? reply.payload : undefined;
  if (!answers || isRooted || segments[0]?.kind !== 'key' || segments[0].key === 'length') {
    return readPath(segments, reply?.payload);
  }
  return readPathFrom(segments, answers);
}

type RootedPath = Exclude<ParsedPath, { problem: string }>;

/** Reads a path that begins with `..`, in the payload and in the events without text. */
function readAnywhere(segments: PathSegment[], turn: Turn | undefined): PathReading {
  const payload = replyIn(turn)?.payload;
  if (!turn?.events) return readPath(segments, payload);
  const events = turn.events as unknown as Json[];
  const { value, isCut } = readPathFrom(
    segments,
    payload === undefined ? events : [payload, ...events],
  );
  return { value, isCut: isCut || turn.areEventsCut === true };
}

/** Reads `events`. A field `events` in the payload takes precedence, as in earlier releases. */
function readEvents(segments: PathSegment[], turn: Turn | undefined): PathReading {
  const payload = replyIn(turn)?.payload;
  const isOwn = typeof payload === 'object' && payload !== null && Object.hasOwn(payload, 'events');
  if (isOwn || !turn?.events) return readPath(segments, payload);
  const { value, isCut } = readPath(segments.slice(1), turn.events as unknown as Json);
  return { value, isCut: isCut || turn.areEventsCut === true };
}

/** @returns the part of a reply with which a path without `$` begins; undefined if the path addresses the payload */
export function partOfReply(first: PathSegment | undefined): ReplyPart | undefined {
  if (first?.kind !== 'key') return undefined;
  return Object.hasOwn(parts, first.key) ? parts[first.key] : undefined;
}

export const isShorthand = (property: string): boolean => Object.hasOwn(shorthands, property);

function shorthand(property: string): string {
  return isShorthand(property) ? (shorthands[property] as string) : property;
}
