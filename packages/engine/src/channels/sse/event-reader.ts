import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { broken } from '../unasked.ts';

/** Turns the bytes of a stream into server-sent events. */
export function createEventReader(take: (event: EventSourceMessage) => void) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parser = createParser({ onEvent: take });
  return (chunk: Buffer): void => {
    parser.feed(decode(decoder, chunk));
  };
}

function decode(decoder: TextDecoder, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch (cause) {
    throw broken('malformed-answer', 'The stream is not valid UTF-8 text.', cause);
  }
}
