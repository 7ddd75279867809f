/**
 * Shares name lookups fairly. The process has few threads for them, and each is busy until the system answers, long after the
 * caller has given up. Hosts whose name servers never answer would occupy all threads and block the bots of everybody else. So
 * parties take turns.
 */
import { lookup as lookupInSystem } from 'node:dns/promises';
import { egressLimits, type Lookup } from '@parley/egress';
import { createFairSemaphore } from '@parley/engine/fair-semaphore';

/** Node's default number of threads. */
const threadsByDefault = 4;

export interface Lookups {
  /** Lookups of one party. Simultaneous lookups of the same name are shared. */
  of(party: string): Lookup;
}

/** @param threads of the process, for look-ups and for files */
export function createLookups(
  lookup: Lookup = (host) => lookupInSystem(host, { all: true }),
  threads = Number(process.env.UV_THREADPOOL_SIZE) || threadsByDefault,
): Lookups {
  // One thread is left to files.
  const atOnce = Math.max(1, threads - 1);
  const turns = createFairSemaphore(
    {
      atOnce,
      // More than a third: names of its own that hang should hardly ever keep a party from its others.
      atOncePerParty: Math.ceil(atOnce / 3) + 1,
      isLastShared: true,
      waitMs: egressLimits.lookupMs,
    },
    () => Object.assign(new Error('The look-up took too long'), { code: 'EAI_AGAIN' }),
  );
  const going = new Map<string, ReturnType<Lookup>>();

  /** Looks up a name in a turn, which ends with the thread's work even if nobody waits for it any longer. */
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
