import type { DifferencePart } from '@parley/suite';
import { expect, it } from 'vitest';
import { closestPart } from './closest-part.ts';

const words = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `w${from + index}`).join(' ');

it('keeps the words next to what differs and all that differs', () => {
  const parts: DifferencePart[] = [
    { kind: 'around', text: words(1, 20) },
    { kind: 'missing', text: words(1, 9) },
    { kind: 'extra', text: words(1, 9) },
    { kind: 'same', text: words(1, 30) },
    { kind: 'missing', text: 'x' },
    { kind: 'around', text: words(1, 20) },
  ];
  expect(closestPart(parts).map(({ text }) => text)).toEqual([
    '… w15 w16 w17 w18 w19 w20',
    words(1, 9),
    words(1, 9),
    'w1 w2 w3 w4 w5 w6 … w25 w26 w27 w28 w29 w30',
    'x',
    'w1 w2 w3 w4 w5 w6 …',
  ]);
});

it('leaves a short difference as it is', () => {
  const parts: DifferencePart[] = [
    { kind: 'same', text: 'Which' },
    { kind: 'missing', text: 'card' },
    { kind: 'extra', text: 'account' },
    { kind: 'around', text: words(1, 7) },
  ];
  expect(closestPart(parts)).toEqual(parts);
});
