/**
 * Shares name lookups fairly among parties. The process has few threads for them, and each is busy until the system answers,
 * long after the caller gave up. Hosts whose name servers never answer could occupy all threads and block everyone else's bots,
 * so parties take turns.
 */
import { lookup as lookupInSystem } from 'node:dns/promises';
import { egressLimits, type Lookup } from '@parley/egress';
import { createFairSemaphore } from '@parley/engine/fair-semaphore';

/** Size of Node's thread pool by default. */
const threadsByDefault = 4;

export interface Lookups {
  /** Returns the lookup function of a party. Simultaneous lookups of the same name share one answer. */
  of(party: string): Lookup;
}

/** @param threads threads of the process, which lookups share with file access */
export function createLookups(
  lookup: Lookup = (host) => lookupInSystem(host, { all: true }),
  threads = Number(process.env.UV_THREADPOOL_SIZE) || threadsByDefault,
): Lookups {
  // Leaves one thread for file access.
  const atOnce = Math.max(1, threads - 1);
  const turns = createFairSemaphore(
    {
      atOnce,
      // More than a third, so that a party's hanging lookups rarely block its other lookups.
      atOncePerParty: Math.ceil(atOnce / 3) + 1,
      isLastShared: true,
      waitMs: egressLimits.lookupMs,
    },
    () => Object.assign(new Error('The look-up took too long'), { code: 'EAI_AGAIN' }),
  );
  const going = new Map<string, ReturnType<Lookup>>();

  /**
   * Looks up a name once it is the party's turn. The turn ends when the thread is done, even if no one waits for the result.
   */
  async function take(party: string, host: string): ReturnType<Lookup> {
    const leave = await turns.enter(party);
    return lookup(host).finally(leave);
  }

  return {
    of: (party) => (host) => {
      const key = `${party} ${host}`;
      const known = going.get(key);
      if (known) return known;
      const begun = take(party, host).finally(() => going.delete(key));
      going.set(key, begun);
      return begun;
    },
  };
}
