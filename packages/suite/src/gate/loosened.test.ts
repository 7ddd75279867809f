import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunResult, TestResult } from '../events/run-result.ts';
import type { Metric, RateRule } from '../format/model/gate.ts';
import { defaultGate, type GateRules, gateOf } from './gate-rules.ts';
import { judgeGate } from './judge-gate.ts';
import { loosenedSince } from './loosened.ts';
import { ruleOf } from './read-gate.ts';

const rulesOf = (...texts: string[]): GateRules => ({
  ...defaultGate,
  rates: texts.map((text) => ruleOf(text) as RateRule),
});

describe('a gate that asks for less', () => {
  it.each<[string, GateRules, GateRules]>([
    ['a wider margin', rulesOf('pass rate no worse by 5%'), rulesOf('pass rate no worse by 6%')],
    ['a lower share', rulesOf('pass rate at least 90%'), rulesOf('pass rate at least 89%')],
    ['another question', rulesOf('pass rate at least 90%'), rulesOf('pass rate no worse by 1%')],
    ['no rule', rulesOf('pass rate no worse by 5%'), rulesOf()],
    [
      'more tokens',
      rulesOf('tries within 900 tokens at least 90%'),
      rulesOf('tries within 901 tokens at least 99%'),
    ],
    [
      'tokens of another kind',
      rulesOf('tries within 900 tokens at least 90%'),
      rulesOf('tries within 900 output tokens at least 90%'),
    ],
    [
      'fewer tokens, which compare something else',
      rulesOf('tries within 900 tokens no worse by 5%'),
      rulesOf('tries within 800 tokens no worse by 5%'),
    ],
    [
      'more time',
      rulesOf('replies within 2s at least 90%'),
      rulesOf('replies within 3s at least 90%'),
    ],
    ['no must', defaultGate, { ...defaultGate, must: false }],
    ['older runs', defaultGate, { ...defaultGate, maxAgeMs: defaultGate.maxAgeMs + 1 }],
    ['changed tests left out', defaultGate, { ...defaultGate, leavesOutChangedTests: true }],
    ['judges trusted', defaultGate, { ...defaultGate, trustsJudges: true }],
    ['a question of others', defaultGate, { ...defaultGate, question: 'tests like these' }],
    ['another baseline', defaultGate, { ...defaultGate, baseline: 'label:old' }],
    [
      'a first gate without the default rule',
      gateOf(undefined),
      gateOf({ rules: { must: true, rates: [] } }),
    ],
  ])('is told: %s', (_, before, now) => {
    expect(loosenedSince(before, now)).toHaveLength(1);
  });

  const of: fc.Arbitrary<Metric> = fc.constantFrom<Metric>(
    { kind: 'passed tries' },
    { kind: 'tries without tool errors' },
    { kind: 'tries within tokens', of: 'total', tokens: 900 },
    { kind: 'tries within tokens', of: 'total', tokens: 1_100 },
    { kind: 'tries within cost', amount: 0.9, currency: 'USD' },
    { kind: 'tries within cost', amount: 1.1, currency: 'USD' },
    { kind: 'tries with metric', name: 'score', operator: '>=', limit: 0.5 },
    { kind: 'tries with metric', name: 'score', operator: '>', limit: 0.9 },
    { kind: 'tries with metric', name: 'score', operator: '<', limit: 0.9 },
    { kind: 'replies in time', withinMs: 900 },
    { kind: 'replies in time', withinMs: 1_100 },
  );
  const share = fc.constantFrom(0.02, 0.1, 0.3, 0.6, 0.8, 0.95);
  const gate: fc.Arbitrary<GateRules> = fc
    .array(
      fc
        .tuple(of, share, fc.boolean())
        .map(
          ([one, amount, isShare]): RateRule =>
            isShare ? { of: one, atLeast: amount } : { of: one, noWorseBy: amount },
        ),
      { minLength: 1, maxLength: 3 },
    )
    .map((rates) => ({ ...defaultGate, rates }));

  /** Builds the tries of ten tests. A try whose number is below the share is correct, fast, cheap and without errors. */
  const runOf = (numbers: number[], goodShare: number): RunResult => ({
    status: 'failed',
    startedAt: numbers.reduce((sum, one) => sum + one, 1),
    finishedAt: 2_000_000,
    counts: { passed: 0, failed: 0, undecided: 0, error: 0, total: 0, skipped: 0, pending: 0 },
    tests: Array.from({ length: 10 }, (_, test) => {
      const tries = numbers.slice(test * 8, test * 8 + 8).map((number): TestResult => {
        const isGood = number < goodShare;
        const call = { name: 'x', stage: 'executed', round: 0, result: 1 };
        const tokens = { least: isGood ? 800 : 1_000, most: isGood ? 800 : 1_000 };
        const tools = {
          format: 'ai-sdk',
          calls: [number % 3 === 0 && !isGood ? { ...call, error: 'x' } : call],
          tokens: {
            requests: 1,
            input: tokens,
            output: { least: 9, most: 9 },
            cost: { least: isGood ? 0.8 : 1, most: isGood ? 0.8 : 1, currency: 'USD' },
          },
        };
        return {
          name: '',
          attempt: 1,
          checks: 1,
          outcome: number % 2 === 0 && !isGood ? 'failed' : 'passed',
          steps: [
            {
              input: { kind: 'text', text: 'x' },
              expected: 'x',
              outcome: 'passed',
              verdicts: [],
              metrics: ['score'],
              measurements: [{ name: 'score', value: isGood ? 1 : number % 2 }],
              reply: { text: 'x', latencyMs: isGood ? 800 : 1_000, tools } as never,
            },
          ],
        };
      });
      const repeat = { passRate: 0.95, tolerate: 0.8, maxTries: 8, tries: 8 };
      const shared = { outcome: 'undecided' as const, attempt: 1, steps: [], judgedAfter: 8 };
      return { ...shared, name: `T${test}`, repeat, tries };
    }),
  });

  const numbers = fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 80, maxLength: 80 });

  it('is every one that passes a version which the one before does not', () => {
    let compared = 0;
    fc.assert(
      fc.property(gate, gate, numbers, numbers, fc.integer({ min: 60, max: 100 }), (...drawn) => {
        const [before, now, one, other, goodShare] = drawn;
        if (loosenedSince(before, now).length > 0) return;
        const runs = [{ name: 's', baseline: runOf(one, 90), candidate: runOf(other, goodShare) }];
        if (judgeGate(runs, now, 2_000_001).verdict !== 'passed') return;
        compared += 1;
        expect(judgeGate(runs, before, 2_000_001).verdict).toBe('passed');
      }),
      { numRuns: 3_000, seed: 27 },
    );
    expect(compared).toBeGreaterThan(10);
  });
});
