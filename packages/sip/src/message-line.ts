import { isRequest, type SipMessage } from './sip-message.ts';

/** Maximum number of characters of a message's first line in the log. */
const toldMax = 200;

/**
 * Formats a message as a line of its call's log: time, direction and content. Headers are left out, because some contain proof
 * of a password. `startedAt` is a value of `performance.now()`.
 */
export function messageLine(direction: string, message: SipMessage, startedAt: number): string {
  const what = isRequest(message)
    ? `${message.method} ${message.uri}`
    : `${message.status} ${message.reason}`;
  const told = what.length > toldMax ? `${what.slice(0, toldMax)}…` : what;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(3);
  return `${seconds.padStart(8)} ${direction} ${told}`;
}
