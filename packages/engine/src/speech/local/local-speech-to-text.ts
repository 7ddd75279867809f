/**
 * Speech to text by pocketsphinx, a program of the system: for trying things out and for tests with
 * synthetic voices. On a real line it gets too many words wrong.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clamp, printWav } from '@parley/sip';
import { createSlots } from '../../slots.ts';
import type { Listening, SpeechToText, Transcript } from '../speech.ts';
import { languageModel } from './language-model.ts';
import { dictionaryOf } from './pronunciations.ts';
import { runProgram } from './run-program.ts';

/** Each recognition takes a core. */
const atOnceMax = 2;

const slots = createSlots(atOnceMax);

export const localSpeechToText: SpeechToText = async (samples, listening) => {
  using _ = await slots.take();
  const folder = await mkdtemp(join(tmpdir(), 'parley-hear-'));
  try {
    const file = join(folder, 'heard.wav');
    await writeFile(file, printWav({ sampleRate: 16_000, channels: [toWideBand(samples)] }));
    const model = await modelFor(listening);
    const args = ['-infile', file, ...model, '-time', 'yes', '-logfn', '/dev/null'];
    return readHypothesis(await runProgram('pocketsphinx_continuous', args));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Models that are kept for the next prompt of the same suite. */
const modelsMax = 50;

const folders = new Map<string, Promise<string>>();
let base: string | undefined;

/** Made once for the expected texts of a suite. With none the large model of the language listens. */
async function modelFor({ expected }: Listening): Promise<string[]> {
  if (expected.length === 0) return [];
  const key = JSON.stringify(expected);
  const made = folders.get(key) ?? makeModel(expected);
  folders.set(key, made);
  made.catch(() => folders.delete(key));
  if (folders.size > modelsMax) forgetOldest();
  const folder = await made;
  return ['-lm', join(folder, 'model.lm'), '-dict', join(folder, 'words.dict')];
}

async function makeModel(expected: readonly string[]): Promise<string> {
  const { arpa, words } = languageModel(expected);
  const folder = await mkdtemp(join(baseFolder(), 'model-'));
  await writeFile(join(folder, 'model.lm'), arpa);
  await writeFile(join(folder, 'words.dict'), `${await dictionaryOf(words)}\n`);
  return folder;
}

function baseFolder(): string {
  if (base) return base;
  const made = mkdtempSync(join(tmpdir(), 'parley-language-models-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  base = made;
  return made;
}

function forgetOldest(): void {
  const [oldest] = folders;
  if (!oldest) return;
  folders.delete(oldest[0]);
  // Whoever is still listening with it has read it already.
  void oldest[1].then((folder) => rm(folder, { recursive: true, force: true })).catch(() => {});
}

/**
 * Telephone audio for a model that knows twice its band: the upper half is empty, which no voice is, so
 * a little of its mirror image is left in.
 */
function toWideBand(samples: Int16Array): Int16Array {
  const mirror = 0.1;
  const wide = new Int16Array(2 * samples.length);
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i] ?? 0;
    const between = (sample + (samples[i + 1] ?? 0)) / 2;
    wide[2 * i] = sample;
    wide[2 * i + 1] = clamp((1 - mirror) * between);
  }
  return wide;
}

/** The text comes first, then a line for each word: from, to, how sure. */
function readHypothesis(output: string): Transcript {
  const texts: string[] = [];
  let sure = 0;
  let seconds = 0;
  for (const line of output.split('\n')) {
    const [, word = '', from, to, posterior] =
      /^(\S+) ([\d.]+) ([\d.]+) ([\d.]+)$/.exec(line.trim()) ?? [];
    if (from === undefined) {
      if (line.trim()) texts.push(line.trim());
      continue;
    }
    if (/^[<[]/.test(word) || word.startsWith('+')) continue;
    const length = Number(to) - Number(from);
    sure += length * Math.min(1, Number(posterior));
    seconds += length;
  }
  return { text: texts.join(' '), confidence: seconds > 0 ? sure / seconds : 0 };
}
