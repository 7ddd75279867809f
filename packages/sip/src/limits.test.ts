import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { parseMessage, type SipMessage } from './sip-message.ts';
import { readMessages } from './sip-stream.ts';

const withHeaders = (count: number) =>
  Buffer.from(`OPTIONS sip:a@b SIP/2.0\r\n${'X: 1\r\n'.repeat(count)}\r\n`);

it('a message has two hundred headers at most', () => {
  expect(parseMessage(withHeaders(200))).toMatchObject({ method: 'OPTIONS' });
  expect(parseMessage(withHeaders(201))).toBeUndefined();
});

it('a header has 8,192 characters at most', () => {
  const withHeader = (length: number) =>
    Buffer.from(`OPTIONS sip:a@b SIP/2.0\r\nX: ${'1'.repeat(length - 'X: '.length)}\r\n\r\n`);
  expect(parseMessage(withHeader(8192))).toMatchObject({ method: 'OPTIONS' });
  expect(parseMessage(withHeader(8193))).toBeUndefined();
});

/** Reads messages from a connection on which this text arrived. */
async function readFrom(text: string) {
  const stream = new PassThrough();
  const messages: SipMessage[] = [];
  readMessages(stream, (message) => messages.push(message));
  stream.write(text);
  await new Promise(setImmediate);
  return { messages, isOpen: !stream.destroyed };
}

const unfinished = (bytes: number) => {
  const head = 'OPTIONS sip:a@b SIP/2.0\r\nContent-Length: 900000\r\n\r\n';
  return head + 'x'.repeat(bytes - head.length);
};

it('a message on a connection that has no end ends the connection after 64 KB', async () => {
  expect(await readFrom(unfinished(65_536))).toEqual({ messages: [], isOpen: true });
  expect(await readFrom(unfinished(65_537))).toEqual({ messages: [], isOpen: false });
});

it('many messages at once are read, however long they are together', async () => {
  const one = 'OPTIONS sip:a@b SIP/2.0\r\nContent-Length: 2\r\n\r\nhi';
  const { messages, isOpen } = await readFrom(one.repeat(5_000));
  expect([messages.length, isOpen]).toEqual([5_000, true]);
});
