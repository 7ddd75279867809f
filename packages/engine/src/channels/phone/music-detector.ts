/**
 * Distinguishes music from speech by two features of the last seconds.
 * - Spectral stability: similarity of the spectrum to that of 120 ms before. Notes last; syllables do not.
 * - Low-energy frames: the proportion of frames below half of the mean loudness. Even monotonous speech pauses between
 *   syllables and words; music does not.
 *
 * Music is reported only once it is certain, after more than three seconds, because a prompt that is mistaken for music is
 * lost. A constant tone is not music. Singing, and drums on their own, can be mistaken for speech.
 */
import { spectrumOf, spectrumSamples } from '../../sound/spectrum.ts';

export interface MusicDetector {
  /** Adds a frame of 20 ms that ends at `at`. Returns what begins, if the sound changes. */
  hear(frame: SoundFrame): SoundChange | undefined;
  isMusic(): boolean;
}

interface SoundFrame {
  samples: Int16Array;
  loudness: number;
  isLoud: boolean;
  /** Time by `performance.now()`. */
  at: number;
}

interface SoundChange {
  kind: 'music' | 'speech';
  since: number;
}

const frameSamples = 160;
/** Interval of analysis: every second frame. */
const hopMs = 40;
const lagHops = 3;
const hopsOf = (ms: number) => ms / hopMs;

/** Music begins when this window repeatedly scores high enough. */
const enterMs = 3000;
const enterScore = 0.62;
const enterTimes = 15;
/** Music ends when this window scores too low. */
const leaveMs = 1200;
const leaveScore = 0.5;
/** Factor by which speech must be louder than the music under it, and for which share of the time. */
const louderBy = 2;
const louderShare = 0.25;
const levelFollows = 0.02;
/** After a pause of this length, the sound is judged anew. */
const gapMs = 300;
const shortestMs = 600;
/** Minimum share of a window that must be loud. */
const loudShare = 0.5;
const lowEnergyWeight = 0.4;
/** Stability that separates music from other sounds, used to find where either begins. */
const alikeMiddle = 0.5;
/** Similarity above which a sound is a single constant tone. */
const toneLikeness = 0.95;

interface Hop {
  at: number;
  loudness: number;
  isLoud: boolean;
  /** Similarity to the spectrum of 120 ms before, from -1 to 1. */
  stability: number;
  spectrum: Float64Array;
  /** Shape of the spectrum, independent of loudness, in which quiet parts count as much as loud ones. */
  shape: Float64Array;
}

export function createMusicDetector(): MusicDetector {
  const recent = new Int16Array(spectrumSamples);
  let hops: Hop[] = [];
  let frames = 0;
  let loudness = 0;
  let isLoud = false;
  let isMusic = false;
  let musicalTimes = 0;
  /** Loudness of the music. */
  let level = 0;
  let quietMs = 0;
  /** Hops since the last gap. */
  let sinceGap = 0;

  function addHop(at: number): void {
    const spectrum = spectrumOf(recent);
    const shape = shapeOf(spectrum);
    const before = hops.at(-lagHops)?.shape;
    const stability = before ? likeness(shape, before) : 0;
    hops.push({ at, loudness, isLoud, stability, spectrum, shape });
    if (hops.length > hopsOf(enterMs) + enterTimes) hops = hops.slice(1);
    quietMs = isLoud ? 0 : quietMs + hopMs;
    sinceGap = quietMs >= gapMs ? 0 : sinceGap + 1;
  }

  function judge(): SoundChange | undefined {
    if (isMusic) return judgeMusic();
    const window = hops.slice(-hopsOf(enterMs));
    const isLong = window.length === hopsOf(enterMs);
    const isMusical = isLong && scoreOf(window) > enterScore && !isOneTone(window);
    musicalTimes = isMusical ? musicalTimes + 1 : 0;
    if (musicalTimes < enterTimes) return undefined;
    isMusic = true;
    musicalTimes = 0;
    level = levelOf(window);
    return { kind: 'music', since: beginIn(hops, 1) };
  }

  /** Checks if speech begins, over the music or after a gap. */
  function judgeMusic(): SoundChange | undefined {
    const length = Math.min(hopsOf(leaveMs), sinceGap);
    const window = hops.slice(-length);
    if (length < hopsOf(shortestMs)) return undefined;
    const louder = window.filter(({ loudness }) => loudness > louderBy * level).length;
    const isOver = louder > louderShare * length || scoreOf(window) < leaveScore;
    if (!isOver) {
      level += (levelOf(window) - level) * levelFollows;
      return undefined;
    }
    isMusic = false;
    const isNew = length < hopsOf(leaveMs);
    return { kind: 'speech', since: isNew ? beginAfterGap(window) : beginIn(window, -1) };
  }

  return {
    hear(frame) {
      recent.copyWithin(0, frameSamples);
      recent.set(frame.samples, spectrumSamples - frameSamples);
      loudness = Math.max(frames % 2 === 0 ? 0 : loudness, frame.loudness);
      isLoud = frame.isLoud || (frames % 2 !== 0 && isLoud);
      frames += 1;
      if (frames % 2 !== 0) return undefined;
      addHop(frame.at);
      return judge();
    },
    isMusic: () => isMusic,
  };
}

/** Loudness of the louder part of a window: its 90th percentile. */
function levelOf(window: readonly Hop[]): number {
  const loudnesses = window.map(({ loudness }) => loudness).sort((a, b) => a - b);
  return loudnesses[Math.floor(0.9 * loudnesses.length)] ?? 0;
}

/** Score of a window: high for music, minus infinity if too little of it is loud. */
function scoreOf(window: readonly Hop[]): number {
  const loud = window.filter(({ isLoud }) => isLoud);
  if (loud.length < loudShare * window.length) return Number.NEGATIVE_INFINITY;
  const level = levelOf(loud);
  const clear = loud.filter(({ loudness }) => loudness > 0.3 * level);
  const mean = meanOf(window.map(({ loudness }) => loudness));
  const low = window.filter(({ loudness }) => loudness < mean / 2).length / window.length;
  return meanOf(clear.map(({ stability }) => stability)) - lowEnergyWeight * low;
}

/**
 * @returns true for a single constant tone. Only loud parts are compared, because the quiet parts of all noiseless sounds are
 * similar.
 */
function isOneTone(window: readonly Hop[]): boolean {
  const loud = window.filter(({ isLoud }) => isLoud);
  const mean = new Float64Array(loud[0]?.spectrum.length ?? 0);
  for (const { spectrum } of loud)
    for (let bin = 0; bin < mean.length; bin++) mean[bin] = (mean[bin] ?? 0) + (spectrum[bin] ?? 0);
  return meanOf(loud.map(({ spectrum }) => likeness(spectrum, mean))) > toneLikeness;
}

/** Start of the part that differs most from what precedes it: the part with similar sounds (1) or with changing ones (-1). */
function beginIn(hops: readonly Hop[], sign: 1 | -1): number {
  let sum = 0;
  let least = 0;
  let begin = 0;
  for (const [place, { stability, isLoud }] of hops.entries()) {
    if (isLoud) sum += sign * (stability - alikeMiddle);
    if (sum >= least) continue;
    least = sum;
    begin = place + 1;
  }
  return startOf(hops[begin] ?? hops.at(-1));
}

const beginAfterGap = (window: readonly Hop[]): number =>
  startOf(window.find(({ isLoud }) => isLoud));

const startOf = (hop: Hop | undefined): number => (hop?.at ?? 0) - hopMs;

const lowestBin = 8;
const shapeBins = 210;
/** Strength below which a frequency contains only the noise of the line. */
const floor = 60;

/** Shape of a spectrum, independent of loudness. */
function shapeOf(spectrum: Float64Array): Float64Array {
  const shape = new Float64Array(shapeBins);
  for (let bin = 0; bin < shapeBins; bin++)
    shape[bin] = Math.log((spectrum[lowestBin + bin] ?? 0) + floor);
  const mean = meanOf(shape);
  for (let bin = 0; bin < shapeBins; bin++) shape[bin] = (shape[bin] ?? 0) - mean;
  return shape;
}

/** Cosine similarity: 1 for equal directions. */
function likeness(a: Float64Array, b: Float64Array): number {
  let both = 0;
  let ofA = 0;
  let ofB = 0;
  for (let bin = 0; bin < a.length; bin++) {
    const one = a[bin] ?? 0;
    const other = b[bin] ?? 0;
    both += one * other;
    ofA += one * one;
    ofB += other * other;
  }
  return ofA * ofB === 0 ? 0 : both / Math.sqrt(ofA * ofB);
}

function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0;
  return values.length === 0 ? 0 : sum / values.length;
}
