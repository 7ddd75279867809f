import { parseWav, printWav, sampleRate, toTelephone } from '@parley/sip';

/**
 * What was spoken into a file (WAV, 16 bits, one channel, any sample rate), as a telephone carries it:
 * 8,000 samples a second. Undefined for any other file.
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

/** A file of what a telephone carries. */
export const printSpeech = (samples: Int16Array): Buffer =>
  printWav({ sampleRate, channels: [samples] });

/** Length of telephone samples in seconds. */
export const secondsOf = (samples: Int16Array): number => samples.length / sampleRate;
