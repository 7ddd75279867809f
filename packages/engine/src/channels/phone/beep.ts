/** Detects the beep of a recorder: one clear tone. */
import { sampleRate, shareOf } from '@parley/sip';

const beepMs = 250;
const stepMs = 50;
const samplesOf = (ms: number) => (ms * sampleRate) / 1000;

/** Minimum share of the energy that the tone must have. `quietest` is its minimum loudness. */
const clearShare = 0.85;
const quietest = 100;
const lowest = 400;
const highest = 2000;

/** @returns true if the samples contain a beep */
export function hasBeep(samples: Int16Array): boolean {
  const length = samplesOf(beepMs);
  for (let from = 0; from + length <= samples.length; from += samplesOf(stepMs))
    if (isTone(samples.subarray(from, from + length))) return true;
  return false;
}

function isTone(samples: Int16Array): boolean {
  const near = frequencyOf(samples);
  if (near < lowest || near > highest || loudnessOf(samples) < quietest) return false;
  // Within a quarter of a second, an offset of 1 Hz already lowers the measured share by a fifth.
  for (let frequency = near - 5; frequency <= near + 5; frequency += 1)
    if (shareOf(frequency, samples) > clearShare) return true;
  return false;
}

/** Frequency of a clear tone; meaningless for anything else. */
function frequencyOf(samples: Int16Array): number {
  let crossings = 0;
  for (let i = 1; i < samples.length; i++)
    if ((samples[i] ?? 0) >= 0 !== (samples[i - 1] ?? 0) >= 0) crossings += 1;
  return (crossings * sampleRate) / (2 * samples.length);
}

function loudnessOf(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}
