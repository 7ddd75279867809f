/** Recordings that suites in files compare replies with. They are files in the suite's folder. */
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type LoadRecording,
  RecordingError,
  readNoise,
  readRecording,
  recordingBytesMax,
  type SuiteSource,
} from '@parley/engine';
import { expandBlocks, type Problem, recordingProblem, type Suite } from '@parley/suite';

/**
 * @returns a function that loads a suite's recordings by name; undefined for a name that leads outside the suite's folder or
 * to a file that cannot be read
 */
export const recordingsBeside =
  (suitePath: string): LoadRecording =>
  async (name) => {
    if (recordingProblem(name) !== undefined) return undefined;
    const file = await open(join(dirname(suitePath), name)).catch(() => undefined);
    if (!file) return undefined;
    try {
      const { size } = await file.stat();
      // Reading one byte more than allowed reveals that a file is too large.
      const bytes = Buffer.alloc(Math.min(size, recordingBytesMax + 1));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      return bytes.subarray(0, bytesRead);
    } catch {
      return undefined;
    } finally {
      await file.close();
    }
  };

/**
 * Finds recordings of the suite that are missing or unusable. Names with variables are not checked, because they are known
 * only during a run.
 */
export async function recordingProblems(
  path: string,
  suite: Suite,
  lineOf: SuiteSource['lineOf'],
): Promise<Problem[]> {
  const load = recordingsBeside(path);
  const problems: Problem[] = [];
  const { channel } = suite.configuration;
  const noise = channel?.kind === 'phone' ? channel.speech?.noise : undefined;
  const noiseProblem = noise && (await problemOf(noise, load, readNoise));
  if (noise && noiseProblem)
    problems.push({
      line: 1,
      column: 1,
      severity: 'error',
      message: `The noise "${noise}" ${noiseProblem}.`,
      hint: 'Put a WAV file with that name next to the suite: 16-bit, 1 to 60 s, without pauses.',
    });
  const known = new Map<string, Promise<string | undefined>>();
  for (const { name: test, interactions } of expandBlocks(suite).tests) {
    for (const [step, { assertions, origin }] of interactions.entries()) {
      for (const { operator, expected } of assertions) {
        if (operator !== 'soundsLike') continue;
        for (const name of expected.map(String).filter((one) => !/\{\{|\$\{/.test(one))) {
          const checked = known.get(name) ?? problemOf(name, load);
          known.set(name, checked);
          const why = await checked;
          if (why === undefined) continue;
          problems.push({
            line: lineOf(test, step, origin) ?? 1,
            column: 1,
            severity: 'error',
            message: `The recording "${name}" ${why}.`,
            hint: 'Put a WAV file with that name next to the suite: 16-bit, 0.5 to 60 s of sound.',
          });
        }
      }
    }
  }
  return problems;
}

async function problemOf(
  name: string,
  load: LoadRecording,
  read: (bytes: Buffer) => unknown = readRecording,
): Promise<string | undefined> {
  const bytes = await load(name);
  if (!bytes) return 'is missing';
  try {
    read(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof RecordingError) return error.message;
    throw error;
  }
}
