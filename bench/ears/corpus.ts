/** Spoken lines, each with the text that was said and similar texts that were not. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Codec, clamp, decode, encode, parseWav, toTelephone } from '@parley/sip';
import { createRandom } from '../drill/random.ts';

export interface Line {
  /** The whole sentence. */
  said: string;
  /** The part that a test expects. */
  fragment: string;
  /** The fragment with one word replaced, which was not said. */
  near: string[];
}

/** Parses a line such as `your balance [is {thirty|thirteen} dollars]`. */
export function readLine(text: string): Line {
  const inner = /\[(.*)\]/.exec(text)?.[1] ?? text;
  // The word that differs is inside the brackets.
  const choices = /\{([^}]*)\}/.exec(inner)?.[1]?.split('|') ?? [];
  const withWord = (template: string, word: string) =>
    template.replace(/\{[^}]*\}/, word).replaceAll(/[[\]]/g, '');
  const [word = '', ...others] = choices;
  return {
    said: withWord(text, word),
    fragment: withWord(inner, word),
    near: others.map((other) => withWord(inner, other)),
  };
}

export const voices = ['rms', 'awb', 'kal16', 'slt'] as const;
export type VoiceName = (typeof voices)[number];

/** A connection: its codec and noise. */
export interface Condition {
  codec: Codec;
  /** Signal-to-noise ratio in decibels; undefined for no noise. */
  snr?: number;
}

export const nameOf = ({ codec, snr }: Condition) =>
  snr === undefined ? `${codec} clean` : `${codec} ${snr} dB`;

/** Speaks a text with flite, without the effects of a connection. */
export async function speak(text: string, voice: VoiceName): Promise<Int16Array> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-ears-'));
  try {
    const file = join(folder, 'said.wav');
    await promisify(execFile)('flite', ['-voice', voice, '-t', text, '-o', file]);
    const { channels, sampleRate } = parseWav(await readFile(file));
    return toTelephone(channels[0] ?? new Int16Array(), sampleRate);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const marginSamples = 1600;

/** Simulates what arrives at the other end of the connection. The same seed produces the same noise. */
export function carry(samples: Int16Array, { codec, snr }: Condition, seed: number): Int16Array {
  const padded = new Int16Array(samples.length + 2 * marginSamples);
  padded.set(samples, marginSamples);
  if (snr !== undefined) {
    const power = samples.reduce((sum, one) => sum + one * one, 0) / samples.length;
    const deviation = Math.sqrt(power / 10 ** (snr / 10));
    const random = createRandom(seed);
    for (let i = 0; i < padded.length; i++)
      padded[i] = clamp((padded[i] ?? 0) + deviation * gaussian(random));
  }
  return decode(codec, encode(codec, padded));
}

export const gaussian = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
