import type { UnsureReason } from '@parley/suite';
import type { Line, Listening, RequiredConfidence, Speech, Transcript } from './speech.ts';
import { sureTextOf } from './sure-text.ts';

/** A transcript, and whether it can decide a check. */
export interface Heard {
  text: string;
  confidence?: number;
  isUnsure?: true;
  /** Reason why the text is unsure; absent if that is only its low confidence. */
  unsureReason?: UnsureReason;
  /** Minimum confidence of the whole text to decide a check. */
  requiredConfidence?: number;
  /** See `Reply`. */
  sureText?: string;
  usedVocabulary?: true;
}

/** Transcribes speech. If the recognizer was not calibrated for the line, its text is always unsure. */
export async function hear(
  { transcribe, requiredConfidence }: Pick<Speech, 'transcribe' | 'requiredConfidence'>,
  samples: Int16Array,
  { codec, ...listening }: Line & Listening,
): Promise<Heard> {
  const transcript = await transcribe(samples, listening);
  const { text, confidence, usedVocabulary } = transcript;
  const required = requiredConfidence({ codec, locale: listening.locale });
  return {
    text,
    ...(confidence !== undefined && { confidence }),
    ...(usedVocabulary && { usedVocabulary }),
    ...doubtOf(transcript, required),
  };
}

function doubtOf(
  transcript: Transcript,
  required: RequiredConfidence | undefined,
): Pick<Heard, 'isUnsure' | 'unsureReason' | 'requiredConfidence' | 'sureText'> {
  const { confidence } = transcript;
  if (confidence === undefined) return { isUnsure: true, unsureReason: 'no-confidence' };
  if (required === undefined) return { isUnsure: true, unsureReason: 'not-calibrated' };
  if (confidence >= required.text) return {};
  const sureText = sureTextOf(transcript, required);
  const requiredConfidence = required.text;
  return { isUnsure: true, requiredConfidence, ...(sureText !== undefined && { sureText }) };
}
