/**
 * Separates what comes back of our own audio from the far side's speech: if the received audio follows ours at one delay, the
 * echo is predicted from ours and removed, and what remains is theirs. Pure.
 */
import { setImmediate } from 'node:timers/promises';
import { sampleRate } from '@parley/sip';
import { frameMs, levelsOf } from './voice-activity.ts';

export interface Echo {
  delayMs: number;
  /** Level of the predicted echo in each frame, in dB. */
  levels: Float64Array;
  /** Received audio without the predicted echo. */
  rest: Float32Array;
}

/** Longest delay of an echo. */
const longestDelay = sampleRate / 2;
/** Echoes are spread by lines and filters: samples before and after the delay that the prediction uses. */
const tapsBefore = 8;
const taps = 32;
/** A correlation that stands out this much from those at other delays, and is at least this strong, is an echo. */
const outstanding = 7;
const strongest = 0.12;
/** Audio that is compared, so that the search ends soon. */
const comparedSamples = 3 * sampleRate;
const delaysPerSlice = 100;

/** @returns undefined if nothing of ours comes back */
export async function findEcho(heard: Int16Array, said: Int16Array): Promise<Echo | undefined> {
  const ours = whitened(said);
  const theirs = whitened(heard);
  const places = loudPlaces(said);
  if (places.length < sampleRate / 10) return undefined;
  const delay = await delayOf(theirs, ours, places);
  if (delay === undefined) return undefined;
  const filter = filterOf(heard, said, delay, places);
  const predicted = new Float32Array(heard.length);
  const rest = new Float32Array(heard.length);
  const first = delay - tapsBefore;
  for (let i = 0; i < heard.length; i++) {
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) sum += (filter[tap] ?? 0) * (said[i - first - tap] ?? 0);
    predicted[i] = sum;
    rest[i] = (heard[i] ?? 0) - sum;
  }
  return { delayMs: (delay * 1000) / sampleRate, levels: levelsOf(predicted), rest };
}

/** Speech has most of its energy in low tones, which repeat; without them, only the true delay stands out. */
function whitened(samples: Int16Array): Float32Array {
  const out = new Float32Array(samples.length);
  for (let i = 2; i < samples.length; i++)
    out[i] = (samples[i] ?? 0) - 1.6 * (samples[i - 1] ?? 0) + 0.7 * (samples[i - 2] ?? 0);
  return out;
}

/** @returns indices of samples in which we were speaking */
function loudPlaces(said: Int16Array): Int32Array {
  const levels = levelsOf(said);
  const places: number[] = [];
  const hop = (sampleRate * frameMs) / 1000;
  for (const [frame, level] of levels.entries()) {
    if (level < -55) continue;
    for (let i = 0; i < hop; i++) places.push(frame * hop + i);
    if (places.length >= comparedSamples) break;
  }
  return Int32Array.from(places);
}

async function delayOf(
  theirs: Float32Array,
  ours: Float32Array,
  places: Int32Array,
): Promise<number | undefined> {
  const correlations = new Float64Array(longestDelay + 1);
  let energy = 0;
  for (const place of places) energy += (ours[place] ?? 0) ** 2;
  for (let delay = 0; delay <= longestDelay; delay++) {
    let product = 0;
    let other = 0;
    for (const place of places) {
      const one = theirs[place + delay] ?? 0;
      product += one * (ours[place] ?? 0);
      other += one * one;
    }
    correlations[delay] = Math.abs(product) / Math.sqrt(energy * other + 1e-9);
    // Packets of this and other calls leave meanwhile.
    if (delay % delaysPerSlice === 0) await setImmediate();
  }
  let best = 0;
  for (let delay = 1; delay <= longestDelay; delay++)
    if ((correlations[delay] ?? 0) > (correlations[best] ?? 0)) best = delay;
  const peak = correlations[best] ?? 0;
  const mean = Math.sqrt(
    correlations.reduce((sum, one) => sum + one * one, 0) / (longestDelay + 1),
  );
  return peak >= strongest && peak >= outstanding * mean ? best : undefined;
}

/** Solves for the filter that best predicts what was heard from what was said (least squares). */
function filterOf(
  heard: Int16Array,
  said: Int16Array,
  delay: number,
  places: Int32Array,
): Float64Array {
  const first = delay - tapsBefore;
  const matrix = Array.from({ length: taps }, () => new Float64Array(taps + 1));
  const piece = new Float64Array(taps);
  for (const place of places) {
    const at = place + delay;
    for (let tap = 0; tap < taps; tap++) piece[tap] = said[at - first - tap] ?? 0;
    const target = heard[at] ?? 0;
    for (let row = 0; row < taps; row++) {
      const line = matrix[row] as Float64Array;
      const value = piece[row] ?? 0;
      for (let column = row; column < taps; column++)
        line[column] = (line[column] ?? 0) + value * (piece[column] ?? 0);
      line[taps] = (line[taps] ?? 0) + value * target;
    }
  }
  return solve(matrix);
}

/** Solves a symmetric system, of which the upper half is given, by elimination. */
function solve(matrix: Float64Array[]): Float64Array {
  const get = (row: number, column: number) => matrix[row]?.[column] ?? 0;
  for (let row = 0; row < taps; row++) {
    const line = matrix[row] as Float64Array;
    for (let column = 0; column < row; column++) line[column] = get(column, row);
  }
  for (let row = 0; row < taps; row++) {
    const line = matrix[row] as Float64Array;
    // A little more on the diagonal keeps tones from making it unsolvable.
    line[row] = get(row, row) * 1.0001 + 1;
  }
  for (let pivot = 0; pivot < taps; pivot++) {
    const from = matrix[pivot] as Float64Array;
    for (let row = pivot + 1; row < taps; row++) {
      const line = matrix[row] as Float64Array;
      const factor = (line[pivot] ?? 0) / (from[pivot] || 1);
      for (let column = pivot; column <= taps; column++)
        line[column] = (line[column] ?? 0) - factor * (from[column] ?? 0);
    }
  }
  const result = new Float64Array(taps);
  for (let row = taps - 1; row >= 0; row--) {
    let sum = get(row, taps);
    for (let column = row + 1; column < taps; column++)
      sum -= get(row, column) * (result[column] ?? 0);
    result[row] = sum / (get(row, row) || 1);
  }
  return result;
}
