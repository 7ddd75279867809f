/**
 * Speech to text with pocketsphinx, a system program, and the language model of its package. For evaluation and for tests with
 * synthetic voices; on a real line, it gets too many words wrong.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clamp, printWav } from '@parley/sip';
import { createFairSemaphore } from '../../fair-semaphore.ts';
import { limits } from '../../limits.ts';
import { notServed } from '../cloud/speech-service.ts';
import type { SpeechToText, Transcript } from '../speech.ts';
import { readTranscript } from './read-transcript.ts';
import { runProgram, timeoutMs } from './run-program.ts';

/** Maximum number of concurrent recognitions, since each takes a core. */
const atOnceMax = 2;

const nothing: Transcript = { text: '', confidence: 0, words: [] };

const turns = createFairSemaphore(
  { atOnce: atOnceMax, atOncePerParty: atOnceMax, waitMs: limits.turnMs },
  () => notServed('The recognizer', 'it was busy for too long'),
);

export const localSpeechToText: SpeechToText = async (samples, { party = '' }) => {
  const leave = await turns.enter(party);
  try {
    const [transcript = nothing] = await recognizeAll([samples]);
    return transcript;
  } finally {
    leave();
  }
};

/** Transcribes several recordings with one start of the program, each independently of the others. */
export async function recognizeAll(recordings: readonly Int16Array[]): Promise<Transcript[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-hear-'));
  const inFolder = (name: string) => join(folder, name);
  const read = (name: string) => readFile(inFolder(name), 'utf8').catch(() => '');
  const names = recordings.map((_, index) => `heard${index}`);
  try {
    for (const [index, samples] of recordings.entries()) {
      const wav = printWav({ sampleRate: 16_000, channels: [toWideBand(samples)] });
      await writeFile(inFolder(`heard${index}.wav`), wav);
    }
    await writeFile(inFolder('names'), `${names.join('\n')}\n`);
    await runProgram('pocketsphinx_batch', recognizerArguments(folder), timeoutMs * names.length);
    const words = wordsByName(await read('words'));
    return await Promise.all(
      names.map(async (name) => readTranscript(words.get(name) ?? '', await read(`${name}.lat`))),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Arguments of the recognizer, which only name the files. The recognizer processes a whole prompt instead of a stream, so it
 * can first remove the characteristic sound of the line.
 */
const recognizerArguments = (folder: string): string[] => [
  ...['-ctl', join(folder, 'names'), '-cepdir', folder, '-cepext', '.wav'],
  ...['-adcin', 'yes', '-adchdr', '44'],
  ...['-hypseg', join(folder, 'words'), '-outlatdir', folder, '-outlatfmt', 'htk'],
  ...['-logfn', '/dev/null'],
];

const wordsByName = (lines: string) =>
  new Map(lines.split('\n').map((line) => [line.split(' ', 1)[0] ?? '', line]));

/**
 * Converts telephone audio for a model that expects twice its bandwidth. An empty upper half would be unlike any voice, so some
 * of the mirror image is kept.
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
