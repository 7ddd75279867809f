import type { Matcher } from './matcher.ts';

/**
 * Implements `sounds like: greeting.wav`: the sound of a phone line matches a recording, whatever was said. The engine compares
 * the audio. This matcher never holds, so its own verdict must not be used.
 */
export const soundsLike: Matcher = {
  operator: 'soundsLike',
  words: 'sounds like',
  wordsNegated: 'does not sound like',
  takesValue: true,
  comparesTexts: false,
  problem(expected) {
    const message = typeof expected === 'string' ? recordingProblem(expected) : 'it is not text';
    return message === undefined
      ? undefined
      : {
          message: `"sounds like" cannot use ${JSON.stringify(expected)}: ${message}.`,
          hint: 'Write for example: sounds like: greeting.wav',
        };
  },
  compile: () => ({ holds: () => false }),
};

/** Maximum length of a recording's name in characters. */
const recordingNameLengthMax = 200;

/**
 * @returns why a recording cannot have this name; undefined if it can. The name is a path below the folder of the suite, of
 * letters, digits, spaces, `.`, `-`, `_` and `/`.
 */
export function recordingProblem(name: string): string | undefined {
  if (name.trim() === '') return 'it names no file';
  if (name.length > recordingNameLengthMax)
    return `it is longer than ${recordingNameLengthMax} characters`;
  if (!/\.wav$/i.test(name)) return 'it is not a WAV file';
  const isWithin = name
    .split('/')
    .every((part) => /^[\p{L}\p{N}_-][\p{L}\p{N} ._-]*$/u.test(part) && !part.endsWith(' '));
  return isWithin ? undefined : "it is not a path inside the suite's folder";
}
