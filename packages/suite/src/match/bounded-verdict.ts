import type { DifferencePart, Verdict } from './matcher.ts';
import { compileProperty } from './property.ts';
import { shownText } from './text.ts';
import type { Turn } from './turn.ts';

/** Maximum number of characters in each text of a stored verdict. */
export const verdictTextMax = 2_000;

/**
 * Shortens the texts of a verdict, since the reply is stored next to it. Otherwise a hundred expectations would store the same
 * reply a hundred times.
 */
export function boundedVerdict(verdict: Verdict): Verdict {
  const { actual, expected, difference, rule, hint } = verdict;
  const texts = [actual, expected, rule, hint, ...(difference ?? []).map(({ text }) => text)];
  if (texts.every((text) => (text?.length ?? 0) <= verdictTextMax)) return verdict;
  const bounded: Verdict = { ...verdict, rule: excerptOf(rule) };
  if (actual !== null && actual.length > verdictTextMax) {
    bounded.actual = excerptOf(actual);
    bounded.actualLength = actual.length;
  }
  if (expected !== undefined) bounded.expected = excerptOf(expected);
  if (hint !== undefined) bounded.hint = excerptOf(hint);
  if (difference) bounded.difference = difference.map(boundedPart);
  return bounded;
}

const boundedPart = ({ kind, text }: DifferencePart): DifferencePart => ({
  kind,
  text: excerptOf(text),
});

/** @returns the beginning of a text with an ellipsis, without splitting a surrogate pair */
function excerptOf(text: string): string {
  if (text.length <= verdictTextMax) return text;
  const end = verdictTextMax - 1;
  const isPair = (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return `${text.slice(0, isPair ? end - 1 : end)}…`;
}

/** @returns the complete actual text of a verdict, read from the turn again if the verdict contains only its beginning */
export function wholeActual(
  { assertion, actual, actualLength }: Verdict,
  turn: Turn | undefined,
): string | null {
  return actualLength === undefined
    ? actual
    : shownText(compileProperty(assertion.property)(turn).value);
}
