/** Checks that a recognizer works on this machine by transcribing one known sentence. */
import { decode } from '@parley/sip';
import { spokenWords, wordErrors } from './calibration/calibrate-recordings.ts';
import recording from './check-recording.json' with { type: 'json' };
import type { SpeechToText, Transcript } from './speech.ts';

export interface RecognizerCheck {
  said: string;
  transcript: Transcript;
  /** Number of words that were added, left out or replaced. */
  wrongWords: number;
  words: number;
  ms: number;
}

/** @throws ConversationError if the recognizer cannot be used */
export async function checkRecognizer(transcribe: SpeechToText): Promise<RecognizerCheck> {
  const { said, audio } = recording;
  const startedAt = performance.now();
  const samples = decode('PCMU', Buffer.from(audio, 'base64'));
  const transcript = await transcribe(samples, { locale: 'en-US' });
  const wanted = spokenWords(said);
  return {
    said,
    transcript,
    wrongWords: wordErrors(wanted, spokenWords(transcript.text)),
    words: wanted.length,
    ms: Math.round(performance.now() - startedAt),
  };
}
