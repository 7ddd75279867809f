import { isJson } from '@parley/suite';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { broken } from '../unasked.ts';

export interface EventReader {
  take(chunk: Buffer): void;
  /**
   * Ends the stream. The last event counts even without its final line break or blank line, which some servers omit.
   *
   * @throws ConversationError if the last event was cut off
   */
  end(): void;
}

/** Makes a reader that turns the bytes of a stream into server-sent events. */
export function createEventReader(take: (event: EventSourceMessage) => void): EventReader {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isLast = false;
  /** The last characters so far, enough for the name of a field. */
  let tail = '';
  const parser = createParser({
    onEvent(event) {
      if (isLast && !/[\r\n]$/.test(tail) && !isWhole(event)) throw cutOff();
      take(event);
    },
  });
  return {
    take(chunk) {
      const text = decode(decoder, chunk);
      parser.feed(text);
      tail = (tail + text).slice(-tailLength);
    },
    end() {
      if (isLast) return;
      isLast = true;
      const line = tail.split(/[\r\n]/).at(-1) ?? '';
      const isCut = line !== '' && 'data: '.startsWith(line);
      if (isCut || isWithinLetter(decoder)) throw cutOff();
      parser.feed('\n\n\n');
    },
  };
}

const tailLength = 16;

/** @returns true if the end of the data shows that nothing is missing */
const isWhole = ({ data }: EventSourceMessage): boolean =>
  data === '[DONE]' || (/^\s*[[{"]/.test(data) && isJson(data));

const cutOff = () =>
  broken(
    'answer-broken-off',
    'The stream ended in the middle of an event, so words or calls may be missing.',
  );

function isWithinLetter(decoder: TextDecoder): boolean {
  try {
    decoder.decode();
    return false;
  } catch {
    return true;
  }
}

function decode(decoder: TextDecoder, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch (cause) {
    throw broken('malformed-answer', 'The stream is not valid UTF-8 text.', cause);
  }
}
