/** Finds steady tones of one or two frequencies, with their edges and frequencies. */
import { setImmediate } from 'node:timers/promises';
import { sampleRate } from '@parley/sip';
import { createSpectrum } from '../sound/spectrum.ts';

export interface Tone {
  fromMs: number;
  toMs: number;
  /** One or two frequencies in Hz, the lower one first. */
  hertz: number[];
}

const windowSamples = 512;
const spectrumOf = createSpectrum(windowSamples);
const hopMs = 20;
const hop = (hopMs * sampleRate) / 1000;
/** Length of a frame from which the edges of a tone are taken. */
const edgeMs = 5;
const edge = (edgeMs * sampleRate) / 1000;
/** Minimum share of the energy in the two strongest peaks. Noise 15 dB below a tone leaves it 0.97. */
const toneShare = 0.9;
const peakBins = 2;
/** Samples after which other work gets its turn; some milliseconds of processor time. */
const pauseSamples = 3200;
const shortestMs = 80;
const quietest = 90;
/** Interruptions that lost packets cause within one tone. */
const mergeMs = 45;
const lowestHertz = 300;
const highestHertz = 2300;

/**
 * @param samples 8,000 per second
 * @returns the tones in order
 */
export async function findTones(samples: Int16Array): Promise<Tone[]> {
  const loudness = loudnessOf(samples);
  const threshold = Math.max(quietest, 0.25 * percentileOf(loudness, 0.95));
  const tones: Tone[] = [];
  let run: { from: number; to: number; bin: number } | undefined;
  const finish = () => {
    if (run) tones.push(...toneIn(samples, run, loudness));
    run = undefined;
  };
  for (let at = 0; at <= samples.length; at += hop) {
    if (at % pauseSamples === 0) await setImmediate();
    const bin = toneBinAt(samples, at - windowSamples / 2, threshold);
    if (run && bin !== undefined && Math.abs(bin - run.bin) <= 0.8) {
      run.to = at;
      continue;
    }
    finish();
    if (bin !== undefined) run = { from: at, to: at, bin };
  }
  finish();
  return merged(tones).filter(({ fromMs, toMs }) => toMs - fromMs >= shortestMs);
}

/** @returns the strongest bin of a tone around a moment; undefined if the sound is quiet or no tone */
function toneBinAt(samples: Int16Array, from: number, threshold: number): number | undefined {
  const window = new Int16Array(windowSamples);
  const begin = Math.max(0, from);
  window.set(samples.subarray(begin, Math.max(begin, from + windowSamples)), begin - from);
  let energy = 0;
  for (const one of window) energy += one * one;
  if (Math.sqrt(energy / windowSamples) < threshold / 2) return undefined;
  const power = spectrumOf(window).map((amplitude) => amplitude * amplitude);
  // Below 150 Hz, a line has only hum and offsets.
  power.fill(0, 0, 10);
  const total = power.reduce((sum, one) => sum + one, 1e-9);
  const bin = strongest(power);
  const center = centerOf(power, bin);
  const share = takePeak(power, bin) + takePeak(power, strongest(power));
  return share > toneShare * total ? center : undefined;
}

function strongest(power: Float64Array): number {
  let best = 0;
  for (let bin = 1; bin < power.length; bin++)
    if ((power[bin] ?? 0) > (power[best] ?? 0)) best = bin;
  return best;
}

function centerOf(power: Float64Array, bin: number): number {
  let sum = 0;
  let weighted = 0;
  for (let near = bin - peakBins; near <= bin + peakBins; near++) {
    sum += power[near] ?? 0;
    weighted += near * (power[near] ?? 0);
  }
  return weighted / sum;
}

function takePeak(power: Float64Array, bin: number): number {
  let taken = 0;
  for (let near = Math.max(0, bin - peakBins); near <= bin + peakBins; near++) {
    taken += power[near] ?? 0;
    power[near] = 0;
  }
  return taken;
}

function toneIn(
  samples: Int16Array,
  { from, to }: { from: number; to: number },
  loudness: Float64Array,
): Tone[] {
  const middle = Math.floor((from + to) / 2);
  const inside = loudness.subarray(Math.floor(from / edge), Math.floor(to / edge) + 1);
  const own = Math.sqrt(inside.reduce((sum, one) => sum + one * one, 0) / inside.length);
  const isOn = (frame: number) => meanAround(loudness, frame) > own / 2;
  const reach = windowSamples / 2 / edge;
  let begin = Math.floor(from / edge);
  const earliest = begin - reach;
  while (begin > Math.max(0, earliest) && isOn(begin - 1)) begin -= 1;
  while (begin * edge < middle && !isOn(begin)) begin += 1;
  let end = Math.floor(to / edge);
  const latest = end + reach;
  while (end < Math.min(loudness.length - 1, latest) && isOn(end)) end += 1;
  while (end * edge > middle && !isOn(end - 1)) end -= 1;
  const hertz = frequenciesOf(samples, begin * edge, end * edge);
  if (hertz.length === 0 || end <= begin || !isLevel(samples, begin * edge, end * edge)) return [];
  return [{ fromMs: begin * edgeMs, toMs: end * edgeMs, hertz }];
}

/** Modulated tones swing, so the loudest of a few frames counts. */
const meanAround = (loudness: Float64Array, frame: number): number =>
  Math.max(loudness[frame - 1] ?? 0, loudness[frame] ?? 0, loudness[frame + 1] ?? 0);

function loudnessOf(samples: Int16Array): Float64Array {
  const levels = new Float64Array(Math.floor(samples.length / edge));
  for (let frame = 0; frame < levels.length; frame++) {
    let sum = 0;
    for (let i = frame * edge; i < (frame + 1) * edge; i++) sum += (samples[i] ?? 0) ** 2;
    levels[frame] = Math.sqrt(sum / edge);
  }
  return levels;
}

function percentileOf(values: Float64Array, share: number): number {
  const sorted = values.slice().sort();
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}

/** Blocks in which the level is compared: longer than the beats of two frequencies. */
const blockSamples = 0.05 * sampleRate;
const levelShare = 0.65;

/** @returns true if the level is constant, unlike in a vowel */
function isLevel(samples: Int16Array, from: number, to: number): boolean {
  const levels: number[] = [];
  for (let at = from + 80; at + blockSamples <= to - 80; at += blockSamples) {
    let sum = 0;
    for (let i = at; i < at + blockSamples; i++) sum += (samples[i] ?? 0) ** 2;
    levels.push(Math.sqrt(sum / blockSamples));
  }
  if (levels.length < 2) return true;
  levels.sort((one, other) => one - other);
  // A lost packet may be silent.
  const lowest = levels[levels.length > 6 ? 1 : 0] ?? 0;
  return lowest > levelShare * (levels.at(-1) ?? 0);
}

const longestSamples = 0.4 * sampleRate;
const stepHertz = 4;
/** A second frequency must have at least this share of the power of the first. */
const secondShare = 0.08;

/** @returns the strongest one or two frequencies of a stretch, measured over at most 400 ms in its middle */
function frequenciesOf(samples: Int16Array, from: number, to: number): number[] {
  const length = Math.min(to - from, longestSamples);
  const start = Math.floor((from + to - length) / 2);
  const windowed = Float64Array.from(
    { length },
    (_, at) =>
      (samples[start + at] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / (length - 1))),
  );
  const count = (highestHertz - lowestHertz) / stepHertz + 1;
  const powers = Float64Array.from({ length: count }, (_, at) =>
    powerAt(windowed, lowestHertz + at * stepHertz),
  );
  const first = strongest(powers);
  if ((powers[first] ?? 0) === 0) return [];
  // The main lobe of a Hann window is four bins wide.
  const lobe = Math.ceil((2.2 * sampleRate) / length / stepHertz);
  const rest = powers.slice().fill(0, Math.max(0, first - lobe), first + lobe + 1);
  const second = strongest(rest);
  const isPair = (rest[second] ?? 0) > secondShare * (powers[first] ?? 0);
  const found = isPair ? [first, second] : [first];
  return found
    .map((at) => refined(windowed, lowestHertz + at * stepHertz))
    .sort((one, other) => one - other);
}

function refined(windowed: Float64Array, near: number): number {
  let best = near;
  for (let hertz = near - stepHertz; hertz <= near + stepHertz; hertz++)
    if (powerAt(windowed, hertz) > powerAt(windowed, best)) best = hertz;
  return best;
}

/** Goertzel's algorithm. */
function powerAt(samples: Float64Array, hertz: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate);
  let before = 0;
  let last = 0;
  for (const sample of samples) {
    const next = sample + coefficient * last - before;
    before = last;
    last = next;
  }
  return last * last + before * before - coefficient * last * before;
}

function merged(tones: readonly Tone[]): Tone[] {
  const all: Tone[] = [];
  for (const tone of tones) {
    const last = all.at(-1);
    if (last && tone.fromMs - last.toMs <= mergeMs && isSame(last.hertz, tone.hertz, 12)) {
      last.toMs = tone.toMs;
      continue;
    }
    // One tone follows another without a gap, and the level does not show where.
    if (last && last.toMs > tone.fromMs) {
      const middle = (last.toMs + tone.fromMs) / 2;
      last.toMs = middle;
      all.push({ ...tone, fromMs: middle });
    } else all.push({ ...tone });
  }
  return all;
}

/** @returns true if two tones have the same frequencies */
export const isSame = (
  one: readonly number[],
  other: readonly number[],
  byHertz: number,
): boolean =>
  one.length === other.length &&
  one.every((hertz, at) => Math.abs(hertz - (other[at] ?? 0)) <= byHertz);
