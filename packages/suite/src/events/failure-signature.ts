/**
 * Computes a signature from the features that failures with the same cause share. Failures with the same signature are reported
 * as one. If two causes share a signature, a failure is hidden; if one cause has many signatures, recipients are flooded. So
 * the signature includes everything decisive (5 days are not 7), but not the wording of an unrelated reply, because language
 * models never give the same reply twice.
 */
import type { DifferencePart, Verdict } from '../match/matcher.ts';
import { isSpokenText } from '../match/property.ts';
import { asItLooks } from '../match/text.ts';
import { textHash } from '../match/text-hash.ts';
import type { Failure, FailureClass } from './failure.ts';

/** Version of the rules below; increment it when they change. Signatures of different versions are never compared. */
const version = 1;

export interface FailedStep {
  failure?: Pick<Failure, 'class' | 'code' | 'message'>;
  /** Verdicts on the reply. Passed ones are ignored. */
  verdicts?: Verdict[];
}

/** Failure classes whose message says what went wrong, and not what was received or expected. */
const toldByMessage: ReadonlySet<FailureClass> = new Set(['network', 'configuration', 'internal']);

export function failureSignature({ failure, verdicts = [] }: FailedStep): string {
  const broken = verdicts.filter(({ passed }) => !passed);
  const isHeard = failure?.class === 'wrong' || broken.some(({ actual }) => actual !== null);
  const isJudged = failure?.class !== 'unsure' && isHeard;
  const checks = isJudged ? [...new Set(broken.map(signedCheck))].sort() : [];
  const isTold = failure !== undefined && toldByMessage.has(failure.class);
  const message = isTold ? masked(failure.message) : '';
  const parts = [failure?.class ?? 'wrong', failure?.code ?? 'mismatch', message, checks];
  return `${version}-${textHash(JSON.stringify(parts))}`;
}

function signedCheck(verdict: Verdict): string {
  const { property, operator, negated, expected, tools } = verdict.assertion;
  if (tools) return JSON.stringify([property, tools, masked(verdict.hint ?? '')]);
  const isSpoken = isSpokenText(property);
  // For a negated check, use the forbidden text that occurred.
  const texts = negated ? [verdict.expected ?? ''] : expected.map(String);
  return JSON.stringify([
    isSpoken ? 'reply' : property,
    operator,
    negated,
    texts.map(masked),
    negated ? '' : signedActual(verdict, isSpoken),
  ]);
}

/** Operators that compare texts. For the others, such as measures, the actual value is left out. */
const comparesTexts: ReadonlySet<string> = new Set(['contains', 'equals', 'fuzzy', 'regex']);

/** Maximum number of words in a value; a longer text counts as a sentence. */
const valueWordsMax = 3;

/** @returns what distinguishes the actual text from the expected one */
function signedActual(verdict: Verdict, isSpoken: boolean): unknown {
  const { actual, assertion, difference = [] } = verdict;
  if (actual === null) return 'nothing';
  if (!comparesTexts.has(assertion.operator)) return '';
  const isWhole = !isSpoken || assertion.operator === 'equals';
  if (isWhole && wordsOf(actual).length <= valueWordsMax) return ['value', ...wordsOf(actual)];
  if (!isNear(difference)) return ['other', ...numbersIn(verdict), ...traces(actual)];
  const differs = differing(difference);
  // The number that replaced the expected one is elsewhere in the reply.
  const isMoved = hasNumber(differs, 'missing') && !hasNumber(differs, 'extra');
  return isMoved ? [differs, numbersIn(verdict)] : differs;
}

/** @returns true if at least half of the expected words occur */
function isNear(parts: DifferencePart[]): boolean {
  const count = (kind: DifferencePart['kind']) =>
    parts.reduce((sum, part) => sum + (part.kind === kind ? wordsOf(part.text).length : 0), 0);
  const same = count('same');
  return same > 0 && same >= count('missing');
}

const differing = (parts: DifferencePart[]): string[][] =>
  parts
    .filter(({ kind }) => kind === 'missing' || kind === 'extra')
    .map(({ kind, text }) => [kind, ...wordsOf(text)]);

const hasNumber = (parts: string[][], kind: DifferencePart['kind']) =>
  parts.some(([is, ...words]) => is === kind && words.join(' ').search(number) >= 0);

/** Maximum number of numbers to include if a number was expected. A text with more is unrelated. */
const numbersMax = 3;

const number = /-?\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu;

function numbersIn({ actual, assertion }: Verdict): string[] {
  if (!assertion.expected.some((one) => String(one).search(number) >= 0)) return [];
  const found = masked(actual ?? '').match(number) ?? [];
  return found.length <= numbersMax ? found : [];
}

/** Error messages and codes that a failing program leaves in a reply. */
const trace =
  /(?:\b(?:error|status|http|code)\P{L}{0,3}[45]\d\d\b|\b\w*(?:Error|Exception)\b|\bundefined\b|\bNaN\b|\[object Object\]|\b[A-Z]{2,}(?:_[A-Z]+)+\b)/giu;

const traces = (text: string): string[] => text.match(trace)?.map((one) => one.toLowerCase()) ?? [];

/** @returns the lowercase words without surrounding punctuation */
const wordsOf = (text: string): string[] =>
  masked(text)
    .toLowerCase()
    .split(' ')
    .map((word) => word.replace(/^[("'“”‘’«¿¡[]+|[)"'“”‘’»\].,;:!?…]+$/gu, ''))
    .filter((word) => word !== '');

/**
 * Masks generated IDs and timestamps, which are unique to a run and never expected. Dates, times of day, amounts and numbers
 * stay, because they decide.
 */
function masked(text: string): string {
  return asItLooks(text)
    .replace(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<id>')
    .replace(/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{24,}\b/gi, '<id>')
    .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, '<moment>')
    .replace(/\s+/g, ' ')
    .trim();
}
