import { parseWav, printWav, sampleRate, toTelephone } from '@parley/sip';

/**
 * Converts a recording to telephone quality: 8,000 samples per second.
 *
 * @returns undefined unless it is a 16-bit WAV file with one channel and 8,000 to 48,000 samples per second
 */
export function readSpeech(bytes: Uint8Array): Int16Array | undefined {
  try {
    const { channels, sampleRate: rate } = parseWav(Buffer.from(bytes));
    const [samples] = channels;
    if (!samples || channels.length !== 1 || rate < sampleRate || rate > 48_000) return undefined;
    return toTelephone(samples, rate);
  } catch {
    return undefined;
  }
}

/** Converts telephone samples to a WAV file. */
export const printSpeech = (samples: Int16Array): Buffer =>
  printWav({ sampleRate, channels: [samples] });

/** Length of telephone samples in seconds. */
export const secondsOf = (samples: Int16Array): number => samples.length / sampleRate;
