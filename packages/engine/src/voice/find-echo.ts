/**
 * Separates the echo of our own audio from the far side's speech. If the received audio follows ours at one delay, the echo is
 * predicted from ours and removed, and the remainder is theirs.
 */
import { setImmediate } from 'node:timers/promises';
import { sampleRate } from '@parley/sip';
import { correlate, correlatedSamples } from './correlate.ts';
import { frameMs, levelsOf } from './voice-activity.ts';

export interface Echo {
  delayMs: number;
  /** Level of the predicted echo in each frame, in dB. */
  levels: Float64Array;
  /** Received audio without the predicted echo. */
  rest: Float32Array;
}

/** Longest delay of an echo, in samples. */
const longestDelay = sampleRate / 2;
/** Number of samples around the delay that the prediction uses, because lines and filters spread echoes. */
const tapsBefore = 8;
const taps = 32;
/** Minimum ratio of an echo's correlation to that at other delays. `strongest` is its minimum correlation. */
const outstanding = 7;
const strongest = 0.12;

/** @returns undefined if there is no echo */
export async function findEcho(heard: Int16Array, said: Int16Array): Promise<Echo | undefined> {
  const ours = whitened(said);
  const theirs = whitened(heard);
  const places = loudPlaces(said);
  if (places.length < sampleRate / 10) return undefined;
  const delay = delayOf(theirs, ours, places);
  if (delay === undefined) return undefined;
  const predicted = new Float32Array(heard.length);
  for (const segment of await segmentsOf({ theirs, ours, places, delay })) {
    predict(predicted, { heard, said, ...segment });
    await setImmediate();
  }
  const rest = Float32Array.from(heard, (sample, at) => sample - (predicted[at] ?? 0));
  return { delayMs: (delay * 1000) / sampleRate, levels: levelsOf(predicted), rest };
}

/** Audio in which a change of the delay is looked for. */
const stepSamples = sampleRate / 8;
/** Buffers change the delay by whole packets, of which the shortest have 10 ms. */
const shiftSamples = sampleRate / 100;
const shiftSteps = 10;

/** Splits our speech where the delay of its echo changes, by some packets, as the buffers of a line make it. */
async function segmentsOf({
  theirs,
  ours,
  places,
  delay,
}: {
  theirs: Float32Array;
  ours: Float32Array;
  places: Int32Array;
  delay: number;
}): Promise<Pick<Segment, 'places' | 'delay'>[]> {
  const segments: { from: number; to: number; delay: number }[] = [];
  for (let from = 0; from < places.length; from += stepSamples) {
    const step = places.subarray(from, from + stepSamples);
    const last = segments.at(-1);
    const near = delayNear(theirs, ours, step, last?.delay ?? delay);
    if (last?.delay === near) last.to = from + step.length;
    else segments.push({ from, to: from + step.length, delay: near });
    await setImmediate();
  }
  return segments.map(({ from, to, delay: at }) => ({
    places: places.subarray(from, to),
    delay: at,
  }));
}

/** An echo that nobody speaks over has this correlation; at the delay so far it is lower by this factor if the delay changed. */
const surelyEcho = 0.6;
const surelyChanged = 1.4;

function delayNear(
  theirs: Float32Array,
  ours: Float32Array,
  places: Int32Array,
  around: number,
): number {
  const at = (delay: number) => {
    let product = 0;
    let ourEnergy = 1e-9;
    let theirEnergy = 1e-9;
    for (const place of places) {
      const one = ours[place] ?? 0;
      const other = theirs[place + delay] ?? 0;
      product += one * other;
      ourEnergy += one * one;
      theirEnergy += other * other;
    }
    return Math.abs(product) / Math.sqrt(ourEnergy * theirEnergy);
  };
  const before = at(around);
  if (before >= surelyEcho) return around;
  let best = around;
  let most = before;
  for (let steps = -shiftSteps; steps <= shiftSteps; steps++) {
    for (let aside = -2; aside <= 2; aside++) {
      const delay = around + steps * shiftSamples + aside;
      const correlation = delay < 0 || delay > longestDelay ? 0 : at(delay);
      if (correlation <= most) continue;
      most = correlation;
      best = delay;
    }
  }
  return most >= surelyEcho && most >= surelyChanged * before ? best : around;
}

interface Segment {
  heard: Int16Array;
  said: Int16Array;
  delay: number;
  places: Int32Array;
}

/** Predicts the echo of a segment, and of what follows it within the spread of an echo. */
function predict(predicted: Float32Array, { heard, said, delay, places }: Segment): void {
  const filter = filterOf(heard, said, delay, places);
  const first = delay - tapsBefore;
  const from = (places[0] ?? 0) + first;
  const to = Math.min(heard.length, (places.at(-1) ?? 0) + first + taps + frameSamples);
  for (let i = Math.max(0, from); i < to; i++) {
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) sum += (filter[tap] ?? 0) * (said[i - first - tap] ?? 0);
    predicted[i] = sum;
  }
}

const frameSamples = (sampleRate * frameMs) / 1000;

/** Speech has most of its energy in low tones, which repeat; without them, only the true delay stands out. */
function whitened(samples: Int16Array): Float32Array {
  const out = new Float32Array(samples.length);
  for (let i = 2; i < samples.length; i++)
    out[i] = (samples[i] ?? 0) - 1.6 * (samples[i - 1] ?? 0) + 0.7 * (samples[i - 2] ?? 0);
  return out;
}

/** @returns indices of samples at which we were speaking */
function loudPlaces(said: Int16Array): Int32Array {
  const levels = levelsOf(said);
  const places: number[] = [];
  const hop = (sampleRate * frameMs) / 1000;
  for (const [frame, level] of levels.entries()) {
    if (level < -55) continue;
    for (let i = 0; i < hop; i++) places.push(frame * hop + i);
  }
  return Int32Array.from(places);
}

/** @returns the delay at which theirs follows ours; undefined if it stands out at none */
function delayOf(theirs: Float32Array, ours: Float32Array, places: Int32Array): number | undefined {
  const from = places[0] ?? 0;
  const to = Math.min((places.at(-1) ?? 0) + 1, from + correlatedSamples - longestDelay - 1);
  const said = ours.subarray(from, to);
  const heard = theirs.subarray(from, to + longestDelay + 1);
  const products = correlate(heard, said, longestDelay + 1);
  const ourEnergy = said.reduce((sum, one) => sum + one * one, 1e-9);
  let theirEnergy = heard.subarray(0, said.length).reduce((sum, one) => sum + one * one, 1e-9);
  let best = 0;
  let peak = 0;
  let squares = 0;
  for (let delay = 0; delay <= longestDelay; delay++) {
    const correlation = Math.abs(products[delay] ?? 0) / Math.sqrt(ourEnergy * theirEnergy);
    squares += correlation * correlation;
    if (correlation > peak) [peak, best] = [correlation, delay];
    theirEnergy += (heard[delay + said.length] ?? 0) ** 2 - (heard[delay] ?? 0) ** 2;
    theirEnergy = Math.max(theirEnergy, 1e-9);
  }
  const usual = Math.sqrt(squares / (longestDelay + 1));
  return peak >= strongest && peak >= outstanding * usual ? best : undefined;
}

/** Finds the filter that best predicts the received audio from the sent audio (least squares). */
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

/** Solves a symmetric system of equations by elimination. Only its upper half is given. */
function solve(matrix: Float64Array[]): Float64Array {
  const get = (row: number, column: number) => matrix[row]?.[column] ?? 0;
  for (let row = 0; row < taps; row++) {
    const line = matrix[row] as Float64Array;
    for (let column = 0; column < row; column++) line[column] = get(column, row);
  }
  for (let row = 0; row < taps; row++) {
    const line = matrix[row] as Float64Array;
    // A slightly larger diagonal keeps the system solvable for pure tones.
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
