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
 * Parses events; undefined for events that are not messages, such as the marker of a stream's end.
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

/** Throws for an event named `error`, unless the suite asks for it or it contains text for people: the stream failed. */
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
    // What is not asked for ends no conversation.
    observer.cut();
  }
}

/** Numbers the messages of a stream, if its format marks where they end. Otherwise all events belong to one. */
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
 * Joins the pieces of messages that language models send. An empty message beside others, such as a round of calls only, is
 * dropped.
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
