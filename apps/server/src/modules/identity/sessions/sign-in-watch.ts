/**
 * Limits beyond those per account and per address: for attempts of whole networks, and for bulk
 * attempts on many addresses.
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
    /** Refuses an attempt when too many came from the same network. */
    refuseBusyNetwork(address: string): void {
      if (attempts.hit(networkOf(address)) > perNetwork.attemptsMax)
        throw new ApiError('auth/too-many-requests');
    },
    /** Counts an attempt with an unknown email. Many of them suggest that somebody is trying a list. */
    noteUnknownEmail(): void {
      if (unknown.hit('any') === unknownEmails.alarmAt)
        log.warn(unknownEmails, 'Many sign-ins with unknown emails: somebody may be trying a list');
    },
  };
}

/** /24 of IPv4, /48 of IPv6: what one customer of an internet provider usually has. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/, '');
  return isIPv4(plain)
    ? plain.split('.').slice(0, 3).join('.')
    : plain.split(':').slice(0, 3).join(':');
}
