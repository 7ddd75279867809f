import type { Assertion, Json, SuiteConfiguration } from '../format/model/suite.ts';
import { asksForAbsence, doubtOf } from './absence.ts';
import { boundedVerdict } from './bounded-verdict.ts';
import type { CompiledAssertion } from './compiled-assertion.ts';
import { explainFailure, scoreOf } from './explain-failure.ts';
import { replaceHomophones } from './homophones.ts';
import { matcherOf } from './kinds.ts';
import type { Matcher, MatchSettings, Reply, Verdict } from './matcher.ts';
import { visitsMax } from './path.ts';
import { compileProperty, isSpokenText, propertyProblem } from './property.ts';
import { describeRule } from './rule.ts';
import { shownText, textOfExpected } from './text.ts';
import { replyIn, type Turn } from './turn.ts';

/** Minimum similarity of a fuzzy assertion, unless the configuration sets one. */
const fuzzyThresholdDefault = 0.8;

export function matchSettings(configuration: SuiteConfiguration): MatchSettings {
  return {
    lenient: configuration.lenient ?? false,
    fuzzyThreshold: configuration.fuzzyThreshold ?? fuzzyThresholdDefault,
    ignoreCase: true,
    ...(configuration.homophones && { homophones: configuration.homophones }),
    ...(configuration.syntax === 2 && { isStrict: true }),
  };
}

/**
 * Caches recent compiled assertions. Assertions are plain data and never changed in place. A WeakMap of all assertions of ten
 * thousand tests would cost the garbage collector three times as much as compiling.
 */
let latest = new Map<Assertion, CompiledAssertion>();
/** The previous generation of the cache. Dropping a whole map is cheaper than finding its oldest entry. */
let earlier = new Map<Assertion, CompiledAssertion>();
const latestMax = 50;

function keep(assertion: Assertion, compiled: CompiledAssertion): CompiledAssertion {
  if (latest.size === latestMax) {
    earlier = latest;
    latest = new Map();
  }
  latest.set(assertion, compiled);
  return compiled;
}

/**
 * Checks an assertion against a turn. If there is no reply, every property is absent, except for the events of the turn. Never
 * throws.
 */
export function matchAssertion(
  assertion: Assertion,
  turn: Turn | undefined,
  settings: MatchSettings,
): Verdict {
  const compiled = compiledFor(assertion, settings);
  const { value: actual, isCut } = compiled.read(turn);
  const heard = compiled.hear(actual);
  const isHeard = isSpokenReply(turn);
  const alternatives = isHeard ? compiled.spoken : compiled.alternatives;
  const hit = alternatives.find(({ comparison }) => comparison.holds(heard));
  // A value that was found is certain, but absence cannot be concluded from a part.
  const isSettled = hit !== undefined && !(isCut && actual === undefined);
  const unread = isSettled
    ? undefined
    : (problemOf(compiled, heard) ?? (isCut ? cutHint(turn) : undefined));
  const unfit = assertion.negated && hit === undefined ? unfitOf(compiled, heard) : undefined;
  const problem = compiled.pathProblem ?? unread ?? (settings.isStrict ? unfit?.reason : undefined);
  const passed = problem === undefined && (hit !== undefined) !== assertion.negated;
  const verdict: Verdict = { passed, assertion, rule: compiled.rule, actual: shownText(actual) };
  if (hit && compiled.matcher.takesValue) verdict.expected = textOfExpected(hit.expected);
  if (hit && assertion.operator === 'fuzzy') verdict.score = scoreOf(verdict);
  if (!passed) {
    explainFailure(verdict, compiled, actual, turn);
    const isPart = isHeard && !assertion.negated && holdsInAny(compiled.alternatives, heard);
    if (isPart) verdict.hint = partOfWord;
  } else if (hit?.comparison.holdsForAnyText?.()) verdict.vacuous = holdsForAnyText;
  else if (unfit?.isAll) verdict.vacuous = unfit.reason;
  else if (actual === undefined) noteAbsence(verdict, replyIn(turn));
  if (problem !== undefined) verdict.hint = problem;
  return boundedVerdict(verdict);
}

/** @returns true if the reply was recognized from speech, because only then it has a confidence */
const isSpokenReply = (turn: Turn | undefined) => replyIn(turn)?.confidence !== undefined;

const holdsInAny = (alternatives: CompiledAssertion['alternatives'], heard: Json | undefined) =>
  alternatives.some(({ comparison }) => comparison.holds(heard));

const partOfWord =
  'In speech, whole words and numbers are compared: six is not found in sixteen, nor five in thirty five.';

const cutHint = (turn: Turn | undefined) => (turn?.areEventsCut ? cutEvents : cutPath);

const cutEvents =
  'More non-text content arrived in this turn than is kept, so what was not found may still have been there.';

const holdsForAnyText = 'Any text fulfills it, so it could not fail.';

/** Records that a value was absent, and if that could be a mistake in the suite. */
function noteAbsence(verdict: Verdict, reply: Reply | undefined): void {
  if (reply === undefined) return;
  const doubt = doubtOf(verdict.assertion, reply);
  if (doubt) verdict.doubt = doubt;
  if (!asksForAbsence(verdict.assertion)) verdict.isAbsent = true;
}

const cutPath = `Only the first ${visitsMax.toLocaleString('en-US')} values on the path were checked: use a path that matches less.`;

function problemOf(
  { alternatives }: CompiledAssertion,
  actual: Json | undefined,
): string | undefined {
  for (const { comparison } of alternatives) {
    const problem = comparison.problem?.(actual);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function unfitOf(
  { alternatives }: CompiledAssertion,
  actual: Json | undefined,
): { reason: string; isAll: boolean } | undefined {
  return alternatives[0]?.comparison.unfit?.(actual);
}

function compiledFor(assertion: Assertion, settings: MatchSettings): CompiledAssertion {
  const inUse = latest.get(assertion);
  if (inUse && isSame(inUse.settings, settings)) return inUse;
  const known = earlier.get(assertion);
  if (known && isSame(known.settings, settings)) return keep(assertion, known);
  const matcher = matcherOf(assertion.operator);
  const isSpoken = isSpokenText(assertion.property);
  const own = { ...settings, ignoreCase: settings.ignoreCase && isSpoken };
  const expected = matcher.takesValue ? assertion.expected : [null];
  const alternatives = expected.map((value) => ({
    expected: value,
    comparison: matcher.compile(value, own),
  }));
  return keep(assertion, {
    settings,
    own,
    matcher,
    read: compileProperty(assertion.property),
    pathProblem: pathProblemOf(assertion.property),
    hear: isSpoken ? replaceHomophones(settings.homophones) : asItIs,
    rule: describeRule(assertion, own),
    alternatives,
    spoken: isSpoken && settings.isStrict ? asSpoken(matcher, alternatives, own) : alternatives,
  });
}

const asSpoken = (
  matcher: Matcher,
  alternatives: CompiledAssertion['alternatives'],
  settings: MatchSettings,
): CompiledAssertion['spoken'] =>
  alternatives.map(({ expected, comparison }) => ({
    expected,
    comparison: matcher.compileSpoken?.(expected, settings) ?? comparison,
  }));

function pathProblemOf(property: string): string | undefined {
  const problem = propertyProblem(property);
  return problem && `"${property}" is not a property: ${problem}.`;
}

const asItIs = (actual: Json | undefined) => actual;

function isSame(a: MatchSettings, b: MatchSettings): boolean {
  return (
    a === b ||
    (a.lenient === b.lenient &&
      a.fuzzyThreshold === b.fuzzyThreshold &&
      a.ignoreCase === b.ignoreCase &&
      a.homophones === b.homophones &&
      a.isStrict === b.isStrict)
  );
}
