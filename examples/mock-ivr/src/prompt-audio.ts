/** The voice of the mock IVR, which `flite` synthesizes. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseWav, toTelephone } from '@parley/sip';

const spoken = new Map<string, Promise<Int16Array>>();

export function audioOf(text: string): Promise<Int16Array> {
  const known = spoken.get(text);
  if (known) return known;
  const audio = speak(text);
  spoken.set(text, audio);
  return audio;
}

async function speak(text: string): Promise<Int16Array> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-ivr-'));
  const file = join(folder, 'prompt.wav');
  try {
    await promisify(execFile)('flite', ['-voice', 'rms', '-t', text, '-o', file], {
      timeout: 20_000,
    });
    const { channels, sampleRate } = parseWav(await readFile(file));
    return toTelephone(channels[0] ?? new Int16Array(), sampleRate);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error('The mock IVR speaks with flite. Install it: apt-get install flite');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
