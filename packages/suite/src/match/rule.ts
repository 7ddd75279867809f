import type { Assertion } from '../format/model/suite.ts';
import { describeToolCheck } from '../tools/describe-tools.ts';
import { describeVoiceCheck } from '../voice/voice-check.ts';
import { isPattern } from './contains.ts';
import { matcherOf } from './kinds.ts';
import type { Expected, MatchSettings } from './matcher.ts';
import { isSpokenText } from './property.ts';
import { textOfExpected } from './text.ts';

/** Describes the assertion in words: `prompt contains "hello" or "hi"`. */
export function describeAssertion(assertion: Assertion): string {
  const { property, operator, negated, expected } = assertion;
  if (assertion.tools) return describeToolCheck(assertion.tools);
  if (assertion.voice) return describeVoiceCheck(assertion.voice);
  if (isNoReply(assertion)) return 'no reply';
  const matcher = matcherOf(operator);
  const isAllPatterns = operator === 'contains' && expected.length > 0 && expected.every(isPattern);
  const { words, wordsNegated } = isAllPatterns ? matcherOf('regex') : matcher;
  const verb = negated ? wordsNegated : words;
  if (!matcher.takesValue) return `${property} ${verb}`;
  return `${property} ${verb} ${expected.map(quoted).join(' or ') || 'nothing'}`;
}

/** @returns true for `no reply`, which has a spelling of its own in the text form */
export function isNoReply({ property, operator, negated }: Assertion): boolean {
  return property === 'prompt' && operator === 'exists' && negated;
}

/**
 * @returns true if the assertion expects the bot to send nothing. Forbidden text does not count, because checking it needs a
 * reply.
 */
export function expectsSilence({ property, operator, expected, negated }: Assertion): boolean {
  if (!isSpokenText(property)) return false;
  return operator === 'exists' ? negated : !negated && expected.includes(null);
}

/** Describes the assertion in words, and what it ignores: `…, ignoring case`. */
export function describeRule(assertion: Assertion, settings: MatchSettings): string {
  const leniency = matcherOf(assertion.operator).leniency?.(settings);
  const isAllPatterns = assertion.operator === 'contains' && assertion.expected.every(isPattern);
  const words = describeAssertion(assertion);
  return leniency && !isAllPatterns ? `${words}, ${leniency}` : words;
}

function quoted(value: Expected): string {
  if (typeof value !== 'string') return String(value);
  return isPattern(value) ? value : `"${textOfExpected(value)}"`;
}
