/** Detects steady tones such as beeps, which are not words. */
import { sampleRate } from '@parley/sip';
import { createSpectrum } from './spectrum.ts';

/** Samples of a window: 128 ms, for which a voice never holds one pitch. */
const size = 1024;
const spectrumOf = createSpectrum(size);
/** Lowest bin to examine; below 250 Hz, a line only has hum and offsets. */
const lowestBin = (250 * size) / sampleRate;
const toneShare = 0.9;

/** @returns true if the sound around a moment belongs to one steady tone of at least 256 ms */
export function isSteadyTone(samples: Float32Array, atMs: number): boolean {
  const center = Math.round((atMs * sampleRate) / 1000);
  const pitches = [-2, -1, 0, 1].map((place) => pitchOf(samples, center + place * size));
  // Adjacent windows before and after the moment are compared, so the edges of a tone count, too.
  return pitches.some((pitch, at) => pitch !== undefined && pitch === pitches[at + 1]);
}

/** @returns the strongest bin of a clear tone; undefined for other sound */
function pitchOf(samples: Float32Array, from: number): number | undefined {
  const powers = spectrumOf(samples, from)
    .map((amplitude) => amplitude ** 2)
    .subarray(lowestBin);
  const total = powers.reduce((sum, power) => sum + power, 1e-12);
  const peak = powers.indexOf(Math.max(...powers));
  const near = powers.subarray(Math.max(0, peak - 2), peak + 3);
  return near.reduce((sum, power) => sum + power, 0) / total >= toneShare ? peak : undefined;
}
