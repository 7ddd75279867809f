/** Public exports for measuring speech recognition: transcribing many recordings, and judging the transcripts. */
import { type Outcome, parseSuite, type Reply } from '@parley/suite';
import { judgeStep } from '../judge-step.ts';
import { settingsOfSuite } from '../step-settings.ts';
import { hear } from './hear.ts';
import type { RequiredConfidence, Transcript } from './speech.ts';

export { wordErrors } from './calibration/calibrate-recordings.ts';
export type { Calibration } from './calibration/calibration.ts';
export { isCloseWord } from './calibration/close-words.ts';
export { localCalibrations, localRecognizer } from './calibration/local-calibrations.ts';
export { type Mistakes, requiredAbove } from './calibration/required-above.ts';
export { recognizeAll } from './local/local-speech-to-text.ts';
export type { RequiredConfidence, Transcript } from './speech.ts';

/** Judges a step on a line with this transcript. `check` is written as in a suite. */
export async function judgeHeard(
  transcript: Transcript,
  requiredConfidence: RequiredConfidence | undefined,
  check: string,
): Promise<Outcome> {
  const { suite } = parseSuite(
    `configuration: { syntax: 2 }\n---\n- test: A\n- $DIAL:\n    - ${check}\n`,
  );
  const [step] = suite.tests[0]?.interactions ?? [];
  if (!step) throw new Error(`This is no check: ${check}`);
  const speech = {
    transcribe: async () => transcript,
    requiredConfidence: () => requiredConfidence,
  };
  const { usedVocabulary: _, ...heard } = await hear(speech, new Int16Array(), {
    codec: 'PCMU',
    locale: 'en-US',
  });
  const reply: Reply = {
    ...heard,
    messages: [heard.text],
    buttons: [],
    attachments: [],
    latencyMs: 0,
    payload: { transcript: heard.text },
  };
  return (await judgeStep(step, reply, settingsOfSuite(suite.configuration))).outcome;
}
