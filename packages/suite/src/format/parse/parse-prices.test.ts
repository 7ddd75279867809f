import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Prices } from '../../tools/prices.ts';
import { printSuite } from '../print/print.ts';
import { parseSuite } from './parse.ts';

const read = (settings: string, step = 'welcome') =>
  parseSuite(
    `configuration:\n${settings.replace(/^/gm, '  ')}\n---\n- test: A\n- Hi:\n  - ${step}\n`,
  );
const messages = (...of: Parameters<typeof read>) =>
  read(...of).problems.map(({ severity, message }) => `${severity}: ${message}`);

const price = fc.integer({ min: 0, max: 100_000_000_000 }).map((millionths) => millionths / 1e6);

const anyPrices: fc.Arbitrary<Prices> = fc.record(
  {
    currency: fc.constantFrom('USD', 'EUR', 'JPY'),
    models: fc.dictionary(
      fc.oneof(
        fc.constantFrom('gpt-4o', '*', 'a b', '007', 'null', 'x: y', 'big-*', '#1'),
        fc
          .string({ minLength: 1, maxLength: 10 })
          .filter((name) => /^(?!__)[\w./:@-]+$/.test(name)),
      ),
      fc.record(
        { input: price, cached: price, cacheWrite: price, output: price },
        { requiredKeys: ['input', 'output'], noNullPrototype: true },
      ),
      { minKeys: 1, maxKeys: 4, noNullPrototype: true },
    ),
  },
  { noNullPrototype: true },
);

describe('prices of a suite', () => {
  it('are read', () => {
    const { suite, problems } = read(
      'syntax: 2\nprices: { currency: USD, models: { small: { input: 0.15, cached: 0.075, output: 0.60 }, "big-*": { input: 3, cacheWrite: 3.75, output: 15 } } }',
      'turn cost < 0.02',
    );
    expect(problems).toEqual([]);
    expect(suite.configuration.prices).toEqual({
      currency: 'USD',
      models: {
        small: { input: 0.15, cached: 0.075, output: 0.6 },
        'big-*': { input: 3, cacheWrite: 3.75, output: 15 },
      },
    });
  });

  it('are written as they are read back', () => {
    fc.assert(
      fc.property(anyPrices, (prices) => {
        const suite = { configuration: { syntax: 2 as const, prices }, tests: [] };
        const { suite: back, problems } = parseSuite(printSuite(suite));
        expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(back.configuration.prices).toEqual(prices);
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, RegExp]>([
    ['prices: 3', /"currency"/],
    ['prices: { currency: dollars, models: { a: { input: 1, output: 1 } } }', /"currency"/],
    ['prices: { currency: USD }', /"models" must name 1 to 100/],
    ['prices: { currency: USD, models: {} }', /"models" must name 1 to 100/],
    ['prices: { currency: USD, models: { a: { input: 1 } } }', /"a" needs prices of input and/],
    ['prices: { currency: USD, models: { a: 3 } }', /"a" needs prices of input and output/],
    [
      'prices: { currency: USD, models: { a: { input: -1, output: 1 } } }',
      /"input" must be the price/,
    ],
    [
      'prices: { currency: USD, models: { a: { input: 1e3, output: 1 } } }',
      /"input" must be the price/,
    ],
    ['prices: { currency: USD, models: { a: { input: 100001, output: 1 } } }', /"input" must be/],
    [
      'prices: { currency: USD, models: { a: { input: 0.0000001, output: 1 } } }',
      /at most 6 decimals/,
    ],
    ['prices: { currency: USD, models: { a: { input: 1, output: 1, cache: 1 } } }', /"cache"/],
    ['prices: { currency: USD, models: { "a*b": { input: 1, output: 1 } } }', /only at its end/],
    ['prices: { currency: USD, models: { __proto__: { input: 1, output: 1 } } }', /__proto__/],
  ])('are refused: %s', (text, message) => {
    const { suite, problems } = read(`syntax: 2\n${text}`);
    expect(problems.map((one) => one.message).join('\n')).toMatch(message);
    expect(suite.configuration.prices).toBeUndefined();
  });

  it('take at most 100 models', () => {
    const some = (count: number) =>
      Array.from({ length: count }, (_, at) => `m${at}: { input: 1, output: 1 }`).join(', ');
    const text = (count: number) =>
      `syntax: 2\nprices: { currency: USD, models: { ${some(count)} } }`;
    expect(read(text(100)).problems).toEqual([]);
    expect(messages(text(101))).toEqual([
      'error: "models" must name 1 to 100 models with their prices.',
    ]);
  });

  it('have no effect in version 1', () => {
    expect(
      messages('syntax: 1\nprices: { currency: USD, models: { a: { input: 1, output: 1 } } }'),
    ).toEqual(['warning: "prices" is unknown to Parley in version 1 of the syntax.']);
  });
});

describe('a check of cost', () => {
  const prices = 'prices: { currency: USD, models: { a: { input: 1, output: 1 } } }';

  it.each<[string, RegExp]>([
    ['turn cost', /must compare a cost with a number/],
    ['turn cost < cheap', /must compare a cost with a number/],
    ['turn cost < -1', /must compare a cost with a number/],
    ['turn cost < 1e-3', /must compare a cost with a number/],
    ['turn cost =~ 1', /must compare a cost with a number/],
    ['turn cost < 0', /can never be true/],
    ['turn cost >= 0', /is always true/],
  ])('must be one: %s', (step, message) => {
    expect(messages(`syntax: 2\n${prices}`, step)).toEqual([expect.stringMatching(message)]);
  });

  it('needs prices', () => {
    expect(messages('syntax: 2', 'conversation cost < 1')).toEqual([
      'error: "conversation cost < 1" needs to know what tokens cost.',
    ]);
  });

  it('is a path into the reply in version 1', () => {
    const { suite, problems } = read('syntax: 1', 'turn cost < 0.02');
    expect(problems.map(({ severity }) => severity)).toEqual(['warning']);
    expect(suite.tests[0]?.interactions[0]?.assertions[0]?.property).toBe('turn cost');
  });
});
