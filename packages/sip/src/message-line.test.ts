import { expect, it } from 'vitest';
import { messageLine } from './message-line.ts';

const message = { headers: [], body: '' };

it.each([
  [{ ...message, method: 'BYE', uri: 'sip:a@b' }, 'BYE sip:a@b'],
  [{ ...message, status: 180, reason: 'Ringing' }, '180 Ringing'],
  [
    { ...message, method: 'OPTIONS', uri: `sip:${'a'.repeat(40_000)}` },
    `OPTIONS sip:${'a'.repeat(188)}…`,
  ],
  [{ ...message, status: 200, reason: 'x'.repeat(40_000) }, `200 ${'x'.repeat(196)}…`],
])('a message is told in a line of bounded length', (told, words) => {
  const line = messageLine('←', told, performance.now() - 1234);
  expect(line.slice(0, 11)).toMatch(/^ {3}1\.\d{3} ← $/);
  expect(line.slice(11)).toBe(words);
});
