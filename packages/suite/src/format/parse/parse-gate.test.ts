import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gateEntry } from '../../gate/gate-entry.ts';
import { parseGate as parseGateFile } from '../../gate/parse-gate.ts';
import { suite as anySuite } from '../../test/arbitrary-suite.ts';
import { applySuite } from '../apply/apply.ts';
import type { GateSettings, Metric, RateRule } from '../model/gate.ts';
import { testFingerprint } from '../model/test-fingerprint.ts';
import { printSuite } from '../print/print.ts';
import { parseSuite } from './parse.ts';

const text = (gate: string, syntax = 2) => `configuration:
  syntax: ${syntax}
  gate:${gate}
---
- test: A
- hi: hello
`;

const gateIn = (written: string) => parseSuite(text(written)).suite.configuration.gate;
const problemsIn = (source: string) =>
  parseSuite(source).problems.map(
    ({ severity, line, message }) => `${severity} ${line}: ${message}`,
  );

const written = `
    baseline: label:main
    maxAge: 12h
    question: tests like these
    changedTests: leave out
    judges: trust
    rules:
      - must
      - pass rate: { noWorseBy: 5%, atLeast: 85% }
      - replies within 3s: { atLeast: 95% }
      - tries without tool errors: { noWorseBy: 2 points }
      - tries within 4,000 tokens: { atLeast: 0.9 }
      - tries within 500 output tokens: { noWorseBy: 10% }
      - tries within 0.02 USD: { atLeast: 95% }
      - tries with found lamps >= 0.8: { atLeast: 90%, noWorseBy: 5% }
`;

describe('the gate of a suite', () => {
  it('is read like one in a file', () => {
    const gate = gateIn(written);
    expect(gate).toMatchObject({
      baseline: 'label:main',
      maxAgeMs: 43_200_000,
      question: 'tests like these',
      leavesOutChangedTests: true,
      trustsJudges: true,
    });
    expect(gate?.rules).toEqual({
      must: true,
      rates: [
        { of: { kind: 'passed tries' }, noWorseBy: 0.05 },
        { of: { kind: 'passed tries' }, atLeast: 0.85 },
        { of: { kind: 'replies in time', withinMs: 3000 }, atLeast: 0.95 },
        { of: { kind: 'tries without tool errors' }, noWorseBy: 0.02 },
        { of: { kind: 'tries within tokens', of: 'total', tokens: 4000 }, atLeast: 0.9 },
        { of: { kind: 'tries within tokens', of: 'output', tokens: 500 }, noWorseBy: 0.1 },
        { of: { kind: 'tries within cost', amount: 0.02, currency: 'USD' }, atLeast: 0.95 },
        {
          of: { kind: 'tries with metric', name: 'found lamps', operator: '>=', limit: 0.8 },
          atLeast: 0.9,
        },
        {
          of: { kind: 'tries with metric', name: 'found lamps', operator: '>=', limit: 0.8 },
          noWorseBy: 0.05,
        },
      ],
    });
    expect(parseGateFile(`gate:${written}`)).toEqual({ gate });
    expect(gateIn(' {}')).toEqual({});
  });

  it.each([
    [' 20', 'error 3: A gate has settings'],
    ['', 'error 3: A gate has settings'],
    ['\n    baselin: x', 'error 4: "baselin" is not a key of a gate.'],
    ['\n    maxAge: soon', 'error 4: Write an age'],
    ['\n    maxAge: 99999999999d', 'error 4: Write an age'],
    ['\n    maxAge: 1d\n    rules: []', 'error 5: Write a list of rules'],
    ['\n    rules:\n      - must\n      - speed', 'error 6: A rule is one of "must"'],
    ['\n    rules:\n      - tool errors: { atLeast: 9% }', 'error 5: "tool errors" is not a rule'],
    ['\n    rules:\n      - tries within 0 tokens: { atLeast: 9% }', 'error 5: "tries within 0'],
    ['\n    rules:\n      - tries within 0 USD: { atLeast: 9% }', 'error 5: "tries within 0'],
    ['\n    rules:\n      - tries with 1a > 1: { atLeast: 9% }', 'error 5: "tries with 1a'],
    ['\n    rules:\n      - tries with a > x: { atLeast: 9% }', 'error 5: "tries with a'],
    ['\n    rules:\n      - tries within 1 usd: { atLeast: 9% }', 'error 5: "tries within 1'],
    ['\n    rules:\n      - pass rate: { atMost: 9% }', 'error 5: "atMost" is not part'],
    ['\n    rules:\n      - pass rate: { atLeast: 120% }', 'error 5: "atLeast" must be above 0'],
    ['\n    rules:\n      - pass rate: { atLeast: -5% }', 'error 5: "atLeast" must be above 0'],
    [`\n    rules: [${'must, '.repeat(21)}]`, 'error 4: A gate has at most 20 rules'],
    [' { rules: [must], rules: [must] }', 'error 3: "rules" appears here twice.'],
  ])('is refused as a whole where a part is wrong: %j', (gate, problem) => {
    expect([...new Set(problemsIn(text(gate)))]).toEqual([expect.stringContaining(problem)]);
    expect(parseSuite(text(gate)).suite.configuration.gate).toBeUndefined();
  });

  it('takes 20 rules', () => {
    expect(problemsIn(text(` { rules: [${'must, '.repeat(20)}] }`))).toEqual([]);
  });

  it('means nothing in version 1, and says so', () => {
    const { suite, problems } = parseSuite(text(' { rules: [must] }', 1));
    expect(suite.configuration).toEqual({ syntax: 1, extra: { gate: { rules: ['must'] } } });
    expect(problems).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('"gate" is unknown to Parley') },
    ]);
  });

  it.each([
    ['kind: http', '', '', /nothing in this suite reports them/],
    ['kind: http', 'toolCalls: ai-sdk', '', undefined],
    ['kind: http', 'toolCalls: openai', '', /openai does not show whether a tool failed/],
    ['kind: openai, model: m', '', '', /openai does not show whether a tool failed/],
    ['kind: http', '', 'evidence: { sources: [agent] }', undefined],
    ['kind: openai, model: m', '', 'evidence: { sources: [agent] }', undefined],
  ])('warns of a rule about tools that nothing can show: %s %s %s', (kind, format, more, says) => {
    const source = (rule: string) =>
      parseSuite(`configuration:
  syntax: 2
  gate: { rules: [${rule}] }
  channel: { ${[kind, 'url: "http://x/"', format].filter(Boolean).join(', ')} }
${more && `  ${more}\n`}---
- test: A
- hi: hello
`).problems.map(({ severity, line, message }) => `${severity} ${line} ${message}`);
    const found = source('tries without tool errors: { atLeast: 90% }');
    expect(found).toEqual(says ? [expect.stringMatching(says)] : []);
    expect(found.every((one) => one.startsWith('warning 3'))).toBe(true);
    const isUnreported = says?.test('nothing in this suite reports them');
    expect(source('tries within 9 tokens: { atLeast: 90% }')).toHaveLength(isUnreported ? 1 : 0);
    expect(source('pass rate: { atLeast: 90% }')).toEqual([]);
    expect(source('tries within 0.02 USD: { atLeast: 90% }').join()).toMatch(/has no prices/);
  });

  it('is no part of what a test asks, so that a test is not edited with it', () => {
    const printOf = (source: string) => {
      const { configuration, tests } = parseSuite(source).suite;
      return tests.map((test) => testFingerprint(test, configuration));
    };
    expect(printOf(text(written))).toEqual(printOf(text(' {}')));
  });

  it('stays as it was written where something else is changed', () => {
    const source = text(written);
    const { suite } = parseSuite(source);
    const changed = { ...suite, configuration: { ...suite.configuration, lenient: true } };
    expect(applySuite(source, changed)).toContain('tries within 4,000 tokens: { atLeast: 0.9 }');
  });

  const share = fc.oneof(
    fc.constantFrom(0.05, 0.1, 0.95, 1e-6, 1.2e-6, 0.333, 0.29, 0.57, 1 - 2 ** -53),
    fc.double({ min: 1e-6, max: 1 - 2 ** -53, noNaN: true }),
  );
  const metric: fc.Arbitrary<Metric> = fc.oneof(
    fc.constant({ kind: 'passed tries' } as const),
    fc.constant({ kind: 'tries without tool errors' } as const),
    fc
      .integer({ min: 1, max: 864_000_000 })
      .map((withinMs) => ({ kind: 'replies in time' as const, withinMs })),
    fc
      .tuple(fc.constantFrom('total', 'input', 'output'), fc.integer({ min: 1 }))
      .map(([of, tokens]) => ({ kind: 'tries within tokens' as const, of, tokens })),
    fc
      .tuple(
        fc.constantFrom('a', 'found lamps', 'x-1_2'),
        fc.constantFrom('<', '<=', '>', '>='),
        fc.oneof(
          fc.integer({ min: -999_999_999, max: 999_999_999 }).map((one) => one / 1e6 + 0),
          fc.constantFrom(0, 0.1, -3, 1e-6, 1_000_000_000),
        ),
      )
      .filter(([, , limit]) => !String(limit).includes('e'))
      .map(([name, operator, limit]) => ({
        kind: 'tries with metric' as const,
        name,
        operator,
        limit,
      })),
    fc
      .tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.constantFrom('USD', 'EUR'))
      .map(([millionths, currency]) => ({
        kind: 'tries within cost' as const,
        amount: millionths / 1e6,
        currency,
      })),
  ) as fc.Arbitrary<Metric>;
  const rate: fc.Arbitrary<RateRule> = fc
    .tuple(metric, share, fc.boolean())
    .map(([of, one, isAtLeast]) => ({
      of,
      ...(isAtLeast ? { atLeast: one } : { noWorseBy: one }),
    }));
  const gate = fc.record(
    {
      baseline: fc.constantFrom('main.json', 'label:main', 'last-green', 'a: b #c', '007', ' x '),
      maxAgeMs: fc.oneof(fc.integer({ min: 1, max: 315_360_000_000 }), fc.constant(604_800_000)),
      question: fc.constantFrom('these tests', 'tests like these'),
      leavesOutChangedTests: fc.boolean(),
      trustsJudges: fc.boolean(),
      rules: fc
        .record({ must: fc.boolean(), rates: fc.array(rate, { maxLength: 8 }) })
        .filter(({ must, rates }) => must || rates.length > 0),
    },
    { requiredKeys: [], noNullPrototype: true },
  ) as fc.Arbitrary<GateSettings>;

  it('is the same after it was printed and read', () => {
    fc.assert(
      fc.property(gate, anySuite, (one, suite) => {
        const configuration = { ...suite.configuration, syntax: 2 as const, gate: one };
        const printed = printSuite({ tests: [], configuration });
        const read = parseSuite(printed).suite.configuration.gate;
        expect(read).toEqual(one);
        expect(parseGateFile(JSON.stringify({ gate: gateEntry(one) }))).toEqual({ gate: one });
      }),
      { numRuns: 200 },
    );
  });
});
