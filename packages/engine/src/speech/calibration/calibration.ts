/**
 * The confidence that a recognizer needs on a kind of line to decide a check. A confidence means little until it was compared
 * with what was really said.
 */
import type { Line, RequiredConfidence } from '../speech.ts';

/** One measurement, made with recordings whose words are known. */
export interface Calibration {
  /** Recognizer as configurations name it, for example `local` or `google telephony`. */
  recognizer: string;
  codec: string;
  /** First part of a locale, for example `en`. */
  language: string;
  /** Description of the speech that was measured, for example `synthetic speech only`. */
  basis: string;
  /** Number of recordings, and the proportion of their words that were wrong. */
  recordings: number;
  wordErrorRate: number;
  /** Required confidences; null if no confidence was reliable. */
  required: RequiredConfidence | null;
}

/** @returns the required confidences; undefined if the recognizer was not measured on such a line, or is not reliable there */
export function calibratedConfidence(
  calibrations: readonly Calibration[],
  recognizer: string,
  { codec, locale }: Line,
): RequiredConfidence | undefined {
  const language = languageOf(locale);
  const found = calibrations.find(
    (one) =>
      one.recognizer === recognizer &&
      one.codec === codec.toUpperCase() &&
      one.language === language,
  );
  return found?.required ?? undefined;
}

/** Returns a lookup for the required confidences of one recognizer. */
export const calibrationOf =
  (calibrations: readonly Calibration[], recognizer: string) => (line: Line) =>
    calibratedConfidence(calibrations, recognizer, line);

export const languageOf = (locale: string): string => locale.split('-')[0]?.toLowerCase() ?? '';
