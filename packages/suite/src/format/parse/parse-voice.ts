/** Assertions about timing on a call, in version 2 of the syntax: `- response < 1.2s`, `- dead air < 3s`. */
import { type VoiceCheck, voiceCheckName, voiceLimitMsMax } from '../../voice/voice-check.ts';
import { millisecondsOf } from '../model/milliseconds.ts';
import { shorten } from '../model/shorten.ts';
import type { Interaction } from '../model/suite.ts';
import type { TextRange } from './problem-list.ts';
import { follow, type KeyValue, type Reader, textOf } from './values.ts';

/** @returns true for a check of timing. Its time has a unit: `response < 3` compares a part of the reply. */
export const isVoiceText = (text: string): boolean =>
  /^(?:response|dead air)\s*[<>]=?\s*:?\s*\d+(?:\.\d+)?\s*m?s$/.test(text);

const example = 'Write for example: response < 1.2s, or dead air < 3s';

/** @returns false if the text is something else */
export function parseVoiceItem(
  reading: Reader,
  text: string,
  range: TextRange,
  into: Interaction,
): boolean {
  if (!isVoiceText(text)) return false;
  if (!reading.isStrict) {
    reading.problems.warning(
      range,
      `"${shorten(text)}" reads a part of the reply, not the timing of the call.`,
      'Add "syntax: 2" to the configuration to measure it.',
    );
    return false;
  }
  const voice = checkOf(text);
  if (typeof voice === 'string') reading.problems.error(range, voice, example);
  else
    into.assertions.push({
      property: voiceCheckName(voice),
      operator: 'exists',
      expected: [],
      negated: false,
      voice,
    });
  return true;
}

/** Parses `dead air <: 3s`. @returns false if the pair is something else */
export function parseVoicePair(reading: Reader, pair: KeyValue, into: Interaction): boolean {
  if (!/^(?:response|dead air)\s*[<>]/.test(pair.key)) return false;
  const value = textOf(reading, follow(reading, pair.value)) ?? '';
  return parseVoiceItem(reading, `${pair.key} ${value}`.trim(), pair.range, into);
}

/** @returns the check, or what is wrong with it */
function checkOf(text: string): VoiceCheck | string {
  const [, name, operator = '', time = ''] =
    /^(response|dead air)\s*([<>]=?)\s*:?\s*(\S.*)?$/.exec(text) ?? [];
  const limitMs = millisecondsOf(time, 1000);
  if (!operator.startsWith('<') || limitMs === undefined)
    return `"${shorten(text)}" must be shorter than a time.`;
  if (limitMs === 0) return `"${shorten(text)}" can never be true.`;
  if (limitMs > voiceLimitMsMax) return `"${shorten(text)}" allows more than 10 minutes.`;
  const kind = name === 'response' ? 'response' : 'deadAir';
  return { kind, isEqualAllowed: operator.endsWith('='), limitMs };
}
