/** Prepares the conditions under which a suite wants its speech to be sent, before the line is called. */
import { ConversationError } from '@parley/egress';
import { recordingProblem, type SpeechSettings } from '@parley/suite';
import type { LoadRecording } from '../../../sound/judge-sounds.ts';
import { RecordingError } from '../../../sound/read-recording.ts';
import { readNoise } from './read-noise.ts';
import { createSpeechConditions, type SpeechConditions } from './speech-conditions.ts';

/** @throws ConversationError if the noise is missing or cannot be used */
export async function openConditions(
  settings: SpeechSettings | undefined,
  load: LoadRecording | undefined,
): Promise<SpeechConditions | undefined> {
  if (!settings) return undefined;
  const { noise: name, snrDb } = settings;
  if (name === undefined || snrDb === undefined) return createSpeechConditions(settings);
  if (!load)
    throw refusal(
      'no-recordings',
      'The noise of this suite is a recording, and there are no recordings here.',
      'Run the suite with "parley run" or on a server.',
    );
  const problem = recordingProblem(name);
  const bytes = problem === undefined ? await load(name) : undefined;
  if (!bytes) throw unusable(name, problem ? `cannot be used: ${problem}` : 'is missing');
  try {
    return createSpeechConditions(settings, { name, ...readNoise(bytes) });
  } catch (error) {
    if (error instanceof RecordingError) throw unusable(name, error.message);
    throw error;
  }
}

const refusal = (code: string, message: string, hint: string) =>
  new ConversationError({ class: 'configuration', code, message, hint });

const unusable = (name: string, why: string) =>
  refusal(
    'noise',
    `The noise "${name}" ${why}.`,
    '"parley run" reads a WAV file next to the suite, a server the recordings of the project: 16-bit, 1 to 60 s, without pauses.',
  );
