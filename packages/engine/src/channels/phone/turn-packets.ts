/** Counts what happened to the packets of a call in each turn. */
import type { TurnPackets } from '../../voice/measure-network.ts';
import type { LegStats, MediaLeg } from './media-leg.ts';

interface Taken {
  lost: number;
  /** Undefined if the leg does not see the packets of the network. */
  ofNetwork: TurnPackets | undefined;
}

/** @returns what takes the counts since the last turn, for a turn that ended at `endedAt` by `performance.now()` */
export function createTurnPackets(leg: Pick<MediaLeg, 'stats' | 'endedBy'>) {
  let before: LegStats = { packetsReceived: 0, packetsLost: 0, jitterMs: 0, largestGapMs: 0 };

  return {
    take(endedAt: number): Taken {
      const now = leg.stats();
      const since = before;
      before = now;
      const lost = now.packetsLost - since.packetsLost;
      if (!now.network) return { lost, ofNetwork: undefined };
      const { lossBursts, packetsLate, stalledMs, lastReceivedAt } = now.network;
      return {
        lost,
        ofNetwork: {
          received: now.packetsReceived - since.packetsReceived,
          lost,
          lossBursts: lossBursts - (since.network?.lossBursts ?? 0),
          late: packetsLate - (since.network?.packetsLate ?? 0),
          stalledMs: stalledMs - (since.network?.stalledMs ?? 0),
          silentMs:
            lastReceivedAt === undefined ? undefined : Math.max(0, endedAt - lastReceivedAt),
          isOver: leg.endedBy() !== undefined,
        },
      };
    },
  };
}
