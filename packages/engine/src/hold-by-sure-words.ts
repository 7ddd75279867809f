import {
  type Assertion,
  type Interaction,
  isPattern,
  isSpokenText,
  looksAtEarlySpeech,
  looksAtSpeech,
  matchAssertion,
  type Reply,
} from '@parley/suite';
import type { StepSettings } from './step-settings.ts';

/** Checks that a step passes by the words that were recognized with certainty, whatever the others were. */
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

/** Another word can break neither of these; it can break a similarity, a pattern and what must not be said. */
const restsOnWords = ({ property, operator, negated, expected }: Assertion): boolean =>
  isSpokenText(property) &&
  !negated &&
  (operator === 'contains' || operator === 'equals') &&
  expected.every((text) => typeof text === 'string' && !isPattern(text));
