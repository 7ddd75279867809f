/** Parses assertions about the sound of a reply (syntax version 2): `- sounds like: greeting.wav`, or a list of files. */
import { isSeq } from 'yaml';
import { recordingProblem, soundsLike } from '../../match/sounds-like.ts';
import type { Interaction } from '../model/suite.ts';
import { hasPlaceholder } from '../model/template.ts';
import { follow, type KeyValue, type Reader, textOf } from './values.ts';

/** @returns false if the pair is another assertion */
export function parseSoundPair(reading: Reader, pair: KeyValue, into: Interaction): boolean {
  if (pair.key !== 'sounds like') return false;
  if (!reading.isStrict) {
    reading.problems.warning(
      pair.range,
      '"sounds like" reads a part of the reply, not its sound.',
      'Add "syntax: 2" to the configuration to compare it with a recording.',
    );
    return false;
  }
  const node = follow(reading, pair.value);
  const items = isSeq(node) ? node.items : [node];
  const names = items.map((item) => textOf(reading, follow(reading, item))?.trim() ?? '');
  if (names.length === 0) names.push('');
  for (const name of names) {
    if (hasPlaceholder(name) || recordingProblem(name) === undefined) continue;
    const { message, hint } = soundsLike.problem?.(name, reading.patterns) ?? {};
    reading.problems.error(pair.range, message ?? '', hint);
    return true;
  }
  into.assertions.push({
    property: 'prompt',
    operator: 'soundsLike',
    expected: names,
    negated: false,
  });
  return true;
}
