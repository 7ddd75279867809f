/** A synthetic voice for tests, without a speech program: each syllable is a buzz filtered by two resonances. */

/** First and second resonance in Hz. */
const vowels: Record<string, [number, number]> = {
  a: [750, 1250],
  e: [500, 1900],
  i: [320, 2400],
  o: [480, 900],
  u: [330, 1100],
};

const rate = 8000;
const vowelMs = 180;
const pauseMs = 40;

/**
 * Speaks a sequence of vowels of 180 ms each. The same letters always sound the same. A space is a longer pause.
 *
 * @returns samples from -1 to 1, at 8,000 per second
 */
export function sayVowels(letters: string): Float32Array {
  const pieces = [...letters].map((letter) => {
    const vowel = vowels[letter];
    return vowel ? [...voiced(vowel), ...silence(pauseMs)] : silence(3 * pauseMs);
  });
  return Float32Array.from(pieces.flat());
}

const silence = (ms: number): number[] => Array.from({ length: (ms * rate) / 1000 }, () => 0);

function voiced([first, second]: [number, number]): number[] {
  const length = (vowelMs * rate) / 1000;
  return Array.from({ length }, (_, at) => {
    const time = at / rate;
    const pitch = 120 - 20 * time;
    const fade = Math.min(1, at / 160, (length - at) / 240);
    let sum = 0;
    for (let harmonic = 1; harmonic * pitch < 3800; harmonic++) {
      const hertz = harmonic * pitch;
      const near = (center: number) => 1 / (1 + ((hertz - center) / 90) ** 2);
      const weight = near(first) + 0.5 * near(second) + 0.01;
      sum += weight * Math.sin(2 * Math.PI * hertz * time + harmonic);
    }
    return 0.12 * fade * sum;
  });
}

/** Joins pieces of sound one after another. */
export const joined = (...pieces: Float32Array[]): Float32Array =>
  Float32Array.from(pieces.flatMap((piece) => [...piece]));

export const quiet = (ms: number): Float32Array => Float32Array.from(silence(ms));

/** Adds pseudorandom noise of this deviation, which is the same in each run. */
export function withNoise(samples: Float32Array, deviation: number): Float32Array {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  return samples.map((one) => one + deviation * (random() + random() + random()) * 2);
}
