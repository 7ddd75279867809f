import { isRequest, type SipMessage } from './sip-message.ts';

/** Maximum number of characters of a message's first line in the log. */
const toldMax = 200;

/**
 * A message as a line in the log of its call: time, direction and content, without the headers,
 * because some of them prove a password. `startedAt` is in the time of performance.now().
 */
export function messageLine(direction: string, message: SipMessage, startedAt: number): string {
  const what = isRequest(message)
    ? `${message.method} ${message.uri}`
    : `${message.status} ${message.reason}`;
  const told = what.length > toldMax ? `${what.slice(0, toldMax)}…` : what;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(3);
  return `${seconds.padStart(8)} ${direction} ${told}`;
}
