import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { difference, differenceWithin, nameDifference } from './difference.ts';
import type { DifferencePart } from './matcher.ts';

const short = (parts: DifferencePart[]) => parts.map(({ kind, text }) => `${kind}: ${text}`);

describe('the difference of a text that stands somewhere in a reply', () => {
  it.each([
    [
      'arrives in 3 days',
      'Thank you. It arrives in 5 days. In 3 weeks we ask you how it was.',
      [
        'around: Thank you. It',
        'same: arrives in',
        'missing: 3',
        'extra: 5',
        'same: days.',
        'around: In 3 weeks we ask you how it was.',
      ],
    ],
    [
      'savings account holds * dollars',
      'Your savings account holds 1,200 and 50 euros',
      [
        'around: Your',
        'same: savings account holds 1,200 and 50',
        'missing: dollars',
        'extra: euros',
      ],
    ],
    [
      'is blocked',
      'Your card is not blocked',
      ['around: Your card', 'same: is', 'extra: not', 'same: blocked'],
    ],
    ['hello', '', ['missing: hello']],
  ])('%s in %s', (expected, actual, parts) => {
    expect(short(differenceWithin(expected, actual))).toEqual(parts);
  });

  it('shows no more of a long reply than what is near', () => {
    const long = 'word '.repeat(4_000);
    const parts = differenceWithin('the code is 7', `${long}the code is 9 ${long}`);
    expect(short(parts).slice(1, -1)).toEqual(['same: the code is', 'missing: 7', 'extra: 9']);
    expect(parts.at(0)?.text).toMatch(/^… /);
    expect(parts.at(-1)?.text).toMatch(/ …$/);
  });

  it('holds every expected word, and loses none of the reply', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
    fc.assert(
      fc.property(words, words, (wanted, said) => {
        const parts = differenceWithin(wanted.join(' '), said.join(' '));
        const textOf = (...kinds: DifferencePart['kind'][]) =>
          parts.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text);
        expect(textOf('same', 'missing').join(' ')).toBe(wanted.join(' '));
        expect(textOf('around', 'same', 'extra').join(' ')).toBe(said.join(' '));
      }),
    );
  });
});

describe('the difference in words', () => {
  it('names what stands instead, what is missing and what is too much', () => {
    expect(nameDifference(difference('we open at 9 today', 'we open at 10'))).toBe(
      'The wording differs: "10" instead of "9 today".',
    );
    expect(nameDifference(difference('a b', 'a b'))).toBeUndefined();
  });

  it('ends', () => {
    const parts = difference('a 1 b 2 c 3 d 4 e', 'a x b x c x d x e');
    expect(nameDifference(parts)).toMatch(/; and 1 more\.$/);
  });
});
