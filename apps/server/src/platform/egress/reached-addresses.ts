import { isIP } from 'node:net';
import { isPublicAddress, type Reached } from '@parley/egress';

/** Addresses at which this process reached hosts. */
export interface ReachedAddresses {
  note(reached: Reached): void;
  /** Address of `host:port`; undefined if the name was never reached. */
  addressOf(host: string): string | undefined;
}

const keptMax = 10_000;

export function createReachedAddresses(): ReachedAddresses {
  const known = new Map<string, string>();
  return {
    note({ host, port, address }) {
      const place = `${host}:${port}`;
      // The one that was noted first goes first.
      if (known.size >= keptMax && !known.has(place)) known.delete([...known.keys()][0] ?? '');
      known.set(place, address);
    },
    addressOf(host) {
      const name = host.slice(0, host.lastIndexOf(':')).replaceAll(/[[\]]/g, '');
      return isIP(name) ? name : known.get(`${name}:${host.slice(host.lastIndexOf(':') + 1)}`);
    },
  };
}

/** Tells if only a grant of the operator permits access to an address. */
export const isGranted = (address: string): boolean => !isPublicAddress(address);
