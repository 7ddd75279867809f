/** Prompts that are similar to the recording but different from it. */
import { createRandom } from '../drill/random.ts';
import { withMargins } from './connections.ts';

/** What a caller hears instead of the recording. */
export interface Lie {
  name: string;
  samples: Int16Array;
}

/** Joins pieces with pauses of 50 ms. */
export function join(...pieces: Int16Array[]): Int16Array {
  const pause = new Int16Array(400);
  const parts = pieces.flatMap((piece, at) => (at === 0 ? [piece] : [pause, piece]));
  const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}

/** Returns the start and end of the sound in a prompt, in samples. */
function soundOf(samples: Int16Array): [number, number] {
  const loudest = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const isLoud = (one: number) => Math.abs(one) > loudest / 20;
  return [samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1];
}

/** Returns the middle of the loudest `length` samples; for shorter sounds, their middle. */
function loudestWithin(samples: Int16Array, from: number, to: number, length: number): number {
  let best = { middle: (from + to) >> 1, energy: 0 };
  for (let at = from; at + length <= to; at += 80) {
    const energy = samples.subarray(at, at + length).reduce((sum, one) => sum + one * one, 0);
    if (energy > best.energy) best = { middle: at + (length >> 1), energy };
  }
  return best.middle;
}

/** Damages the recording in ways that machines do: cut off, with a gap, or with a repetition. */
export function damaged(samples: Int16Array): Lie[] {
  const [from, to] = soundOf(samples);
  const word = 8 * 350;
  // Avoid pauses, where nobody would notice the gap.
  const half = loudestWithin(samples, from + word, to - word, word);
  const muted = samples.slice();
  muted.fill(0, half - word / 2, half + word / 2);
  const again = join(samples.slice(0, half), samples.slice(half - word, half), samples.slice(half));
  return [
    { name: 'end cut off', samples: samples.slice(0, to - word) },
    { name: 'begin cut off', samples: samples.slice(from + word) },
    { name: 'a hole of 350 ms', samples: muted },
    { name: 'a piece twice', samples: again },
    { name: 'only the first half', samples: samples.slice(0, half) },
    { name: 'said twice', samples: join(samples, samples) },
  ];
}

/** Creates prompts without any speech. */
export function noSpeech(): Lie[] {
  const random = createRandom(7);
  const length = 8 * 3000;
  const notes = [262, 330, 392, 523, 392, 330];
  return [
    {
      name: 'music',
      samples: Int16Array.from({ length }, (_, at) => {
        const note = notes[Math.floor(at / 4000) % notes.length] ?? 262;
        const wave = [1, 2, 3].map((n) => Math.sin((2 * Math.PI * note * n * at) / 8000) / n);
        return 5000 * wave.reduce((sum, one) => sum + one, 0);
      }),
    },
    { name: 'noise', samples: Int16Array.from({ length }, () => 4000 * (random() - 0.5)) },
    { name: 'silence', samples: withMargins(new Int16Array(length)) },
  ];
}
