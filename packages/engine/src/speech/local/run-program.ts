import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ConversationError } from '@parley/egress';
import { programEnvironment } from '../../program-environment.ts';

/** The packages of Debian and Ubuntu that contain the programs. */
export const packages = {
  flite: 'flite',
  'espeak-ng': 'espeak-ng',
  pocketsphinx_batch: 'pocketsphinx pocketsphinx-en-us',
} as const;

export type SpeechProgram = keyof typeof packages;

/** Time limit of a program for one utterance. */
export const timeoutMs = 60_000;

/**
 * Runs a speech program.
 *
 * @returns its standard output
 * @throws ConversationError if it is not installed
 */
export async function runProgram(
  program: SpeechProgram,
  args: string[],
  withinMs = timeoutMs,
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      env: programEnvironment(),
      timeout: withinMs,
      maxBuffer: 4 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw notInstalled(program);
    throw error;
  }
}

export async function isInstalled(program: SpeechProgram): Promise<boolean> {
  try {
    // The programs share no option to query a version, but it only matters that they start.
    await promisify(execFile)(program, ['--version'], {
      env: programEnvironment(),
      timeout: 10_000,
    });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

function notInstalled(program: SpeechProgram): ConversationError {
  return new ConversationError({
    class: 'configuration',
    code: 'speech-missing',
    message: `The program ${program} is not installed on the machine that places calls.`,
    hint: `Install it there: apt-get install ${packages[program]}. Or set up a speech service, see docs/phone.md.`,
  });
}
