/**
 * Speech to text by pocketsphinx, a program of the system, with the language model of its package: for
 * trying things out and for tests with synthetic voices. On a real line it gets too many words wrong.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clamp, printWav } from '@parley/sip';
import { limits } from '../../limits.ts';
import { createFairSemaphore } from '../../turns.ts';
import { notServed } from '../cloud/speech-service.ts';
import type { SpeechToText, Transcript } from '../speech.ts';
import { readTranscript } from './read-transcript.ts';
import { runProgram } from './run-program.ts';

/** Each recognition takes a core. */
const atOnceMax = 2;

const turns = createFairSemaphore(
  { atOnce: atOnceMax, atOncePerParty: atOnceMax, waitMs: limits.turnMs },
  () => notServed('The recognizer', 'it was in use by others for too long'),
);

export const localSpeechToText: SpeechToText = async (samples, { party = '' }) => {
  const leave = await turns.enter(party);
  try {
    return await recognize(samples);
  } finally {
    leave();
  }
};

async function recognize(samples: Int16Array): Promise<Transcript> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-hear-'));
  const inFolder = (name: string) => join(folder, name);
  const read = (name: string) => readFile(inFolder(name), 'utf8').catch(() => '');
  try {
    const wav = printWav({ sampleRate: 16_000, channels: [toWideBand(samples)] });
    await writeFile(inFolder('heard.wav'), wav);
    await writeFile(inFolder('names'), 'heard\n');
    // It hears the prompt as a whole, not as it comes in: a line has its own sound, which is taken out first.
    await runProgram('pocketsphinx_batch', [
      ...['-ctl', inFolder('names'), '-cepdir', folder, '-cepext', '.wav'],
      ...['-adcin', 'yes', '-adchdr', '44'],
      ...['-hypseg', inFolder('words'), '-outlatdir', folder, '-outlatfmt', 'htk'],
      ...['-logfn', '/dev/null'],
    ]);
    return readTranscript(await read('words'), await read('heard.lat'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
