/** Reads replies from a bot's JSON: by the paths of the suite, or by common names. */

import { ConversationError } from '@parley/egress';
import { isObject, type Json, parsePath, type ReplyPaths, readPath } from '@parley/suite';
import { limits } from '../limits.ts';
import type { BotMessage, ChannelMessages } from './channel.ts';
import { buttonsOnCards, readAttachment, readButton } from './message-parts.ts';
import { endsEmpty, holdsOnlySigns, listNames, replyNotFound } from './reply-paths.ts';

/** The content of an answer. */
export interface Reading {
  messages: BotMessage[];
  /** The paths of the suite, if they led to no text and the answer does not state that there is none. */
  unread?: ReplyPaths;
  /** Set if the answer only controls the conversation, as a typing indicator does. */
  isSign?: true;
}

export type MessageReader = (answer: Json) => Reading;

/** A reply whose text is found, but whose buttons and attachments are not read yet. */
interface Entry {
  /** The text as found; undefined if its path leads nowhere. */
  words: Json | undefined;
  reply: Json;
}

/** Creates a function that reads all messages in an answer, in order. */
export function createMessageReader(
  paths: ReplyPaths = {},
  countMax: number = limits.messagesPerTurnMax,
): MessageReader {
  const list = paths.list === undefined ? undefined : pathReader(paths.list);
  const text = paths.text === undefined ? undefined : pathReader(paths.text);
  const buttons = paths.buttons === undefined ? undefined : pathReader(paths.buttons);
  /** True once a text was found. From then on, a reply without text simply has none. */
  let isProven = false;

  const wordsOf = (reply: Json) =>
    text && typeof reply !== 'string' ? text(reply) : textOf(reply);

  function entriesIn(answer: Json): Entry[] | undefined {
    const replies = list ? listed(list(answer)) : findReplies(answer);
    const entries = replies?.map((reply) => ({ words: wordsOf(reply), reply }));
    if (list || !text || entries?.some(({ words }) => words !== undefined)) return entries;
    // The path can also start at the answer itself.
    const words = text(answer);
    if (words === undefined) return entries;
    const said = asList(words).filter((one) => one !== null && one !== '');
    return said.map((one, at) => ({ words: one, reply: at === said.length - 1 ? answer : null }));
  }

  function messageOf({ words, reply }: Entry): BotMessage {
    return {
      text: textFrom(words),
      buttons: (buttons ? asList(buttons(reply)).flat() : buttonsOf(reply)).flatMap(readButton),
      attachments: attachmentsOf(reply).flatMap(readAttachment),
    };
  }

  return (answer) => {
    const entries = entriesIn(answer);
    if (entries === undefined || entries.length === 0) {
      const isSaid = entries !== undefined || isLeftOut(paths, answer);
      return isSaid ? { messages: [] } : { messages: [], unread: paths };
    }
    if (entries.length > countMax) throw tooManyMessages(countMax);
    const messages = entries.map(messageOf);
    if (entries.some(({ words }) => words !== undefined)) {
      isProven = true;
      return { messages };
    }
    if (!messages.every(isBlank)) return { messages };
    if (entries.every(({ reply }) => holdsOnlySigns(reply))) return { messages, isSign: true };
    const saysSo = isProven || entries.some(({ reply }) => endsEmpty(paths.text ?? 'text', reply));
    return saysSo ? { messages } : { messages, unread: paths };
  };
}

/** Combines the messages with the answer that contains them. */
export function messagesOf({ messages, unread }: Reading, payload: Json): ChannelMessages {
  const said: ChannelMessages = { messages, payload };
  if (unread) said.unread = () => replyNotFound(unread, [payload]);
  return said;
}

const isBlank = ({ buttons, attachments }: BotMessage) =>
  buttons.length === 0 && attachments.length === 0;

/** @returns true if the answer states that it contains no reply */
function isLeftOut({ list, text }: ReplyPaths, answer: Json): boolean {
  const path = list ?? text;
  return path !== undefined && endsEmpty(path, answer);
}

/**
 * The error for an answer with too many messages. None is skipped instead, because skipped text would satisfy every negated
 * expectation.
 */
export function tooManyMessages(countMax: number): ConversationError {
  return new ConversationError({
    class: 'network',
    code: 'too-many-messages',
    message: `The bot sends more than ${countMax.toLocaleString('en-US')} messages at once.`,
    hint: 'Check the bot. If they are pieces of one streamed message, add "pieces: true" to the channel.',
  });
}

/**
 * Makes a reader of the values at a path.
 *
 * @throws ConversationError immediately if the path is invalid, and from the reader if it matches too much
 */
export function pathReader(path: string): (json: Json) => Json | undefined {
  const parsed = parsePath(path);
  if (parsed.problem !== undefined) throw invalidPath(path, parsed.problem);
  return (json) => {
    const { value, isCut } = readPath(parsed.segments, json);
    if (isCut) throw pathLeadsToTooMuch(path);
    return value;
  };
}

const invalidPath = (path: string, problem: string) =>
  new ConversationError({
    class: 'configuration',
    code: 'invalid-path',
    message: `The path "${path.slice(0, 80)}" of the replies can't be used: ${problem}.`,
    hint: 'Write a path such as messages[*].text.',
  });

const pathLeadsToTooMuch = (path: string) =>
  new ConversationError({
    class: 'network',
    code: 'too-many-messages',
    message: `The path "${path.slice(0, 80)}" of the replies matches more than Parley can check.`,
    hint: 'Check the bot, or use a path that matches less.',
  });

function findReplies(answer: Json): Json[] | undefined {
  if (answer === null || answer === '') return [];
  if (Array.isArray(answer)) return answer;
  if (!isObject(answer)) return [answer];
  for (const name of listNames) {
    const found = answer[name];
    // `text` is also a field of a reply, so the whole answer is the reply, including its buttons.
    if (typeof found === 'string') return [name === 'text' ? answer : { ...answer, text: found }];
    if (found !== undefined && found !== null) return asList(found);
  }
  return undefined;
}

/** Turns a found value into a list; undefined stays undefined. */
const listed = (found: Json | undefined): Json[] | undefined =>
  found === undefined ? undefined : asList(found);

const asList = (found: Json | undefined): Json[] =>
  Array.isArray(found) ? found : found === undefined ? [] : [found];

export function textFrom(json: Json | undefined): string {
  if (typeof json === 'string') return json;
  return json === undefined || json === null ? '' : JSON.stringify(json);
}

const textOf = (reply: Json): Json | undefined => (isObject(reply) ? reply.text : reply);

function buttonsOf(reply: Json): Json[] {
  if (!isObject(reply)) return [];
  const buttons = reply.buttons ?? reply.quickReplies;
  return [...(Array.isArray(buttons) ? buttons : []), ...buttonsOnCards(attachmentsOf(reply))];
}

function attachmentsOf(reply: Json): Json[] {
  if (!isObject(reply)) return [];
  if (Array.isArray(reply.attachments)) return reply.attachments;
  return typeof reply.image === 'string' ? [{ type: 'image', url: reply.image }] : [];
}
