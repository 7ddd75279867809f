import { endsMessage, isAside, type Json, type SseChannelConfiguration } from '@parley/suite';
import type { EventSourceMessage } from 'eventsource-parser';
import type { BotMessage } from '../channel.ts';
import type { Observer } from '../observer.ts';
import { readAnswer } from '../read-answer.ts';
import { createMessageReader, type Reading } from '../read-messages.ts';
import { botFailed } from '../unasked.ts';
import { isEndMark } from './hear-stream.ts';

export interface ReadEvent {
  reading: Reading;
  payload: Json;
}

/**
 * Makes a function that parses events. It returns undefined for events that are not messages, such as the end mark of a stream.
 */
export function createEventMessages({
  event: wanted,
  replies,
  toolCalls: format,
}: SseChannelConfiguration): (event: EventSourceMessage) => ReadEvent | undefined {
  const read = createMessageReader(replies);
  return (message) => {
    const { event = 'message', data } = message;
    refuseError(message, wanted, read);
    if ((wanted !== undefined && event !== wanted) || isEndMark(message)) return undefined;
    const payload = readAnswer(Buffer.from(data));
    if (format !== undefined && isAside(format, payload)) return undefined;
    return { reading: read(payload), payload };
  };
}

/**
 * @throws ConversationError for an event named `error`, unless the suite asks for such events or it contains text for people
 */
function refuseError(
  { event, data }: EventSourceMessage,
  wanted: string | undefined,
  read: (answer: Json) => Reading,
): void {
  if (event !== 'error' || wanted === 'error') return;
  const payload = readAnswer(Buffer.from(data));
  if (wanted === undefined && read(payload).messages.some(({ text }) => text !== '')) return;
  throw botFailed(`The bot's stream ended with an error: ${data.slice(0, 200)}`);
}

/** Observes an event that contains no reply. */
export function observeEvent(observer: Observer, message: EventSourceMessage): void {
  if (isEndMark(message)) return;
  const { event: name, data } = message;
  try {
    observer.event({ ...(name !== undefined && { name }), data: readAnswer(Buffer.from(data)) });
  } catch {
    // An unreadable event does not end the conversation, because it is not a reply.
    observer.cut();
  }
}

/** Numbers the messages of a stream, if its format marks where they end. Otherwise all events belong to one message. */
export function createMessageCounter({
  toolCalls: format,
}: SseChannelConfiguration): (event: EventSourceMessage) => number {
  let count = 0;
  return (event) => {
    const place = count;
    if (format !== undefined && !isEndMark(event) && endsMessage(format, dataOf(event))) count += 1;
    return place;
  };
}

function dataOf({ data }: EventSourceMessage): Json {
  try {
    return readAnswer(Buffer.from(data));
  } catch {
    return null;
  }
}

/**
 * Joins the pieces of messages that language models send. Empty messages beside others are dropped, such as a round with tool
 * calls only.
 */
export function joinPieces(pieces: { place: number; messages: BotMessage[] }[]): BotMessage[] {
  const byPlace = Map.groupBy(pieces, ({ place }) => place);
  const joined = [...byPlace.values()].map((group) =>
    joinedOf(group.flatMap(({ messages }) => messages)),
  );
  const said = joined.filter(
    ({ text, buttons, attachments }) => text !== '' || buttons.length > 0 || attachments.length > 0,
  );
  return said.length > 0 ? said : [joinedOf([])];
}

const joinedOf = (pieces: BotMessage[]): BotMessage => ({
  text: pieces.map(({ text }) => text).join(''),
  buttons: pieces.flatMap(({ buttons }) => buttons),
  attachments: pieces.flatMap(({ attachments }) => attachments),
});
