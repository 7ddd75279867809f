/** Text to speech by flite, or by espeak-ng for languages that flite does not support. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseWav, toTelephone } from '@parley/sip';
import type { TextToSpeech } from '../speech.ts';
import { runProgram } from './run-program.ts';

const fliteVoices = ['kal16', 'rms', 'slt', 'awb'] as const;

export const localTextToSpeech: TextToSpeech = async (text, { id = '', locale }) => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-speak-'));
  const file = join(folder, 'said.wav');
  try {
    if (locale.startsWith('en')) {
      // Voices of the catalog belong to speech services, so `rms` replaces all but flite's own voices.
      const voice = fliteVoices.find((one) => one === id.toLowerCase()) ?? 'rms';
      await runProgram('flite', ['-voice', voice, '-t', text, '-o', file]);
    } else {
      await runProgram('espeak-ng', ['-v', locale.split('-')[0] ?? 'en', '-w', file, '--', text]);
    }
    const { channels, sampleRate } = parseWav(await readFile(file));
    return toTelephone(channels[0] ?? new Int16Array(), sampleRate);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
