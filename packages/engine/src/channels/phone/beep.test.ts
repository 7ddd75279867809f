import { murmur } from '@parley/mock-ivr/murmur';
import { decode, encode, sine, soundOf } from '@parley/sip';
import { describe, expect, it } from 'vitest';
import { hasBeep } from './beep.ts';

/** Sound after its transmission over a line. */
const carried = (samples: Int16Array) => decode('PCMU', encode('PCMU', samples));

const joined = (...parts: Int16Array[]) => Int16Array.from(parts.flatMap((part) => [...part]));

describe('a beep', () => {
  it.each([425, 440, 620, 1000, 1004, 1397.5, 1850])('of %s Hz is heard', (frequency) => {
    const pause = new Int16Array(800);
    for (const loudness of [300, 2000, 12_000])
      expect(hasBeep(carried(joined(pause, sine([frequency], 400, loudness), pause)))).toBe(true);
  });

  it.each([
    ['silence', new Int16Array(8000)],
    ['a voice', murmur(4000)],
    ['keys', soundOf('159')],
    ['a line that rings', sine([440, 480], 1000, 4000)],
    ['a click', joined(new Int16Array(800), sine([1000], 100, 8000), new Int16Array(4000))],
  ])('is not %s', (_, samples) => {
    expect(hasBeep(carried(samples))).toBe(false);
  });
});
