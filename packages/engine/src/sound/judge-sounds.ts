/** Judges the assertions of a step that compare the sound of a prompt with recordings. */
import { ConversationError } from '@parley/egress';
import {
  type Assertion,
  type Interaction,
  type MatchSettings,
  matchAssertion,
  recordingProblem,
  replyIn,
  type SoundFacts,
  type Turn,
  type Verdict,
} from '@parley/suite';
import { judgeSound, type SoundCircumstances, type SoundVerdict } from './judge-sound.ts';
import { type PromptRecording, RecordingError, readRecording } from './read-recording.ts';

/** Sound of a turn as received: 8,000 samples per second. */
export interface HeardSound extends Required<SoundCircumstances> {
  samples: Int16Array;
  /** Milliseconds of silence that end a prompt. */
  quietMs: number;
}

/** Loads the file of a recording by name; undefined if there is no such recording. */
export type LoadRecording = (name: string) => Promise<Buffer | undefined>;

export const asksForSound = ({ assertions }: Pick<Interaction, 'assertions'>): boolean =>
  assertions.some(({ operator }) => operator === 'soundsLike');

/** @throws ConversationError if a recording is missing or cannot be used, or if the channel has no sound */
export async function judgeSounds(
  { assertions }: Pick<Interaction, 'assertions'>,
  turn: Turn | undefined,
  settings: MatchSettings,
  { sound, load }: { sound: HeardSound | undefined; load: LoadRecording | undefined },
): Promise<ReadonlyMap<Assertion, Verdict>> {
  const judged = new Map<Assertion, Verdict>();
  for (const assertion of assertions) {
    if (assertion.operator !== 'soundsLike') continue;
    const recordings = await Promise.all(
      assertion.expected.map((name) => open(String(name), load)),
    );
    if (!replyIn(turn)) continue;
    if (!sound) throw noSound();
    const long = recordings.find(({ longestPauseMs }) => longestPauseMs >= sound.quietMs);
    if (long) throw pausesTooLong(long, sound.quietMs);
    judged.set(assertion, judge(matchAssertion(assertion, turn, settings), recordings, sound));
  }
  return judged;
}

type Opened = PromptRecording & { name: string };

async function open(name: string, load: LoadRecording | undefined): Promise<Opened> {
  if (!load) throw noRecordings();
  const problem = recordingProblem(name);
  if (problem) throw unusable(name, `cannot be used: ${problem}`);
  const bytes = await load(name);
  if (!bytes) throw unusable(name, 'is missing');
  try {
    return { name, ...readRecording(bytes) };
  } catch (error) {
    if (error instanceof RecordingError) throw unusable(name, error.message);
    throw error;
  }
}

/** Passes if any recording matches. Otherwise, reports the most similar one. */
function judge(verdict: Verdict, recordings: Opened[], sound: HeardSound): Verdict {
  const received = Float32Array.from(sound.samples, (one) => one / 32_768);
  const order = ['passed', 'undecided', 'failed'];
  const [best] = recordings
    .map((recording) => ({
      recording,
      found: judgeSound(recording.samples, received, sound),
    }))
    .sort(
      (a, b) =>
        order.indexOf(a.found.outcome) - order.indexOf(b.found.outcome) ||
        a.found.comparison.worstDb - b.found.comparison.worstDb,
    );
  if (!best) return verdict;
  const { found, recording } = best;
  const { hint: _, standing: __, ...rest } = verdict;
  return {
    ...rest,
    passed: found.outcome === 'passed',
    ...(found.outcome === 'undecided' && { standing: 'undecided' }),
    expected: recording.name,
    sound: factsOf(recording, found),
    ...(found.reason && { hint: `${recording.name}: ${found.reason}. Listen to the step.` }),
  };
}

function factsOf({ name, sha256 }: Opened, { comparison }: SoundVerdict): SoundFacts {
  const { worstDb, worstAtMs, coverage, snrDb, extraBeforeMs, extraAfterMs } = comparison;
  return {
    recording: name,
    sha256,
    worstDb: Number(worstDb.toFixed(2)),
    worstAtMs: Math.round(worstAtMs),
    coverage: Number(coverage.toFixed(3)),
    snrDb: Math.round(snrDb),
    extraBeforeMs,
    extraAfterMs,
  };
}

const refusal = (code: string, message: string, hint: string) =>
  new ConversationError({ class: 'configuration', code, message, hint });

const unusable = (name: string, why: string) =>
  refusal(
    'recording',
    `The recording "${name}" ${why}.`,
    '"parley run" reads a WAV file next to the suite, a server the recordings of the project: 16-bit, 0.5 to 60 s of sound.',
  );

const noRecordings = () =>
  refusal(
    'no-recordings',
    '"sounds like" has no recordings to compare with here.',
    'Run the suite with "parley run" or on a server, or compare the words with "prompt".',
  );

const noSound = () =>
  refusal(
    'unsupported-assertion',
    'The channel of this suite has no sound for "sounds like" to compare.',
    'Use it in phone suites.',
  );

const pausesTooLong = ({ name, longestPauseMs }: Opened, quietMs: number) =>
  refusal(
    'recording',
    `The recording "${name}" has a pause of ${(longestPauseMs / 1000).toFixed(1)} s, and a prompt ends after ${(quietMs / 1000).toFixed(1)} s of silence.`,
    'Raise quietMs of the channel above that pause, or cut the recording there and expect the rest with $SILENCE.',
  );
