import type { EventSourceMessage } from 'eventsource-parser';
import { describe, expect, it } from 'vitest';
import { createEventReader } from './event-reader.ts';

/** @returns the data of the events in a stream that arrived in these pieces and ended */
function read(...pieces: (string | Buffer)[]): string[] {
  const events: EventSourceMessage[] = [];
  const reader = createEventReader((event) => void events.push(event));
  for (const piece of pieces) reader.take(Buffer.from(piece));
  reader.end();
  return events.map(({ data }) => data);
}

describe('a stream of events that ends', () => {
  it.each([
    ['with a blank line', ['data: a\n\n'], ['a']],
    ['in a comment', ['data: a\n\n', ': ping'], ['a']],
    ['after an empty line', ['data: a\n\n\n'], ['a']],
    ['without its blank line', ['data: a\n\ndata: b\n'], ['a', 'b']],
    ['in half of a line break', ['data: a\r\n\r\ndata: b\r'], ['a', 'b']],
    ['in whole JSON', ['data: {"a":1}\n\ndata: {"b"', ':2}'], ['{"a":1}', '{"b":2}']],
    ['in the end mark', ['data: a\n\ndata: [DONE]'], ['a', '[DONE]']],
    ['without an event', [''], []],
  ])('%s has all of them', (_, pieces, events) => {
    expect(read(...pieces)).toEqual(events);
  });

  it.each([
    ['JSON', ['data: {"a":1}\n\ndata: {"b":']],
    ['a text', ['data: I have not\n\n', 'data: secre']],
    ['a number', ['data: 1']],
    ['a letter', [Buffer.from('data: é').subarray(0, -1)]],
    ['the name of a field', ['data: a\n\ndat']],
    ['the space behind it', ['data: a\n\ndata: ']],
  ])('in the middle of %s was cut off', (_, pieces) => {
    expect(() => read(...pieces)).toThrow('in the middle of an event');
  });
});
