/** Fuzzes expectations and replies: every combination has a verdict of bounded size, which is the same each time. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Assertion, Json, Operator } from '../format/model/suite.ts';
import { boundedVerdict, verdictTextMax } from './bounded-verdict.ts';
import { matchAssertion, matchSettings } from './match-assertion.ts';

const operators: Operator[] = ['contains', 'equals', 'regex', 'fuzzy', 'greater', 'less', 'exists'];

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '0',
    '-0',
    '1e309',
    'null',
    'x'.repeat(20_000),
    '👩‍👩‍👧'.repeat(50),
    'İ',
    'ß',
  ),
);

const property = fc.oneof(
  fc.constantFrom(
    'prompt',
    'transcript',
    'buttons',
    'latency',
    '$',
    '$..*',
    '$..a',
    '$.a[*].b',
    'buttons[0].title',
    '..',
    '$[-1]',
    "$['a']",
  ),
  fc
    .array(
      fc.constantFrom(
        '$',
        '.',
        '..',
        '[',
        ']',
        '*',
        'a',
        "'",
        '"',
        '0',
        '-1',
        '\\',
        ' ',
        'b',
        '__proto__',
        'length',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

const pattern = fc
  .array(
    fc.constantFrom(
      'a',
      '.',
      '*',
      '+',
      '?',
      '(',
      ')',
      '[',
      ']',
      '{2,}',
      '{1000}',
      '|',
      '\\d',
      '\\pL',
      '^',
      '$',
      '/',
      'i',
      '\\',
      '(?:',
      '(?i)',
    ),
    {
      maxLength: 15,
    },
  )
  .map((parts) => parts.join(''));

const assertion: fc.Arbitrary<Assertion> = fc.record({
  property,
  operator: fc.constantFrom(...operators),
  negated: fc.boolean(),
  expected: fc.array(fc.oneof(text, pattern, fc.double(), fc.boolean(), fc.constant(null)), {
    maxLength: 4,
  }),
}) as fc.Arbitrary<Assertion>;

it('is decided without an error, in bounds, and decided alike again', () => {
  fc.assert(
    fc.property(
      assertion,
      text,
      fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>,
      fc.boolean(),
      (asked, said, payload, isStrict) => {
        const reply = {
          text: said,
          messages: [said],
          buttons: [{ title: said }],
          attachments: [],
          latencyMs: 1,
          payload,
        };
        const settings = matchSettings(isStrict ? ({ syntax: 2 } as never) : {});
        const verdict = matchAssertion(asked, reply, settings);
        expect(typeof verdict.passed).toBe('boolean');
        expect(matchAssertion(asked, reply, settings)).toEqual(verdict);
        const kept = boundedVerdict(verdict);
        const expectedLength = JSON.stringify(asked).length;
        expect(JSON.stringify(kept).length).toBeLessThan(
          12 * verdictTextMax + 4 * expectedLength + 5_000,
        );
      },
    ),
    { numRuns: 1_500 },
  );
});
