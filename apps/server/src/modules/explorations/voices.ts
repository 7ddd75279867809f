/** Reads and transcribes voice recordings for the worker that holds the conversation. */
import { failureOf } from '@parley/egress';
import { type PhoneSettings, readSpeech } from '@parley/engine';
import type { Failure, Transcribed } from '@parley/suite';
import type { Storage } from '../../platform/storage/storage.ts';
import { readEvidence } from '../runs/runs.ts';

export async function readVoice(
  storage: Storage,
  folder: string,
  recording: string,
): Promise<Int16Array | Failure> {
  const stored = await readEvidence(storage, folder, recording).catch(() => undefined);
  return (stored && readSpeech(stored.bytes)) ?? notFound;
}

interface Listening {
  phone: PhoneSettings | undefined;
  /** BCP 47 tag. */
  locale: string;
  party: string;
}

/** Transcripts with a lower confidence are marked as unsure, so that people check them. No verdict depends on this. */
const dictationConfidenceMin = 0.5;

/** Returns the transcript, or an empty text with the reason. */
export async function transcribeVoice(
  storage: Storage,
  folder: string,
  recording: string,
  { phone, locale, party }: Listening,
): Promise<Pick<Transcribed, 'text' | 'isUnsure' | 'failure'>> {
  const voice = await readVoice(storage, folder, recording);
  if ('class' in voice) return { text: '', failure: voice };
  if (!phone) return { text: '', failure: noRecognizer };
  try {
    const { text, confidence = 0 } = await phone.speech.transcribe(voice, { locale, party });
    const isUnsure = confidence < dictationConfidenceMin;
    return { text: text.trim(), ...(isUnsure && { isUnsure: true as const }) };
  } catch (error) {
    return { text: '', failure: failureOf(error) };
  }
}

const notFound: Failure = {
  class: 'internal',
  code: 'recording-missing',
  message: 'The worker could not find the recording.',
  hint: 'If Parley runs on several machines, they need shared storage; see docs/operating.md.',
};

const noRecognizer: Failure = {
  class: 'configuration',
  code: 'speech-missing',
  message: 'Speech cannot be transcribed here: there is no speech recognition.',
  hint: 'Type instead, or set up speech recognition, see docs/phone.md.',
};
