import { isIP } from 'node:net';
import { isPublicAddress, type Reached } from '@parley/egress';

/** Addresses at which this process has reached hosts. */
export interface ReachedAddresses {
  note(reached: Reached): void;
  /** Address of `host:port`; undefined if it was not reached yet, or was forgotten. */
  addressOf(host: string): string | undefined;
}

const keptMax = 10_000;

export function createReachedAddresses(): ReachedAddresses {
  const known = new Map<string, string>();
  return {
    note({ host, port, address }) {
      const place = `${host}:${port}`;
      // Forgets the oldest entry.
      if (known.size >= keptMax && !known.has(place)) known.delete([...known.keys()][0] ?? '');
      known.set(place, address);
    },
    addressOf(host) {
      const name = host.slice(0, host.lastIndexOf(':')).replaceAll(/[[\]]/g, '');
      return isIP(name) ? name : known.get(`${name}:${host.slice(host.lastIndexOf(':') + 1)}`);
    },
  };
}

/** Tells if an address is accessible only with a grant of the operator. */
export const isGranted = (address: string): boolean => !isPublicAddress(address);
