/** From a bot's JSON to what it said: by the paths of the suite, or by the names that bots commonly use. */
import {
  type Attachment,
  type Button,
  type Json,
  parsePath,
  type ReplyPaths,
  readPath,
} from '@parley/suite';
import { ConversationError } from '../failure.ts';
import { limits } from '../limits.ts';
import type { BotMessage } from './channel.ts';

export type JsonObject = { [key: string]: Json };

/** Where bots put their replies, tried in this order. */
const listNames = ['replies', 'messages', 'reply', 'text', 'response'];

export type MessageReader = (answer: Json) => BotMessage[] | undefined;

/** Reads all messages of an answer, in order; undefined where the answer has no place for replies. */
export function createMessageReader(
  paths: ReplyPaths = {},
  countMax: number = limits.messagesPerTurnMax,
): MessageReader {
  const list = paths.list === undefined ? undefined : pathReader(paths.list);
  const text = paths.text === undefined ? undefined : pathReader(paths.text);
  const buttons = paths.buttons === undefined ? undefined : pathReader(paths.buttons);
  return (answer) => {
    const replies = list ? asList(list(answer)) : findReplies(answer);
    if (replies && replies.length > countMax) throw tooManyMessages(countMax);
    return replies?.map((reply) => ({
      text: textFrom(text ? text(reply) : textOf(reply)),
      buttons: (buttons ? asList(buttons(reply)).flat() : buttonsOf(reply)).flatMap(readButton),
      attachments: attachmentsOf(reply).flatMap(readAttachment),
    }));
  };
}

export function replyNotFound(): ConversationError {
  return new ConversationError({
    class: 'configuration',
    code: 'reply-not-found',
    message: `The bot's answer has none of ${listNames.join(', ')}.`,
    hint: 'Say in the suite where the replies are, for example replies: { list: "output[*]", text: "body" }.',
  });
}

/** Nothing is left out instead: what nobody heard would hold whatever must not be said. */
export function tooManyMessages(countMax: number): ConversationError {
  return new ConversationError({
    class: 'network',
    code: 'too-many-messages',
    message: `The bot says more than ${countMax.toLocaleString('en-US')} messages at once.`,
    hint: 'Look at the bot. If they are pieces of one message in a stream, say "pieces: true" in the channel.',
  });
}

/** Finds what stands at a path; throws now if the path can't be used, and later if it finds only a part. */
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
    message: `The path "${path.slice(0, 80)}" of the replies leads to more than can be looked at.`,
    hint: 'Look at the bot, or use a path that leads to less.',
  });

function findReplies(answer: Json): Json[] | undefined {
  if (answer === null || answer === '') return [];
  if (Array.isArray(answer)) return answer;
  if (!isObject(answer)) return [answer];
  for (const name of listNames) {
    const found = answer[name];
    // `text` is a field of a reply as well: then the whole answer is the reply, with its buttons.
    if (typeof found === 'string') return [name === 'text' ? answer : { ...answer, text: found }];
    if (found !== undefined && found !== null) return asList(found);
  }
  return undefined;
}

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
  return Array.isArray(buttons) ? buttons : [];
}

function readButton(button: Json): Button[] {
  if (typeof button === 'string') return [{ title: button }];
  if (!isObject(button)) return [];
  const title = button.title ?? button.label ?? button.text;
  if (typeof title !== 'string') return [];
  const value = button.value ?? button.payload;
  return [typeof value === 'string' ? { title, value } : { title }];
}

function attachmentsOf(reply: Json): Json[] {
  if (!isObject(reply)) return [];
  if (Array.isArray(reply.attachments)) return reply.attachments;
  return typeof reply.image === 'string' ? [{ type: 'image', url: reply.image }] : [];
}

function readAttachment(attachment: Json): Attachment[] {
  if (!isObject(attachment)) return [];
  const type = attachment.contentType ?? attachment.type;
  const url = attachment.contentUrl ?? attachment.url;
  const title = attachment.title ?? attachment.name;
  return [
    {
      type: typeof type === 'string' ? type : 'unknown',
      ...(typeof url === 'string' && { url }),
      ...(typeof title === 'string' && { title }),
    },
  ];
}

/** The objects of a list; none of anything else. */
export const objectsIn = (json: Json | undefined): JsonObject[] =>
  Array.isArray(json) ? json.filter(isObject) : [];

export const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
