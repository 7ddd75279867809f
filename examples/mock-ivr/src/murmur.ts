/**
 * A voice that talks without words: syllables of changing pitch, with breaths. A detector that only asks when somebody speaks
 * takes it for speech, and no program is needed to make it.
 */
import { sampleRate } from '@parley/sip';

const syllableMs = 220;
const voicedMs = 150;
const hissMs = 40;
const loudness = 9000;
/** The resonances of a few vowels, in Hz. */
const vowels = [
  [730, 1090, 2440],
  [270, 2290, 3010],
  [570, 840, 2410],
  [440, 1020, 2240],
  [530, 1840, 2480],
];

export function murmur(ms: number): Int16Array {
  const samples = new Int16Array(Math.round((ms * sampleRate) / 1000));
  const syllableSamples = (syllableMs * sampleRate) / 1000;
  let phase = 0;
  let seed = 1;
  for (let i = 0; i < samples.length; i++) {
    const syllable = Math.floor(i / syllableSamples);
    const inMs = ((i % syllableSamples) * 1000) / sampleRate;
    // The pitch falls within a syllable and changes with the next one.
    const pitch = 105 + 12 * ((syllable * 7) % 5) - inMs * 0.12;
    phase += pitch / sampleRate;
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    const hiss = seed / 0x3fffffff - 1;
    samples[i] = Math.round(
      loudness * soundAt(inMs, phase, pitch, vowels[syllable % 5] ?? [], hiss),
    );
  }
  return samples;
}

/** A vowel that rises and falls, then a consonant, then a short gap. */
function soundAt(
  inMs: number,
  phase: number,
  pitch: number,
  formants: readonly number[],
  hiss: number,
): number {
  if (inMs >= voicedMs + hissMs) return 0;
  if (inMs >= voicedMs) return 0.12 * hiss;
  let sum = 0;
  for (let harmonic = 1; harmonic * pitch < 3400; harmonic++)
    sum += strengthAt(harmonic * pitch, formants) * Math.sin(2 * Math.PI * harmonic * phase);
  return sum * Math.sin((Math.PI * inMs) / voicedMs);
}

const strengthAt = (frequency: number, formants: readonly number[]): number =>
  formants.reduce(
    (sum, formant, place) => sum + 0.4 / (place + 1) / (1 + ((frequency - formant) / 90) ** 2),
    0.02,
  );
