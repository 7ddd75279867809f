/** Counts what happened to the packets of a call in each turn. */
import type { NetworkStats } from '@parley/sip';
import type { TurnPackets } from '../../voice/measure-network.ts';
import type { LegStats, MediaLeg } from './media-leg.ts';

interface Taken {
  lost: number;
  /** Undefined if the leg does not see the packets of the network. */
  ofNetwork: TurnPackets | undefined;
}

/** @returns what takes the counts since the last turn, for a turn that ended at `endedAt` by `performance.now()` */
export function createTurnPackets(leg: Pick<MediaLeg, 'stats'>) {
  let before: LegStats = { packetsReceived: 0, packetsLost: 0, jitterMs: 0, largestGapMs: 0 };

  return {
    take(endedAt: number): Taken {
      const now = leg.stats();
      const since = before;
      before = now;
      const lost = now.packetsLost - since.packetsLost;
      if (!now.network) return { lost, ofNetwork: undefined };
      const { lastReceivedAt } = now.network;
      const countOf = (name: Exclude<keyof NetworkStats, 'lastReceivedAt'>): number =>
        (now.network?.[name] ?? 0) - (since.network?.[name] ?? 0);
      return {
        lost,
        ofNetwork: {
          received: countOf('packets'),
          lost,
          lossBursts: countOf('lossBursts'),
          late: countOf('packetsLate'),
          lateBursts: countOf('lateBursts'),
          stalledMs: countOf('stalledMs'),
          silentMs:
            lastReceivedAt === undefined ? undefined : Math.max(0, endedAt - lastReceivedAt),
        },
      };
    },
  };
}
