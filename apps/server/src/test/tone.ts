/** Sounds for tests of recordings. */
import { printWav } from '@parley/sip';

interface Tone {
  hz?: number;
  seconds?: number;
  sampleRate?: number;
}

/** Creates a tone that swells and fades three times a second, like a voice. */
export function toneSamples({ hz = 440, seconds = 1, sampleRate = 8000 }: Tone = {}): Int16Array {
  return Int16Array.from({ length: seconds * sampleRate }, (_, at) => {
    const time = at / sampleRate;
    const loudness = 0.6 + 0.4 * Math.sin(2 * Math.PI * 3 * time);
    return 12_000 * loudness * Math.sin(2 * Math.PI * hz * time);
  });
}

/** Creates a WAV file with a tone on one channel. */
export const tone = (of: Tone = {}): Buffer =>
  printWav({ sampleRate: of.sampleRate ?? 8000, channels: [toneSamples(of)] });
