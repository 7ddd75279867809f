/** Measures how and where a received prompt differs from a recording of it. Does not decide if they match. */
import { findOffset, type Leveled, levelAbove, type PathStep, warp } from './align-sounds.ts';
import { findLostFrames, isClipped } from './line-damage.ts';
import {
  framesBetween,
  levelOfFrame,
  loudLevel,
  noiseOf,
  sumOfLevels,
  withoutSilence,
} from './loudness.ts';
import { frameMs, type MelFrames, melBands, melFramesOf } from './mel-frames.ts';
import { isSteadyTone } from './steady-tone.ts';

export interface SoundComparison {
  /**
   * The difference in the worst 300 ms, in dB: the mean over bands and frames with sound, plus a cost if one sound takes
   * longer. It exposes a wrong word and is barely affected by a concealed packet.
   */
  worstDb: number;
  /** The same difference as the root mean square over moments, which reveals a single different consonant. */
  sharpestDb: number;
  /** Start of these 300 ms in the recording, in milliseconds from the start of its sound. */
  worstAtMs: number;
  /** Kind of difference in these 300 ms. */
  worstKind: 'different' | 'missing' | 'added';
  /** Proportion of the recording's sound that could be compared, from 0 to 1: neither lost nor covered by noise. */
  coverage: number;
  /** Proportion of the recording's sound that was lost on the way, from 0 to 1. */
  lost: number;
  /** Level of the loud parts of the prompt above the noise of the line, in dB. */
  snrDb: number;
  isClipped: boolean;
  /** Sound before and after the recording, except tones, in milliseconds. */
  extraBeforeMs: number;
  extraAfterMs: number;
  /** Start of the recording's sound within the received sound, in milliseconds. */
  beginsAtMs: number;
}

/** Range below the loud parts that is compared, in dB. Below it, codecs and lines add their own sound. */
const rangeDb = 45;
/** Range of noise above its mean, in dB. */
const noiseMarginDb = 5;
/** Maximum difference that one band contributes, in dB. */
const differenceCap = 20;
/** Frames that are averaged into one difference: 300 ms, a short word. */
const windowFrames = 300 / frameMs;
/** Minimum number of frames to divide by, even if fewer have sound, because a click is not a word. */
const soundingLeast = 150 / frameMs;
/** Cost of each frame by which one sound is longer within a window, in dB. */
const longerCost = 0.12;
/** Range below the recording's loud parts that must be comparable, in dB. */
const neededRangeDb = 20;
/** Thresholds for other sound, in dB: its maximum distance below the prompt, and its minimum distance above the noise. */
const otherRangeDb = 25;
const otherAboveNoiseDb = 8;
/** Sample offsets to try, since prompts rarely start on the boundaries of our frames; 2.5 ms apart. */
const otherPhases = [40, 20, 60];
/** Speeds to try, since tapes and converters run on different clocks. */
const otherSpeeds = [0.99, 1.01];
/** Between these differences, in dB, another phase or speed can improve the result enough to matter. */
const [goodDb, otherWordDb] = [0.6, 5];

/**
 * Compares a received prompt with a recording: log-mel levels of 300 to 3,400 Hz, aligned by cross-correlation and dynamic time
 * warping within a narrow band. Loudness, a constant coloring of the line, and noise of a known level do not count.
 *
 * @param reference the recording; 8,000 samples per second, -1 to 1
 * @param received the sound of the line, including some audio before and after the prompt
 * @param hasLost true if packets were lost in the call, so that a short exact silence can be a lost packet
 */
export function compareSounds(
  reference: Float32Array,
  received: Float32Array,
  hasLost: boolean,
): SoundComparison {
  const frames = melFramesOf(received);
  const isLost = hasLost ? findLostFrames(received, frames.count) : new Uint8Array(frames.count);
  const heard = { frames, samples: received, isLost };
  const variants = [
    ...otherPhases.map((phase) => () => compareAt(reference.subarray(phase), heard)),
    ...otherSpeeds.map((speed) => () => {
      const other = compareAt(atSpeed(reference, speed), heard);
      return { ...other, worstAtMs: other.worstAtMs * speed };
    }),
  ];
  let best = compareAt(reference, heard);
  for (const variant of variants) {
    if (best.sharpestDb <= goodDb || best.worstDb >= otherWordDb) break;
    const other = variant();
    if (other.sharpestDb < best.sharpestDb) best = other;
  }
  return best;
}

interface Heard {
  frames: MelFrames;
  samples: Float32Array;
  /** 1 for each frame that was lost. */
  isLost: Uint8Array;
}

/** Both sounds above a common floor. */
interface Compared {
  wanted: Leveled;
  heard: Leveled;
  isLost: Uint8Array;
}

function compareAt(reference: Float32Array, { frames, samples, isLost }: Heard): SoundComparison {
  const wanted = withoutSilence(melFramesOf(reference));
  const noise = noiseOf(frames);
  const rough = levelBoth(wanted, frames, noise, loudLevel(frames));
  const offset = findOffset(rough.wanted, rough.heard);
  // A beep before the prompt must not affect its measured loudness.
  const loud = loudLevel(framesBetween(frames, offset, offset + wanted.count));
  const first = { ...levelBoth(wanted, frames, noise, loud), isLost };
  const band = 10 + Math.ceil(0.012 * wanted.count);
  const path = warp(wanted.count, offset, band, distanceIn(first));
  const gain = gainOf(path, { wanted, heard: frames }, first, loud - loudLevel(wanted));
  const both = { ...levelBoth(wanted, frames, noise, loud, gain), isLost };
  const steps = warp(wanted.count, offset, band, distanceIn(both));
  const noiseLevel = sumOfLevels(noise);
  const other = { loud, noiseLevel, samples };
  const [begin, end] = [steps[0]?.received ?? 0, (steps.at(-1)?.received ?? 0) + 1];
  return {
    ...findWorst(steps, both),
    ...coverageOf(steps, wanted, both),
    snrDb: loud - noiseLevel,
    isClipped: isClipped(samples),
    extraBeforeMs: otherSoundMs(frames, 0, begin, other),
    extraAfterMs: otherSoundMs(frames, end, frames.count, other),
    beginsAtMs: begin * frameMs,
  };
}

function levelBoth(
  wanted: MelFrames,
  heard: MelFrames,
  noise: Float32Array,
  loud: number,
  gain = new Float32Array(melBands).fill(loud - loudLevel(wanted)),
): Omit<Compared, 'isLost'> {
  const floor = noise.map((level) => Math.max(level + noiseMarginDb, loud - rangeDb));
  return { wanted: levelAbove(wanted, floor, gain), heard: levelAbove(heard, floor) };
}

/** Path cost of a lost frame: less than a wrong frame, more than a matching one. */
const lostDistance = 3;

const distanceIn =
  ({ wanted, heard, isLost }: Compared) =>
  (reference: number, received: number): number =>
    isLost[received] === 1 ? lostDistance : distanceOf(wanted, reference, heard, received);

function distanceOf(wanted: Leveled, at: number, heard: Leveled, to: number): number {
  const isInside = to >= 0 && to < heard.count;
  let sum = 0;
  for (let band = 0; band < melBands; band++) {
    const level = isInside ? (heard.levels[to * melBands + band] ?? 0) : 0;
    sum += Math.min(differenceCap, Math.abs((wanted.levels[at * melBands + band] ?? 0) - level));
  }
  return sum / melBands;
}

/** @returns true if at least three bands are above the floor */
function isSounding({ levels, count }: Leveled, at: number): boolean {
  if (at < 0 || at >= count) return false;
  let bands = 0;
  for (let band = 0; band < melBands; band++)
    if ((levels[at * melBands + band] ?? 0) > 1) bands += 1;
  return bands >= 3;
}

type Worst = Pick<SoundComparison, 'worstDb' | 'sharpestDb' | 'worstAtMs' | 'worstKind'>;

function findWorst(path: readonly PathStep[], { wanted, heard, isLost }: Compared): Worst {
  const steps = path.map(({ reference, received }) => {
    const isWanted = isSounding(wanted, reference);
    const isHeard = isSounding(heard, received);
    return {
      difference: distanceOf(wanted, reference, heard, received),
      counts: isLost[received] !== 1 && (isWanted || isHeard),
      balance: Number(isHeard) - Number(isWanted),
    };
  });
  let worst: Worst = { worstDb: 0, sharpestDb: 0, worstAtMs: 0, worstKind: 'different' };
  for (let from = 0; from === 0 || from + windowFrames <= steps.length; from++) {
    const [first, last] = [path[from], path[Math.min(path.length, from + windowFrames) - 1]];
    if (!first || !last) break;
    const ones = steps.slice(from, from + windowFrames).filter(({ counts }) => counts);
    const sum = ones.reduce((total, { difference }) => total + difference, 0);
    const squares = ones.reduce((total, { difference }) => total + difference ** 2, 0);
    const longer = last.received - first.received - (last.reference - first.reference);
    const count = Math.max(soundingLeast, ones.length);
    const ofLength = longerCost * Math.abs(longer);
    const worstDb = sum / count + ofLength;
    const sharpestDb = Math.max(worst.sharpestDb, Math.sqrt(squares / count) + ofLength);
    worst = { ...worst, sharpestDb };
    if (worstDb <= worst.worstDb) continue;
    const balance = ones.reduce((total, one) => total + one.balance, 0) / (ones.length || 1);
    const worstKind = balance > 0.5 ? 'added' : balance < -0.5 ? 'missing' : 'different';
    worst = { worstDb, sharpestDb, worstAtMs: first.reference * frameMs, worstKind };
  }
  return worst;
}

function coverageOf(
  path: readonly PathStep[],
  wanted: MelFrames,
  both: Compared,
): Pick<SoundComparison, 'coverage' | 'lost'> {
  const least = loudLevel(wanted) - neededRangeDb;
  let [needed, covered, lost] = [0, 0, 0];
  for (const { reference, received } of path) {
    if (levelOfFrame(wanted, reference) < least) continue;
    needed += 1;
    if (both.isLost[received] === 1) lost += 1;
    else if (isSounding(both.wanted, reference)) covered += 1;
  }
  return { coverage: covered / (needed || 1), lost: lost / (needed || 1) };
}

/**
 * Estimates the gain of the line for each band: the median of the band along the path, limited to values near the median of all
 * bands.
 */
function gainOf(
  path: readonly PathStep[],
  { wanted, heard }: { wanted: MelFrames; heard: MelFrames },
  both: Compared,
  before: number,
): Float32Array<ArrayBuffer> {
  const all: number[] = [];
  const byBand: number[][] = Array.from({ length: melBands }, () => []);
  for (const { reference, received } of path) {
    if (received < 0 || received >= heard.count || both.isLost[received] === 1) continue;
    for (const [band, ones] of byBand.entries()) {
      const place = received * melBands + band;
      const from = reference * melBands + band;
      const [mine = 0, theirs = 0] = [both.wanted.levels[from], both.heard.levels[place]];
      if (Math.max(mine, theirs) < clearDb || theirs < 3) continue;
      const gain = (heard.levels[place] ?? 0) - (wanted.levels[from] ?? 0);
      all.push(gain);
      ones.push(gain);
    }
  }
  const whole = medianOf(all) ?? before;
  return Float32Array.from(byBand, (ones) => {
    const own = ones.length >= coloredLeast ? (medianOf(ones) ?? whole) : whole;
    return whole + Math.max(-coloringCap, Math.min(coloringCap, own - whole));
  });
}

/** Minimum level above the floor from which the gain of a line can be estimated, in dB. */
const clearDb = 12;
/** Largest deviation of a band from the others, in dB, and the minimum number of moments that show it. */
const coloringCap = 4;
const coloredLeast = 20;

function medianOf(numbers: number[]): number | undefined {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function otherSoundMs(
  frames: MelFrames,
  from: number,
  until: number,
  { loud, noiseLevel, samples }: { loud: number; noiseLevel: number; samples: Float32Array },
): number {
  const least = Math.max(loud - otherRangeDb, noiseLevel + otherAboveNoiseDb);
  let total = 0;
  for (let at = Math.max(0, from); at < until; at++) {
    if (levelOfFrame(frames, at) < least || isSteadyTone(samples, at * frameMs)) continue;
    total += frameMs;
  }
  return total;
}

/** @returns the sound at another speed, interpolated linearly between samples */
function atSpeed(samples: Float32Array, speed: number): Float32Array {
  return Float32Array.from({ length: Math.floor(samples.length / speed) }, (_, at) => {
    const place = at * speed;
    const before = Math.floor(place);
    const part = place - before;
    return (samples[before] ?? 0) * (1 - part) + (samples[before + 1] ?? 0) * part;
  });
}
