/** Splits a stream into messages. Unlike packets, a connection has no message boundaries (RFC 3261, section 18.3). */
import type { Duplex } from 'node:stream';
import { header, parseMessage, type SipMessage } from './sip-message.ts';

const messageBytesMax = 64 * 1024;
const headEnd = '\r\n\r\n';

/** Reads messages from a connection, and closes it if its data is not SIP. */
export function readMessages(stream: Duplex, onMessage: (message: SipMessage) => void): void {
  let unread: Buffer = Buffer.alloc(0);

  /** Takes the next message; undefined if it is still incomplete. */
  function next(): SipMessage | undefined {
    // Skip empty lines between messages, which keep the connection open.
    while (unread[0] === 13 || unread[0] === 10) unread = unread.subarray(1);
    const head = unread.indexOf(headEnd);
    if (head === -1) return undefined;
    const start = parseMessage(unread.subarray(0, head + headEnd.length));
    const length = start && Number(header(start, 'content-length') || 0);
    if (start === undefined || !(Number(length) >= 0)) throw new Error('This is no SIP.');
    const end = head + headEnd.length + Number(length);
    if (unread.length < end) return undefined;
    start.body = unread.toString('utf8', head + headEnd.length, end);
    unread = unread.subarray(end);
    return start;
  }

  stream.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    try {
      for (let message = next(); message; message = next()) onMessage(message);
      if (unread.length > messageBytesMax) throw new Error('The message has no end.');
    } catch {
      stream.destroy();
    }
  });
}
