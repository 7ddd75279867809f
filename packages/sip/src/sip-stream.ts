/** Splits a stream into messages, which a connection does not delimit as packets do (RFC 3261 18.3). */
import type { Duplex } from 'node:stream';
import { header, parseMessage, type SipMessage } from './sip-message.ts';

const messageBytesMax = 64 * 1024;
const headEnd = '\r\n\r\n';

/** Closes the connection if its data is not SIP. */
export function readMessages(stream: Duplex, onMessage: (message: SipMessage) => void): void {
  let unread: Buffer = Buffer.alloc(0);

  /** Undefined until a message is complete. */
  function next(): SipMessage | undefined {
    // Empty lines between messages keep the connection open.
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
