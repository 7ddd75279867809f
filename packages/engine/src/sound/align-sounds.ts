/** Aligns two recordings: finds moments that correspond, from their levels. */
import { type MelFrames, melBands } from './mel-frames.ts';

/** Levels of two sounds above a common noise floor for each band, in dB. Sound below the floor counts as 0. */
export interface Leveled {
  count: number;
  /** Levels of 0 and above, row by row: `count` × `melBands`. */
  levels: Float32Array;
}

/** A pair of corresponding frames. `received` can be outside the received sound. */
export interface PathStep {
  reference: number;
  received: number;
}

/** Frames that form one block of the coarse search. */
const blockFrames = 4;

/**
 * Finds how many frames later the reference begins within the received sound, by normalized cross-correlation: first in blocks
 * of 40 ms, then frame by frame around the best one.
 */
export function findOffset(reference: Leveled, received: Leveled): number {
  const coarse = bestOffset(inBlocks(reference), inBlocks(received));
  const around = coarse * blockFrames;
  return bestOffset(reference, received, around - blockFrames, around + blockFrames);
}

function bestOffset(
  reference: Leveled,
  received: Leveled,
  from = -reference.count,
  to = received.count,
): number {
  let best = { offset: 0, correlation: -1 };
  for (let offset = from; offset <= to; offset++) {
    const correlation = correlationAt(reference, received, offset);
    if (correlation > best.correlation) best = { offset, correlation };
  }
  return best.offset;
}

/** Correlation at an offset. Frames outside the received sound count as silence, so a partial overlap correlates less. */
function correlationAt(reference: Leveled, received: Leveled, offset: number): number {
  const from = Math.max(0, -offset);
  const until = Math.min(reference.count, received.count - offset);
  let product = 0;
  let squares = 1e-9;
  for (let at = from * melBands; at < until * melBands; at++) {
    const other = received.levels[at + offset * melBands] ?? 0;
    product += (reference.levels[at] ?? 0) * other;
    squares += other * other;
  }
  return product / Math.sqrt(squares);
}

function inBlocks({ count, levels }: Leveled): Leveled {
  const blocks = Math.ceil(count / blockFrames);
  const means = new Float32Array(blocks * melBands);
  for (let at = 0; at < levels.length; at++) {
    const block = Math.floor(at / (blockFrames * melBands));
    const place = block * melBands + (at % melBands);
    means[place] = (means[place] ?? 0) + (levels[at] ?? 0) / blockFrames;
  }
  return { count: blocks, levels: means };
}

/** Penalty for a step off the diagonal, in dB. Diagonal steps are free, because both sounds run on almost the same clock. */
const asideCost = 2;

/**
 * Dynamic time warping within a band around the offset: the path on which the frames differ least.
 *
 * Source: H. Sakoe, S. Chiba, "Dynamic programming algorithm optimization for spoken word recognition", IEEE Trans. ASSP 26
 * (1978), 43–49.
 * @param distance difference between a reference frame and a received one, in dB
 * @param band number of frames by which the path may deviate from the offset
 */
export function warp(
  referenceCount: number,
  offset: number,
  band: number,
  distance: (reference: number, received: number) => number,
): PathStep[] {
  const width = 2 * band + 1;
  const moves = new Uint8Array(referenceCount * width);
  let before = new Float64Array(width).fill(0);
  for (let row = 0; row < referenceCount; row++) {
    const costs = new Float64Array(width);
    for (let column = 0; column < width; column++) {
      // Columns follow the offset, so the same column in the previous row is one frame earlier in both sounds.
      const together = before[column] ?? 0;
      const referenceAlone = column + 1 < width ? (before[column + 1] ?? 0) + asideCost : Infinity;
      const own = distance(row, row + offset + column - band);
      const receivedAlone = column > 0 ? (costs[column - 1] ?? 0) + asideCost : Infinity;
      const isFirst = row === 0;
      const least = isFirst ? 0 : Math.min(together, referenceAlone, receivedAlone);
      moves[row * width + column] =
        isFirst || least === together ? 0 : least === referenceAlone ? 1 : 2;
      costs[column] = own + least;
    }
    before = costs;
  }
  return walkBack(moves, before, { referenceCount, offset, band });
}

function walkBack(
  moves: Uint8Array,
  ends: Float64Array,
  { referenceCount, offset, band }: { referenceCount: number; offset: number; band: number },
): PathStep[] {
  const width = 2 * band + 1;
  let column = ends.indexOf(Math.min(...ends));
  const path: PathStep[] = [];
  for (let row = referenceCount - 1; row >= 0; ) {
    path.push({ reference: row, received: row + offset + column - band });
    const move = moves[row * width + column];
    if (move === 2) column -= 1;
    else {
      if (move === 1) column += 1;
      row -= 1;
    }
  }
  return path.reverse();
}

/** Parts of a frame that are this many dB below its total level come from the codec as much as from the speaker. */
const momentRangeDb = 28;

/** @returns the levels in dB above the floor of each band, after the gain of each band is added */
export function levelAbove(
  { count, levels }: MelFrames,
  floor: Float32Array,
  gain?: Float32Array,
): Leveled {
  const above = new Float32Array(levels.length);
  for (let frame = 0; frame < count; frame++) {
    let power = 0;
    for (let band = 0; band < melBands; band++)
      power += 10 ** (((levels[frame * melBands + band] ?? 0) + (gain?.[band] ?? 0)) / 10);
    const least = 10 * Math.log10(power) - momentRangeDb;
    for (let band = 0; band < melBands; band++) {
      const level = (levels[frame * melBands + band] ?? 0) + (gain?.[band] ?? 0);
      above[frame * melBands + band] = Math.max(0, Math.max(level, least) - (floor[band] ?? 0));
    }
  }
  return { count, levels: above };
}
