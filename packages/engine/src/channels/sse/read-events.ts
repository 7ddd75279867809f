import type { Json, SseChannelConfiguration } from '@parley/suite';
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
}: SseChannelConfiguration): (event: EventSourceMessage) => ReadEvent | undefined {
  const read = createMessageReader(replies);
  return (message) => {
    const { event = 'message', data } = message;
    refuseError(message, wanted, read);
    if ((wanted !== undefined && event !== wanted) || isEndMark(message)) return undefined;
    const payload = readAnswer(Buffer.from(data));
    return { reading: read(payload), payload };
  };
}

/**
 * An event named `error` means that the stream failed, unless the suite asks for it or it contains
 * text for people.
 */
function refuseError(
  { event, data }: EventSourceMessage,
  wanted: string | undefined,
  read: (answer: Json) => Reading,
): void {
  if (event !== 'error' || wanted === 'error') return;
  const payload = readAnswer(Buffer.from(data));
  if (wanted === undefined && read(payload).messages.some(({ text }) => text !== '')) return;
  throw botFailed(`The stream of the bot ended in an error: ${data.slice(0, 200)}`);
}

/** Observes an event that says nothing. */
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

/** Puts the pieces of one message together, as language models send them. */
export const joinPieces = (pieces: BotMessage[]): BotMessage => ({
  text: pieces.map(({ text }) => text).join(''),
  buttons: pieces.flatMap(({ buttons }) => buttons),
  attachments: pieces.flatMap(({ attachments }) => attachments),
});
