import type { UnsureReason } from '@parley/suite';
import type { Line, Listening, RequiredConfidence, Speech, Transcript } from './speech.ts';
import { sureTextOf } from './sure-text.ts';

/** A transcript, and if it may decide a check. */
export interface Heard {
  text: string;
  confidence?: number;
  isUnsure?: true;
  /** Why the text is not sure; absent if the only reason is a low confidence. */
  unsureReason?: UnsureReason;
  /** Lowest confidence of the whole text that would have decided. */
  requiredConfidence?: number;
  /** See `Reply`. */
  sureText?: string;
  usedVocabulary?: true;
}

/** Transcribes speech. Text of a recognizer that was not calibrated for the line is never certain. */
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
