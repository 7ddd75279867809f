/**
 * Finds when somebody speaks, after the fact: frames are compared with the noise of the whole stretch, so that its first and
 * last frames are treated alike. `npm run bench -- voice` measures the error of the edges.
 */
import { sampleRate } from '@parley/sip';

/** A stretch of time, in milliseconds. */
export type Span = [from: number, to: number];

export interface VoiceActivity {
  /** One entry for each frame of 10 ms: true if it is loud enough to be speech. */
  loud: boolean[];
  /** Level of each frame, in dB relative to full scale. */
  levels: Float64Array;
  /** Level of the noise, in dB relative to full scale. */
  noiseDb: number;
  /** Level that a frame of speech must exceed, in dB relative to full scale. */
  thresholdDb: number;
  /** Level of speech above the noise; undefined if nobody spoke. */
  snrDb: number | undefined;
}

export const frameMs = 10;
const hop = (sampleRate * frameMs) / 1000;
/** Samples around the center of a frame that its level is measured from. */
const windowSamples = 160;
/** Minimum level of speech, whatever the noise. */
const quietestDb = -54;
const aboveNoiseDb = 6;
const silenceDb = -90;

export function detectVoice(samples: Int16Array): VoiceActivity {
  const levels = levelsOf(samples);
  const noiseDb = quietestStretch(levels);
  const thresholdDb = Math.max(quietestDb, noiseDb + aboveNoiseDb);
  const loud = Array.from(levels, (level) => level > thresholdDb);
  const voiced = levels.filter((level) => level > thresholdDb).sort();
  const speechDb = voiced[Math.floor(voiced.length * 0.8)];
  return {
    loud,
    levels,
    noiseDb,
    thresholdDb,
    snrDb: speechDb === undefined ? undefined : speechDb - Math.max(noiseDb, silenceDb),
  };
}

/**
 * Frames in which the noise is measured: speech has no pause of this length within words, and noise has about the same level in
 * every such stretch.
 */
const stretchFrames = 15;

/** @returns the level of the quietest stretch, in dB */
function quietestStretch(levels: Float64Array): number {
  let sum = 0;
  let quietest = 1;
  for (const [frame, level] of levels.entries()) {
    sum += 10 ** (level / 10);
    if (frame >= stretchFrames) sum -= 10 ** ((levels[frame - stretchFrames] ?? 0) / 10);
    if (frame >= stretchFrames - 1) quietest = Math.min(quietest, sum / stretchFrames);
  }
  return Math.max(silenceDb, 10 * Math.log10(Math.max(quietest, 1e-12)));
}

/** @returns the level of each frame in dB, without hum and DC */
export function levelsOf(samples: Int16Array | Float32Array): Float64Array {
  const energy = new Float64Array(samples.length + 1);
  let before = 0;
  let out = 0;
  for (let i = 0; i < samples.length; i++) {
    const sample = (samples[i] ?? 0) / 32_768;
    // High-pass filter at 150 Hz.
    out = 0.889 * (out + sample - before);
    before = sample;
    energy[i + 1] = (energy[i] ?? 0) + out * out;
  }
  const count = Math.floor(samples.length / hop);
  return Float64Array.from({ length: count }, (_, frame) => {
    const middle = frame * hop + hop / 2;
    const from = Math.max(0, middle - windowSamples / 2);
    const to = Math.min(samples.length, middle + windowSamples / 2);
    const mean = ((energy[to] ?? 0) - (energy[from] ?? 0)) / Math.max(1, to - from);
    return Math.max(silenceDb, 10 * Math.log10(mean + 1e-12));
  });
}

/** Longest pause that does not end speech. */
const joinMs = 200;
/** Minimum sound in a stretch of speech; less was a click. */
const shortestMs = 50;

/** @returns stretches of speech, without clicks */
export function spansOf(loud: readonly boolean[]): Span[] {
  const spans: { from: number; to: number; loudMs: number }[] = [];
  for (const [frame, isLoud] of loud.entries()) {
    if (!isLoud) continue;
    const at = frame * frameMs;
    const last = spans.at(-1);
    if (last && at - last.to <= joinMs) {
      last.to = at + frameMs;
      last.loudMs += frameMs;
    } else spans.push({ from: at, to: at + frameMs, loudMs: frameMs });
  }
  return spans.flatMap(({ from, to, loudMs }): Span[] => (loudMs < shortestMs ? [] : [[from, to]]));
}
