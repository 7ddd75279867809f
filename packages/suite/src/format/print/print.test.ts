import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suite, suiteWithBlocks } from '../../test/arbitrary-suite.ts';
import type { Assertion, Interaction, Suite } from '../model/suite.ts';
import { operatorSpellings } from '../parse/operators.ts';
import { parseSuite } from '../parse/parse.ts';
import { printSuite } from './print.ts';

function interactionsWith(text: string): Interaction[] {
  const input = { kind: 'text' as const, text };
  const expecting = (...assertions: Assertion[]) => ({
    input,
    assertions,
    branches: [],
    settings: {},
  });
  const about = { property: 'prompt', expected: [text] };
  return [
    expecting(),
    expecting({ ...about, operator: 'contains', negated: false }),
    expecting({ ...about, operator: 'contains', negated: true }),
    expecting(
      { ...about, operator: 'means', negated: false },
      { ...about, operator: 'equals', negated: false, expected: [text, text] },
    ),
  ];
}

describe('printSuite', () => {
  const symbols = [...operatorSpellings.flatMap((spelling) => spelling.symbols), 'exists', 'goto'];

  it.each(symbols)('quotes a text with %s in it, said or expected', (symbol) => {
    for (const text of [`what ${symbol} that`, `what ${symbol}`]) {
      const said: Suite = {
        configuration: {},
        tests: [{ name: 'A', mode: 'normal', tags: [], interactions: interactionsWith(text) }],
      };
      expect(parseSuite(printSuite(said))).toEqual({ suite: said, problems: [] });
    }
  });

  it.each([
    'label',
    'goto',
    'exit',
    'set x',
    'set x[*]',
    'request.a',
    'request.items[*].id',
    'request.größe',
    'request.a/b',
  ])('tells an assertion on the property %s from the item that begins like it', (property) => {
    const on = (value: Partial<Assertion>): Assertion => ({
      property,
      operator: 'contains',
      negated: false,
      expected: ['booking'],
      ...value,
    });
    const asked: Interaction = {
      input: { kind: 'text', text: 'hi' },
      assertions: [
        on({}),
        on({ negated: true }),
        on({ operator: 'means', expected: ['a: b', 'c'] }),
        on({ operator: 'exists', expected: [] }),
      ],
      branches: [on({}), on({ operator: 'less', expected: [3] })].map((when) => ({
        when,
        to: { kind: 'goto', target: 'hi' },
      })),
      settings: {},
    };
    const original: Suite = {
      configuration: {},
      tests: [{ name: 'A', mode: 'normal', tags: [], interactions: [asked] }],
    };
    expect(parseSuite(printSuite(original))).toEqual({ suite: original, problems: [] });
  });

  it.each([2.5, 1.005, 0.0004, 1e21])('keeps a wait for no reply of %s s', (replyTimeout) => {
    const silent: Interaction = {
      input: { kind: 'text', text: 'hi' },
      assertions: [{ property: 'prompt', operator: 'exists', expected: [], negated: true }],
      branches: [],
      settings: { replyTimeout },
    };
    const original: Suite = {
      configuration: {},
      tests: [{ name: 'A', mode: 'normal', tags: [], interactions: [silent] }],
    };
    expect(parseSuite(printSuite(original)).suite).toEqual(original);
  });

  it('prints any suite so that it reads back as the same suite', () => {
    fc.assert(
      fc.property(suite, (original) => {
        expect(parseSuite(printSuite(original)).suite).toEqual(original);
      }),
      { numRuns: 150 },
    );
  });

  it('prints any suite with blocks so that it reads back as the same suite', () => {
    fc.assert(
      fc.property(suiteWithBlocks, (original) => {
        const printed = printSuite(original);
        expect(parseSuite(printed).suite).toEqual(original);
        expect(printSuite(parseSuite(printed).suite)).toBe(printed);
      }),
      { numRuns: 150 },
    );
  });
});
