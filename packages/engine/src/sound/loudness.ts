/** Measures the loudness of sounds and of the noise behind them, from their levels by band. */
import { type MelFrames, melBands, silenceLevel } from './mel-frames.ts';

/** @returns the level of all bands together, in dB */
export const sumOfLevels = (levels: Float32Array): number =>
  10 * Math.log10(levels.reduce((sum, level) => sum + 10 ** (level / 10), 1e-12));

export function levelOfFrame({ levels }: MelFrames, at: number): number {
  let power = 1e-12;
  for (let band = 0; band < melBands; band++)
    power += 10 ** ((levels[at * melBands + band] ?? silenceLevel) / 10);
  return 10 * Math.log10(power);
}

/** Frames that are this many dB below the loudest one are pauses. */
const pauseBelowDb = 30;

/** @returns the level that a tenth of sounding frames exceed, in dB; pauses are ignored */
export function loudLevel(frames: MelFrames): number {
  const levels = Array.from({ length: frames.count }, (_, at) => levelOfFrame(frames, at));
  const loudest = Math.max(silenceLevel, ...levels);
  const sounding = levels.filter((level) => level > loudest - pauseBelowDb).sort((a, b) => a - b);
  return sounding[Math.floor(sounding.length * 0.9)] ?? silenceLevel;
}

/** Level below which there is not even noise, in dB: silence that comes from a codec or a lost packet. */
const digitalSilence = -80;

/** @returns the noise in each band, in dB: the mean power of the quietest tenth of all frames that are not digital silence */
export function noiseOf(frames: MelFrames): Float32Array {
  const order = Array.from({ length: frames.count }, (_, at) => ({
    at,
    level: levelOfFrame(frames, at),
  }))
    .filter(({ level }) => level > digitalSilence)
    .sort((a, b) => a.level - b.level);
  const quiet = order.slice(0, Math.max(5, Math.floor(order.length / 10)));
  return Float32Array.from({ length: melBands }, (_, band) => {
    const powers = quiet.map(({ at }) => 10 ** ((frames.levels[at * melBands + band] ?? 0) / 10));
    const sum = powers.reduce((total, power) => total + power, 1e-12);
    return 10 * Math.log10(sum / (quiet.length || 1));
  });
}

/** @returns the frames without the silence before and after the sound */
export function withoutSilence(frames: MelFrames): MelFrames {
  const least = loudLevel(frames) - pauseBelowDb;
  let first = 0;
  let last = frames.count - 1;
  while (first < last && levelOfFrame(frames, first) < least) first += 1;
  while (last > first && levelOfFrame(frames, last) < least) last -= 1;
  return framesBetween(frames, first, last + 1);
}

/** @returns the existing frames between two positions */
export function framesBetween(
  { count, levels }: MelFrames,
  from: number,
  until: number,
): MelFrames {
  const first = Math.max(0, Math.min(count, from));
  const last = Math.max(first, Math.min(count, until));
  return { count: last - first, levels: levels.slice(first * melBands, last * melBands) };
}
