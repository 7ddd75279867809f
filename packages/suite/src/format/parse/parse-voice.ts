/**
 * Assertions about timing on a call, in version 2 of the syntax: `- response < 1.2s`, `- dead air < 3s`, `- yields within 1s`,
 * `- keeps speaking for 2s`, `- network mos > 3.8`, `- line is: voicemail`.
 */
import { lineClasses } from '../../voice/line-facts.ts';
import {
  bestScore,
  goesOnMs,
  type LineCheck,
  type VoiceCheck,
  voiceCheckName,
  voiceLimitMsMax,
} from '../../voice/voice-check.ts';
import { millisecondsOf } from '../model/milliseconds.ts';
import { shorten } from '../model/shorten.ts';
import type { Interaction } from '../model/suite.ts';
import type { TextRange } from './problem-list.ts';
import { follow, type KeyValue, type Reader, textOf } from './values.ts';

const limit = /^(response|dead air)\s*([<>]=?)\s*:?\s*(\d+(?:\.\d+)?\s*m?s)$/;
const score = /^network mos\s*([<>]=?)\s*:?\s*(\d+(?:\.\d+)?)$/;
const stop = /^(yields within|keeps speaking for)\s+(\d+(?:\.\d+)?\s*m?s)$/;

/** @returns true for a check of timing. Its time has a unit: `response < 3` compares a part of the reply. */
export const isVoiceText = (text: string): boolean =>
  limit.test(text) || stop.test(text) || score.test(text) || text === 'keeps speaking';

const example =
  'Write for example: response < 1.2s, dead air < 3s, yields within 1s, keeps speaking for 2s, or network mos > 3.8';

/** @returns false if the text is not a timing check */
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

/** Parses `dead air <: 3s` and `line is: voicemail`. @returns false if the pair is not a check of a call */
export function parseVoicePair(reading: Reader, pair: KeyValue, into: Interaction): boolean {
  if (/^line is(?: not)?$/.test(pair.key)) return parseLine(reading, pair, into);
  if (!/^(?:response|dead air|network mos)\s*[<>]/.test(pair.key)) return false;
  const value = textOf(reading, follow(reading, pair.value)) ?? '';
  return parseVoiceItem(reading, `${pair.key} ${value}`.trim(), pair.range, into);
}

function parseLine(reading: Reader, pair: KeyValue, into: Interaction): boolean {
  const value = (textOf(reading, follow(reading, pair.value)) ?? '').trim();
  if (!reading.isStrict) {
    reading.problems.warning(
      pair.range,
      `"${pair.key}" reads a part of the reply, not what the line is.`,
      'Add "syntax: 2" to the configuration to classify the line.',
    );
    return false;
  }
  const name = lineClasses.find((one) => one === value);
  if (name === undefined) {
    reading.problems.error(
      pair.range,
      `"${shorten(value)}" is not a class of lines.`,
      `Write one of: ${lineClasses.join(', ')}`,
    );
    return true;
  }
  const voice: LineCheck = { kind: 'line', class: name, isNegated: pair.key === 'line is not' };
  const property = voiceCheckName(voice);
  into.assertions.push({ property, operator: 'exists', expected: [], negated: false, voice });
  return true;
}

/** @returns the check, or why it is invalid */
function checkOf(text: string): VoiceCheck | string {
  const [, comparison, least] = score.exec(text) ?? [];
  if (comparison !== undefined) return scoreCheckOf(text, comparison, Number(least));
  const [, name, operator = '', time] = limit.exec(text) ?? [];
  const [, stopName, stopTime] = stop.exec(text) ?? [];
  const given = time ?? stopTime;
  const limitMs = given === undefined ? goesOnMs : (millisecondsOf(given, 1000) ?? 0);
  if (operator.startsWith('>')) return `"${shorten(text)}" must be shorter than a time.`;
  if (limitMs === 0) return `"${shorten(text)}" needs a longer time.`;
  if (limitMs > voiceLimitMsMax) return `"${shorten(text)}" allows more than 10 minutes.`;
  if (name === undefined)
    return { kind: stopName === 'yields within' ? 'yields' : 'goesOn', limitMs };
  const kind = name === 'response' ? 'response' : 'deadAir';
  return { kind, isEqualAllowed: operator.endsWith('='), limitMs };
}

function scoreCheckOf(text: string, operator: string, least: number): VoiceCheck | string {
  if (operator.startsWith('<'))
    return `"${shorten(text)}" must demand a score: the higher, the better.`;
  if (least <= 1 || least > bestScore)
    return `"${shorten(text)}" needs a score above 1, and of ${bestScore} at most, which is the best that a phone call can have.`;
  return { kind: 'mos', isEqualAllowed: operator.endsWith('='), least };
}
