/** Estimates how good the far side's audio sounded to a phone in our place, in one turn of a call. */
import type { NetworkFacts, NetworkSettings } from '@parley/suite';
import { opinionScore, transmissionRating } from './e-model.ts';

/** What happened in a turn. */
export interface TurnPackets {
  received: number;
  lost: number;
  /** Gaps that the lost packets left. */
  lossBursts: number;
  /** Received packets that came too late for a phone to play. */
  late: number;
  /** Runs of packets that were late in a row. */
  lateBursts: number;
  /** Milliseconds in which nothing shows when packets arrived, because this process was too busy. */
  stalledMs: number;
  /** Milliseconds from the last packet to the end of the turn; undefined if none arrived in the whole call. */
  silentMs: number | undefined;
}

/** Two seconds of audio. */
const packetsMin = 100;

/** Milliseconds without packets after which some may have been lost that nothing has shown yet. */
const unseenMs = 500;

/** Milliseconds of being too busy after which the system may have dropped packets that the network delivered. */
const stalledTooLongMs = 1_000;

/**
 * @returns a range of scores that holds the score. It is wide for what is unknown: the delay, whether the phone conceals
 * losses, and packets that were late while this process was busy.
 */
export function measureNetwork(turn: TurnPackets, settings: NetworkSettings): NetworkFacts {
  const { received, lost, late, stalledMs } = turn;
  const facts = {
    packets: received + lost,
    lost,
    late,
    ...(settings.delayMs !== undefined && { delayMs: settings.delayMs }),
    ...(settings.lossConcealment !== undefined && { lossConcealment: settings.lossConcealment }),
    ...(stalledMs > 0 && { stalledMs: Math.round(stalledMs) }),
  };
  const unknown = whyUnknown(turn);
  if (unknown !== undefined) return { ...facts, score: { unknown } };
  const worst = scoreOf(turn, {
    ...settings,
    lossConcealment: settings.lossConcealment ?? false,
  });
  const best = scoreOf(stalledMs > 0 ? { ...turn, late: 0, lateBursts: 0 } : turn, {
    delayMs: settings.delayMs ?? 0,
    lossConcealment: settings.lossConcealment ?? true,
  });
  return { ...facts, score: { least: worst, most: best } };
}

function whyUnknown({ received, lost, silentMs, stalledMs }: TurnPackets): string | undefined {
  const packets = received + lost;
  if (silentMs === undefined || packets === 0) return 'No audio came from the line in this step.';
  if (packets < packetsMin)
    return `Only ${packets} packets came from the line in this step; ${packetsMin} are needed, which are 2 s of audio.`;
  if (stalledMs > stalledTooLongMs)
    return `Parley was too busy for ${(stalledMs / 1000).toFixed(1)} s of this step to see which packets arrived. Run the test again with less at the same time.`;
  if (silentMs > unseenMs)
    return `No packet came in the last ${(silentMs / 1000).toFixed(1)} s of this step, so nothing shows whether some were lost.`;
  return undefined;
}

/** @returns the mean opinion score; 1 if the delay is unknown, which may be of any length */
function scoreOf(
  { received, lost, lossBursts, late, lateBursts }: TurnPackets,
  { delayMs, lossConcealment = false }: NetworkSettings,
): number {
  if (delayMs === undefined) return 1;
  const bursts = lossBursts + lateBursts;
  // Late packets become known after those that follow them, which can be in the next turn.
  const lostShare = Math.min(1, (lost + late) / (received + lost));
  const meanBurst = bursts > 0 ? (lost + late) / bursts : 1;
  // Independent losses have bursts of 1 / (1 - share) packets on average.
  const burstRatio = Math.max(1, meanBurst * (1 - lostShare));
  return opinionScore(
    transmissionRating({ delayMs, lostShare, burstRatio, hasConcealment: lossConcealment }),
  );
}
