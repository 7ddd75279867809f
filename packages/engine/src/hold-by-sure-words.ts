import {
  type Assertion,
  accessibilityLevel,
  type Interaction,
  isPattern,
  isSpokenText,
  looksAtEarlySpeech,
  looksAtSpeech,
  matchAssertion,
  type Reply,
  settledText,
} from '@parley/suite';
import type { StepSettings } from './step-settings.ts';

/** Checks that a step passes on the words alone that were recognized with certainty. */
export function holdBySureWords(
  { assertions, branches }: Interaction,
  heard: Reply,
  settings: StepSettings,
): boolean {
  if (heard.sureText === undefined) return false;
  const { sureText, ...reply } = heard;
  const sure = { ...reply, text: sureText };
  const conditions = branches.flatMap(({ when }) => when ?? []);
  return [...assertions, ...conditions]
    .filter(({ operator }) => operator !== 'soundsLike')
    .filter(({ property }) => looksAtSpeech(property) && !looksAtEarlySpeech(property)?.isOnly)
    .every((one) => restsOnWords(one) && matchAssertion(one, sure, settings).passed);
}

/** @returns true if additional words cannot break the assertion, as they could a similarity, a pattern or a forbidden text */
const restsOnWords = (assertion: Assertion): boolean =>
  !assertion.negated &&
  (assertion.operator === 'contains' || assertion.operator === 'equals') &&
  looksForWords(assertion);

const looksForWords = ({ property, expected }: Assertion): boolean =>
  isSpokenText(property) && expected.every((text) => typeof text === 'string' && !isPattern(text));

/**
 * Checks that no continuation of a growing reply can change the result of an assertion. Even the last word can still change.
 */
export function isSettledAsItGrows(
  assertion: Assertion,
  reply: Reply,
  settings: StepSettings,
): boolean {
  const { property, operator, negated, tools, voice } = assertion;
  if (property === 'latency' || tools || voice || accessibilityLevel(assertion)) return true;
  if (operator !== 'contains' || !looksForWords(assertion)) return false;
  const text = settledText(reply.text);
  const { passed } = matchAssertion(assertion, { ...reply, text, messages: [text] }, settings);
  // Text that is present stays, but missing text can still arrive.
  return passed !== negated;
}
