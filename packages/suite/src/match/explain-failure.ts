import type { Assertion, Json } from '../format/suite.ts';
import type { CompiledAssertion } from './compiled-assertion.ts';
import { difference } from './difference.ts';
import type { Expected, Verdict } from './matcher.ts';
import { similarity } from './similarity.ts';
import { textOfExpected, wordsOnly } from './text.ts';
import type { Turn } from './turn.ts';

/** Below this the nearest alternative is no near miss, and nothing useful can be said about it. */
const nearMissMin = 0.5;

/** Adds to a failed verdict what came nearest, what differs and what would have passed. */
export function explainFailure(
  verdict: Verdict,
  compiled: CompiledAssertion,
  actual: Json | undefined,
  turn: Turn | undefined,
): void {
  const { assertion } = verdict;
  if (assertion.negated) return;
  const missing = missingHint(assertion, actual, turn);
  if (missing) verdict.hint = missing;
  if (verdict.actual === null || !compiled.matcher.takesValue) return;
  const nearest = nearestAlternative(compiled, verdict.actual);
  if (nearest === undefined) return;
  verdict.expected = textOfExpected(nearest);
  if (compiled.matcher.comparesTexts) {
    verdict.score = scoreOf(verdict);
    verdict.difference = difference(verdict.expected, verdict.actual);
  }
  verdict.hint ??=
    compiled.matcher.hint?.(nearest, verdict.actual, compiled.own) ??
    nearMissHint(verdict, compiled);
  if (verdict.hint === undefined) delete verdict.hint;
}

function missingHint(
  { property }: Assertion,
  actual: Json | undefined,
  turn: Turn | undefined,
): string | undefined {
  if (turn?.text === undefined) return 'The bot did not answer.';
  return actual === undefined || actual === null
    ? `The answer has nothing at "${property}".`
    : undefined;
}

function nearestAlternative(compiled: CompiledAssertion, actual: string): Expected | undefined {
  const { alternatives, matcher } = compiled;
  if (!matcher.comparesTexts || alternatives.length < 2) return alternatives[0]?.expected;
  const words = wordsOnly(actual);
  const scored = alternatives.map(({ expected }) => ({
    expected,
    score: similarity(wordsOnly(textOfExpected(expected)), words),
  }));
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).expected;
}

function nearMissHint(verdict: Verdict, compiled: CompiledAssertion): string | undefined {
  const score = verdict.score ?? 0;
  if (!compiled.matcher.comparesTexts || score < nearMissMin) return undefined;
  const threshold = Math.floor(score * 100) / 100;
  if (verdict.assertion.operator === 'fuzzy') {
    return `A fuzzyThreshold of ${threshold} or less would pass.`;
  }
  if (score < compiled.settings.fuzzyThreshold) {
    return 'If this wording is right too, add it as an alternative.';
  }
  return `It is ${Math.floor(score * 100)}% alike: "${verdict.assertion.property} ~~" (fuzzy) would pass.`;
}

/** How nearly what was expected stands in what was said. */
export function scoreOf({ expected = '', actual }: Verdict): number {
  return similarity(wordsOnly(expected), wordsOnly(actual ?? ''));
}
