import type { Assertion, Json } from '../format/model/suite.ts';
import type { CompiledAssertion } from './compiled-assertion.ts';
import { difference, differenceWithin, nameDifference } from './difference.ts';
import type { Expected, Verdict } from './matcher.ts';
import { similarity } from './similarity.ts';
import { textOfExpected, wordsOnly } from './text.ts';
import type { Turn } from './turn.ts';

/** Minimum similarity of a near miss; below it, nothing useful can be said. */
const nearMissMin = 0.5;

/** Adds the closest alternative, the difference and a passing comparison to a failed verdict. */
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
    const compare = compiled.matcher.comparesWhole ? difference : differenceWithin;
    verdict.difference = compare(verdict.expected, verdict.actual);
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
    ? `The reply has nothing at "${property}".`
    : undefined;
}

/** Maximum number of alternatives among which the nearest is searched. */
const comparedMax = 200;

function nearestAlternative(compiled: CompiledAssertion, actual: string): Expected | undefined {
  const { alternatives, matcher } = compiled;
  if (!matcher.comparesTexts || alternatives.length < 2) return alternatives[0]?.expected;
  const words = wordsOnly(actual);
  const scored = alternatives.slice(0, comparedMax).map(({ expected }) => ({
    expected,
    score: similarity(wordsOnly(textOfExpected(expected)), words),
  }));
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).expected;
}

/**
 * Suggests a looser comparison only if nothing meaningful differs: a suggestion must not teach
 * anyone to accept "5 days" for "3 days". Otherwise it names the difference.
 */
function nearMissHint(verdict: Verdict, compiled: CompiledAssertion): string | undefined {
  const { score = 0, difference: parts = [], expected = '', actual, assertion } = verdict;
  if (!compiled.matcher.comparesTexts || score < nearMissMin) return undefined;
  const { comparesWhole } = compiled.matcher;
  if (isAlikeWithoutAccents(expected, actual ?? '', comparesWhole ?? false)) {
    return score >= compiled.settings.fuzzyThreshold && assertion.operator !== 'fuzzy'
      ? `Only accents differ: "${assertion.property} ~~" (fuzzy) would pass.`
      : 'Only accents differ.';
  }
  return nameDifference(parts);
}

function isAlikeWithoutAccents(expected: string, actual: string, isWhole: boolean): boolean {
  const [wanted, said] = [wordsOnly(withoutAccents(expected)), wordsOnly(withoutAccents(actual))];
  return wanted !== '' && (isWhole ? said === wanted : said.includes(wanted));
}

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

/** Similarity of the expected text to the best match in the actual one. */
export function scoreOf({ expected = '', actual }: Verdict): number {
  return similarity(wordsOnly(expected), wordsOnly(actual ?? ''));
}
