import type { Assertion, Json } from '../format/model/suite.ts';
import type { CompiledAssertion } from './compiled-assertion.ts';
import { difference, differenceWithin, nameDifference } from './difference.ts';
import type { Expected, Verdict } from './matcher.ts';
import { similarity } from './similarity.ts';
import { textOfExpected, wordsOnly } from './text.ts';
import type { Turn } from './turn.ts';

/** Minimum similarity for naming differences. Less similar texts have nothing useful in common. */
const nearMissMin = 0.5;

/** Adds the closest alternative, the differences and a hint to a failed verdict. Negated assertions stay unchanged. */
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

/** Maximum number of alternatives to search for the closest one. */
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
 * @returns a hint about a near miss. It suggests a looser comparison only if nothing meaningful differs, because nobody should
 * accept "5 days" for "3 days". Otherwise it names the differences.
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

/** @returns the similarity of the expected text to the best match in the actual one, from 0 to 1 */
export function scoreOf({ expected = '', actual }: Verdict): number {
  return similarity(wordsOnly(expected), wordsOnly(actual ?? ''));
}
