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
  /** Milliseconds in which nothing shows when packets arrived, because this process was too busy. */
  stalledMs: number;
  /** Milliseconds from the last packet to the end of the turn; undefined if none arrived in the whole call. */
  silentMs: number | undefined;
  /** True if the far side has ended the call, so that no packet was expected any more. */
  isOver: boolean;
}

/** Two seconds of audio. */
const packetsMin = 100;

/** Milliseconds without packets after which some may have been lost that nothing has shown yet. */
const unseenMs = 500;

/**
 * @returns a range of scores that holds the score. It is wide for what is unknown: the delay, whether the phone conceals
 * losses, and packets that were late or lost while this process was busy.
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
  const worst = scoreOf(turn, late, {
    ...settings,
    lossConcealment: settings.lossConcealment ?? false,
  });
  const best = scoreOf(turn, stalledMs > 0 ? 0 : late, {
    delayMs: settings.delayMs ?? 0,
    lossConcealment: settings.lossConcealment ?? true,
  });
  return { ...facts, score: { least: worst, most: best } };
}

function whyUnknown({ received, lost, silentMs, isOver }: TurnPackets): string | undefined {
  const packets = received + lost;
  if (silentMs === undefined || packets === 0) return 'No audio came from the line in this step.';
  if (packets < packetsMin)
    return `Only ${packets} packets came from the line in this step; ${packetsMin} are needed, which are 2 s of audio.`;
  if (silentMs > unseenMs && !isOver)
    return `No packet came in the last ${(silentMs / 1000).toFixed(1)} s of this step, so nothing shows whether some were lost.`;
  return undefined;
}

/** @returns the mean opinion score; 1 if the delay is unknown, which may be of any length */
function scoreOf(
  { received, lost, lossBursts }: TurnPackets,
  late: number,
  { delayMs, lossConcealment = false }: NetworkSettings,
): number {
  if (delayMs === undefined) return 1;
  const packets = received + lost;
  const lostShare = (lost + late) / packets;
  const meanBurst = lossBursts > 0 ? lost / lossBursts : 1;
  // Independent losses have bursts of 1 / (1 - share) packets on average.
  const burstRatio = Math.max(1, meanBurst * (1 - lostShare));
  return opinionScore(
    transmissionRating({ delayMs, lostShare, burstRatio, hasConcealment: lossConcealment }),
  );
}
