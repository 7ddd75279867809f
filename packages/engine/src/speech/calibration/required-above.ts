import type { RequiredConfidence } from '../speech.ts';

/**
 * Minimum required confidences, even if all mistakes were below them: a few hundred recordings reveal only a few of the
 * possible mistakes.
 */
const lowest: RequiredConfidence = { text: 0.9, word: 0.5, closeWord: 0.9 };

/** Distance of the required confidence above the most confident mistake. */
const margin = 0.1;

/** Confidences that the recognizer reported for its mistakes. */
export type Mistakes = Record<keyof RequiredConfidence, number[]>;

/** @returns the required confidences; undefined if the recognizer reported full confidence in a mistake */
export function requiredAbove(mistakes: Mistakes): RequiredConfidence | undefined {
  const above = (kind: keyof RequiredConfidence) =>
    Number(Math.max(lowest[kind], Math.min(1, Math.max(0, ...mistakes[kind]) + margin)).toFixed(2));
  if (Object.values(mistakes).some((confidences) => confidences.some((one) => one >= 1)))
    return undefined;
  return { text: above('text'), word: above('word'), closeWord: above('closeWord') };
}
