/**
 * Limits in addition to those per account and per address: for attempts from whole networks, and for attempts on many
 * addresses.
 */
import { isIPv4 } from 'node:net';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { Log } from '../../../platform/observability/log.ts';
import { createWindowCounter } from './window-counter.ts';

const perNetwork = { attemptsMax: 60, windowMs: 60_000 };
const unknownEmails = { alarmAt: 50, windowMs: 10 * 60_000 };

export type SignInWatch = ReturnType<typeof createSignInWatch>;

export function createSignInWatch(log: Log) {
  const attempts = createWindowCounter(perNetwork.windowMs);
  const unknown = createWindowCounter(unknownEmails.windowMs);
  return {
    /** Refuses an attempt if too many came from the same network within the last minute. */
    refuseBusyNetwork(address: string): void {
      if (attempts.hit(networkOf(address)) > perNetwork.attemptsMax)
        throw new ApiError('auth/too-many-requests');
    },
    /** Counts an attempt with an unknown email. Many of them suggest that someone is trying a list. */
    noteUnknownEmail(): void {
      if (unknown.hit('any') === unknownEmails.alarmAt)
        log.warn(unknownEmails, 'Many sign-ins with unknown emails: somebody may be trying a list');
    },
  };
}

/**
 * Returns the network of an address: /24 for IPv4 and /48 for IPv6, which is what one customer of an internet provider usually
 * has.
 */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/, '');
  return isIPv4(plain)
    ? plain.split('.').slice(0, 3).join('.')
    : plain.split(':').slice(0, 3).join(':');
}
