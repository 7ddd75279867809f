import { expect, it } from 'vitest';
import { isKept } from './is-kept.ts';

const looksAt = (property: string) =>
  isKept({ property, operator: 'contains', expected: ['welcome'], negated: false });

it.each(['', 'prompt', 'messages[', 'messages[0].text', 'latency', 'a b', '"x"', 'x: y', '#'])(
  'can expect something of %j',
  (property) => {
    expect(looksAt(property)).toBe(true);
  },
);

it.each(['latency <', 'prompt ==', 'prompt '])(
  'can expect nothing of %j, which means something else or less',
  (property) => {
    expect(looksAt(property)).toBe(false);
  },
);

it.each([
  { property: 'prompt', operator: 'exists', expected: [], negated: true },
  { property: 'latency', operator: 'less', expected: [500], negated: false },
  { property: 'prompt', operator: 'regex', expected: ['/a/i', ''], negated: false },
  { property: 'prompt', operator: 'means', expected: ['It is closed'], negated: false },
] as const)('can say %j', (assertion) => {
  expect(isKept({ ...assertion, expected: [...assertion.expected] })).toBe(true);
});
