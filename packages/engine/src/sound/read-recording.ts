/** Reads recordings that prompts are compared with. */
import { createHash } from 'node:crypto';
import { parseWav, sampleRate, toTelephone, type Wav } from '@parley/sip';

export interface PromptRecording {
  /** Samples from -1 to 1, at 8,000 per second. */
  samples: Float32Array;
  /** SHA-256 hash of the file, in hexadecimal. */
  sha256: string;
  /** The longest silence within the sound, in milliseconds. */
  longestPauseMs: number;
}

/** Thrown for a file that prompts cannot be compared with. The message is a clause such as `is silent`. */
export class RecordingError extends Error {}

/** Minimum length of the sound; anything shorter could also be part of other words. */
const leastMs = 500;
/** Maximum length; comparing a recording of this length takes a quarter of a second on one core. */
const recordingSecondsMax = 60;
/** Maximum bytes of a file: a minute in studio quality, stereo. */
export const recordingBytesMax = 16 * 1024 * 1024;
const ratesAllowed = [8000, 96_000] as const;
/** Proportion of full scale below which there is no speech. */
const quietest = 0.003;

/**
 * Reads a WAV file with 16 bits per sample, and converts it to telephone quality: resampled and mixed to one channel.
 *
 * @throws RecordingError for other files, and for sound that is too short, too long or silent
 */
export function readRecording(bytes: Buffer): PromptRecording {
  const samples = Float32Array.from(telephoneSamples(bytes, 'mixed'), (one) => one / 32_768);
  const { firstMs, lastMs, longestPauseMs } = soundIn(samples);
  if (lastMs === 0) throw new RecordingError('is silent');
  if (lastMs - firstMs < leastMs)
    throw new RecordingError(
      `has ${((lastMs - firstMs) / 1000).toFixed(1)} s of sound, but needs ${leastMs / 1000} s`,
    );
  return { samples, sha256: createHash('sha256').update(bytes).digest('hex'), longestPauseMs };
}

/**
 * Converts a file to telephone quality: 8,000 samples per second.
 *
 * @param channels `line` uses only the left channel
 * @throws RecordingError for other files, and for files that are too large or too long
 */
export function telephoneSamples(bytes: Buffer, channels: 'mixed' | 'line'): Int16Array {
  if (bytes.length > recordingBytesMax)
    throw new RecordingError(`is larger than ${recordingBytesMax / 1024 / 1024} MB`);
  const wav = wavOf(bytes);
  const [line = new Int16Array()] = wav.channels;
  if (line.length > recordingSecondsMax * wav.sampleRate)
    throw new RecordingError(`is longer than ${recordingSecondsMax} s`);
  return toTelephone(channels === 'line' ? line : mixed(wav), wav.sampleRate);
}

function wavOf(bytes: Buffer): Wav {
  try {
    const wav = parseWav(bytes);
    const [lowest, highest] = ratesAllowed;
    if (wav.channels.length > 0 && wav.sampleRate >= lowest && wav.sampleRate <= highest)
      return wav;
  } catch {
    // The error below covers all other files.
  }
  throw new RecordingError('is not a 16-bit WAV file with 8,000 to 96,000 samples per second');
}

function mixed({ channels }: Wav): Int16Array {
  const [first = new Int16Array(), ...others] = channels;
  if (others.length === 0) return first;
  return first.map(
    (one, at) => others.reduce((sum, channel) => sum + (channel[at] ?? 0), one) / channels.length,
  );
}

/** Finds the first and the last loud frame of 20 ms, and the longest pause between loud frames. */
function soundIn(samples: Float32Array): {
  firstMs: number;
  lastMs: number;
  longestPauseMs: number;
} {
  const frame = sampleRate / 50;
  const loudest = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const least = Math.max(quietest, loudest / 30);
  let [firstMs, lastMs, longestPauseMs] = [0, 0, 0];
  for (let from = 0; from < samples.length; from += frame) {
    const isLoud = samples.subarray(from, from + frame).some((one) => Math.abs(one) >= least);
    if (!isLoud) continue;
    const ms = (from * 1000) / sampleRate;
    if (lastMs === 0) firstMs = ms;
    else longestPauseMs = Math.max(longestPauseMs, ms - lastMs);
    lastMs = ms + 20;
  }
  return { firstMs, lastMs, longestPauseMs };
}
