/** Measures how long a run stalls when its worker is lost: from the last heartbeat to detection. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

/**
 * Lease duration in milliseconds as set by the server (leases.ts). The last heartbeat is this long before the lease expires.
 */
const leaseMs = 15_000;

const lookEveryMs = 500;

interface Seen {
  id: string;
  status: string;
  attempt: number;
  leaseExpiresAt: Date | null;
  now: Date;
}

export interface Takeovers {
  ms: number[];
  stop(): Promise<void>;
}

export function watchTakeovers({ query }: Pick<Cluster, 'query'>): Takeovers {
  const ms: number[] = [];
  const held = new Map<string, Seen>();
  let isOver = false;
  const look = async () => {
    const rows = await query<Seen>(
      `select id, status, attempt, lease_expires_at as "leaseExpiresAt", clock_timestamp() as now
       from runs where not is_complete or status = 'interrupted'`,
    );
    const open = new Map(rows.map((row) => [row.id, row]));
    for (const [id, before] of held) {
      const after = open.get(id);
      const isSame = after?.status === 'running' && after.attempt === before.attempt;
      if (isSame) continue;
      held.delete(id);
      if (after && before.leaseExpiresAt)
        ms.push(after.now.getTime() - before.leaseExpiresAt.getTime() + leaseMs);
    }
    for (const row of rows) if (row.status === 'running') held.set(row.id, row);
  };
  const watching = (async () => {
    while (!isOver) {
      await look();
      await sleep(lookEveryMs);
    }
  })();
  return {
    ms,
    async stop() {
      isOver = true;
      await watching;
    },
  };
}
