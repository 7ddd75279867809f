/** Reads a recording of background noise, and refuses one that would not cover speech. */
import { createHash } from 'node:crypto';
import { sampleRate } from '@parley/sip';
import { RecordingError, telephoneSamples } from '../../../sound/read-recording.ts';

export interface Noise {
  /** Samples from -1 to 1 at 8,000 per second, limited to the frequencies that telephones carry. They are repeated. */
  samples: Float64Array;
  /** Mean level, in dB relative to full scale. */
  levelDb: number;
  /** SHA-256 hash of the file, in hexadecimal. */
  sha256: string;
}

const leastSeconds = 1;
/** Level below which a recording is silent, in dB relative to full scale. */
const quietestDb = -65;
/** A second of the noise may be this much quieter than all of it. During a longer lull, speech would be clear. */
const lullDb = 10;

/** @throws RecordingError if the file is no WAV file, too short or too long, silent, or has a lull */
export function readNoise(bytes: Buffer): Noise {
  const samples = withoutRumble(telephoneSamples(bytes, 'mixed'));
  const seconds = samples.length / sampleRate;
  if (seconds < leastSeconds)
    throw new RecordingError(`has ${seconds.toFixed(1)} s of noise, but needs ${leastSeconds} s`);
  const levelDb = levelOf(samples);
  if (levelDb < quietestDb) throw new RecordingError('is silent in the telephone band');
  const lull = lullIn(samples, levelDb);
  if (lull !== undefined)
    throw new RecordingError(
      `is too quiet at ${lull.toFixed(1)} s to be noise behind speech: cut such pauses out`,
    );
  return { samples, levelDb, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** @returns the time in seconds of the first second that is too quiet; undefined if there is none */
function lullIn(samples: Float64Array, levelDb: number): number | undefined {
  const step = sampleRate / 4;
  for (let from = 0; from < samples.length; from += step) {
    // The noise is repeated, so its end continues with its start.
    const second = Float64Array.from(
      { length: sampleRate },
      (_, at) => samples[(from + at) % samples.length] ?? 0,
    );
    if (levelOf(second) < levelDb - lullDb) return from / sampleRate;
  }
  return undefined;
}

function levelOf(samples: Float64Array): number {
  const power = samples.reduce((sum, one) => sum + one * one, 0) / samples.length;
  return 10 * Math.log10(power + 1e-12);
}

/** Lowest frequency of the telephone band, in hertz (ITU-T G.712). */
const lowestHertz = 300;

/**
 * Removes DC and rumble, which nobody hears on a telephone but which would count as noise: a Butterworth filter of the fourth
 * order, as two sections of the second.
 */
function withoutRumble(samples: Int16Array): Float64Array {
  const mean = samples.reduce((sum, one) => sum + one, 0) / Math.max(1, samples.length);
  const scaled = Float64Array.from(samples, (one) => (one - mean) / 32_768);
  return highPass(highPass(scaled, 0.541_196), 1.306_563);
}

/** Section of a high-pass filter, from the Audio EQ Cookbook of R. Bristow-Johnson. */
function highPass(samples: Float64Array, quality: number): Float64Array {
  const angle = (2 * Math.PI * lowestHertz) / sampleRate;
  const cosine = Math.cos(angle);
  const alpha = Math.sin(angle) / (2 * quality);
  const scale = 1 + alpha;
  const gain = (1 + cosine) / 2 / scale;
  const back = [(-2 * cosine) / scale, (1 - alpha) / scale] as const;
  let [in1, in2, out1, out2] = [0, 0, 0, 0];
  return Float64Array.from(samples, (sample) => {
    const out = gain * (sample - 2 * in1 + in2) - back[0] * out1 - back[1] * out2;
    [in2, in1, out2, out1] = [in1, sample, out1, out];
    return out;
  });
}
