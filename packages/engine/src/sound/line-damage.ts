/** Detects damage to sound other than noise: lost packets, and levels that the line cannot carry. */
import { sampleRate } from '@parley/sip';
import { frameMs } from './mel-frames.ts';

const samplesOf = (ms: number) => (ms * sampleRate) / 1000;

/** Minimum and maximum samples of exact silence that count as a loss of one to three packets. */
const lostFrom = samplesOf(15);
const lostUntil = samplesOf(65);
/** Margin around a loss, because a frame extends slightly beyond it. */
const aroundMs = 5;

/** @returns 1 for each frame whose audio was lost */
export function findLostFrames(samples: Float32Array, count: number): Uint8Array {
  const lost = new Uint8Array(count);
  for (let at = 0; at < samples.length; ) {
    let end = at;
    while (end < samples.length && samples[end] === 0) end += 1;
    if (end - at >= lostFrom && end - at <= lostUntil) mark(lost, at, end);
    at = Math.max(end, at + 1);
  }
  return lost;
}

function mark(lost: Uint8Array, from: number, until: number): void {
  const first = Math.ceil((from - samplesOf(aroundMs)) / samplesOf(frameMs));
  const last = Math.floor((until + samplesOf(aroundMs)) / samplesOf(frameMs));
  for (let frame = Math.max(0, first); frame <= last && frame < lost.length; frame++)
    lost[frame] = 1;
}

/** Level that indicates clipping if many samples reach it; G.711 reaches 0.98. */
const highest = 0.95;
const clippedShare = 0.002;

/** @returns true if the sound was too loud for the line */
export function isClipped(samples: Float32Array): boolean {
  let clipped = 0;
  for (const one of samples) if (Math.abs(one) >= highest) clipped += 1;
  return clipped > clippedShare * samples.length;
}
