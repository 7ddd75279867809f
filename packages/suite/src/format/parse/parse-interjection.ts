/** `- interrupt after 800ms: Please cancel that` and `- backchannel after 1s: mhm`, in version 2 of the syntax. */
import { interjectionMsMax } from '../../voice/interjection.ts';
import { millisecondsOf } from '../model/milliseconds.ts';
import { shorten } from '../model/shorten.ts';
import type { Interaction } from '../model/suite.ts';
import { follow, type KeyValue, type Reader, textOf } from './values.ts';

const example =
  'Write for example: interrupt after 800ms: Please cancel that, or backchannel after 1s: mhm';

/** @returns false if the pair is something else */
export function parseInterjection(reading: Reader, pair: KeyValue, into: Interaction): boolean {
  const [, kind, time = ''] =
    /^(interrupt|backchannel) after (\d+(?:\.\d+)?\s*m?s)$/.exec(pair.key.trim()) ?? [];
  if (!kind) return false;
  const { problems } = reading;
  if (!reading.isStrict) {
    problems.warning(
      pair.range,
      `"${shorten(pair.key)}" reads a part of the reply, and says nothing.`,
      'Add "syntax: 2" to the configuration to say it while they speak.',
    );
    return false;
  }
  const afterMs = millisecondsOf(time, 1000) ?? 0;
  const text = textOf(reading, follow(reading, pair.value))?.trim() ?? '';
  if (text === '') problems.error(pair.range, `"${shorten(pair.key)}" says nothing.`, example);
  else if (/^\$/.test(text) && !/^\$\{/.test(text))
    problems.error(pair.range, 'Only words can be said while they speak, and no keys.', example);
  else if (afterMs > interjectionMsMax)
    problems.error(pair.range, `"${shorten(pair.key)}" waits longer than a minute.`, example);
  else if (into.interjection)
    problems.error(pair.range, 'A step interrupts once.', 'Split the step.');
  else {
    into.interjection = {
      kind: kind === 'interrupt' ? 'interrupt' : 'backchannel',
      afterMs,
      text,
    };
  }
  return true;
}
