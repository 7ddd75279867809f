/** Rules about tool errors and tokens that could be decided wrongly. Each case names the possible cause. */
import { describe, expect, it } from 'vitest';
import type { RunResult, StepResult, TestResult } from '../events/run-result.ts';
import type { RateRule } from '../format/model/gate.ts';
import type { Input } from '../format/model/suite.ts';
import { thinReport } from '../tools/thin-report.ts';
import type { TokenUse } from '../tools/token-use.ts';
import type { ToolCall, ToolReport } from '../tools/tool-call.ts';
import { defaultGate, type GateRules, ruleInWords } from './gate-rules.ts';
import { judgeGate } from './judge-gate.ts';
import { gateAsMarkdown } from './print-gate.ts';
import { ruleOf } from './read-gate.ts';

const now = Date.UTC(2026, 10, 28);

/** What a turn reports; `none` for a turn that reports nothing. */
type Shown = Partial<ToolReport> | 'none';

const call = (more: Partial<ToolCall> = {}): ToolCall => ({
  name: 'refund_order',
  id: 'call_1',
  stage: 'executed',
  result: { state: 'refunded' },
  round: 0,
  ...more,
});
const fine: Shown = { format: 'ai-sdk', calls: [call()] };
const broken: Shown = {
  format: 'ai-sdk',
  calls: [{ ...call({ error: 'The payment service is down.' }), result: undefined as never }],
};

function step(shown: Shown | undefined, more: Partial<StepResult> = {}): StepResult {
  const tools = shown === 'none' ? undefined : { calls: [], ...shown };
  return {
    input: { kind: 'text', text: 'Refund order 7' },
    expected: 'refunded',
    outcome: 'passed',
    verdicts: [],
    ...(shown && { reply: { text: 'Refunded.', latencyMs: 10, ...(tools && { tools }) } as never }),
    ...more,
  };
}

const held = (steps: StepResult[], more: Partial<TestResult> = {}): TestResult => ({
  name: 'Refund',
  outcome: 'passed',
  attempt: 1,
  checks: 1,
  steps,
  ...more,
});

type Try = Shown | TestResult;

const tryOf = (one: Try): TestResult =>
  typeof one === 'object' && 'outcome' in one ? one : held([step(one)]);

/** Builds a run of fifty tests with five tries each; `of` describes each try. */
const run = (
  of: (at: number, number: number) => Try,
  more: Partial<RunResult> = {},
): RunResult => ({
  status: 'passed',
  startedAt: now - 5_000,
  finishedAt: now - 1_000,
  counts: { passed: 0, failed: 0, undecided: 0, error: 0, total: 0, skipped: 0, pending: 0 },
  tests: Array.from({ length: 50 }, (_, at) => ({
    ...held([]),
    name: `Test ${at}`,
    outcome: 'undecided' as const,
    repeat: { passRate: 0.95, tolerate: 0.8, maxTries: 5, tries: 5 },
    tries: Array.from({ length: 5 }, (__, number) => tryOf(of(at, number))),
    judgedAfter: 5,
  })),
  ...more,
});
const always = (one: Try) => run(() => one);
/** Builds a run in which `count` of the 250 tries, spread over all tests, have the first value and the others the second. */
const some = (count: number, one: Try, others: Try) =>
  run((at, number) => (number * 50 + at < count ? one : others));

const rulesOf = (...rates: RateRule[]): GateRules => ({ ...defaultGate, rates });
const later = (result: RunResult): RunResult => ({ ...result, startedAt: now - 4_000 });

function judge(rules: GateRules, candidate: RunResult, baseline?: RunResult) {
  const runs = { name: 'orders', candidate: later(candidate), ...(baseline && { baseline }) };
  const result = judgeGate([runs], rules, now);
  const [rule] = result.rules;
  return { verdict: result.verdict, rule, why: rule?.why ?? '', result };
}

describe('a rule on tool errors', () => {
  const of = { kind: 'tries without tool errors' } as const;
  const atLeast = rulesOf({ of, atLeast: 0.9 });
  const noWorse = rulesOf({ of, noWorseBy: 0.1 });

  it('passes where calls end well, and blocks where they fail', () => {
    expect(judge(atLeast, always(fine)).verdict).toBe('passed');
    expect(judge(atLeast, some(3, broken, fine)).verdict).toBe('passed');
    expect(judge(atLeast, some(100, broken, fine)).verdict).toBe('blocked');
    expect(judge(noWorse, always(fine), always(fine)).verdict).toBe('passed');
    expect(judge(noWorse, some(100, broken, fine), always(fine)).verdict).toBe('blocked');
    // An agent that always had such errors is no worse.
    const same = some(50, broken, fine);
    expect(judge(noWorse, same, some(55, broken, fine)).verdict).toBe('passed');
    expect(judge(noWorse, same, same).rule?.candidate.rate).toBeCloseTo(0.8, 6);
  });

  it.each<[string, Try, RegExp]>([
    ['nothing reports calls', 'none', /A turn reports no tool calls/],
    ['replies are in another format', { format: 'ai-sdk', isForeign: true }, /format|AI SDK/],
    [
      'a stream broke off',
      { ...fine, gaps: ['The stream ended before the message did.'] },
      /The stream ended before the message did/,
    ],
    [
      'a call was asked for, and nothing shows how it ended',
      { format: 'ai-sdk', calls: [call({ stage: 'requested' })] },
      /refund_order was requested, but nothing shows how it ended/,
    ],
    [
      'the format has no place for errors',
      { format: 'openai', calls: [call()] },
      /does not show whether a tool failed/,
    ],
    // The text that LangGraph's ToolNode passes to the model.
    [
      'a tool gave back a text that looks like an error',
      {
        format: 'ai-sdk',
        calls: [call({ result: "Error: ValueError('no such order')\n Please fix your mistakes." })],
      },
      /looks like an error/,
    ],
    // The default of the OpenAI Agents SDK, and a result of MCP.
    [
      'a tool gave back the words of an SDK for a failed call',
      {
        sources: ['agent'],
        calls: [
          call({
            source: 'agent',
            result: 'An error occurred while running the tool. Please try again. Error: timeout',
          }),
        ],
      },
      /looks like an error/,
    ],
    [
      'a tool gave back a result of MCP that is marked as an error',
      {
        format: 'ai-sdk',
        calls: [call({ result: { content: [{ type: 'text', text: 'no' }], isError: true } })],
      },
      /looks like an error/,
    ],
    ['no tool was called at all', { format: 'ai-sdk', calls: [] }, /No tool was called/],
    [
      'the conversation broke off',
      held([step(fine)], { outcome: 'error' }),
      /broke off|did not finish/,
    ],
    [
      'the conversation ended early at its failure',
      held([step(fine), step(undefined, { outcome: 'pending' })], { outcome: 'failed' }),
      /ended at its failure/,
    ],
    [
      'spans came late',
      held([step(fine)], {
        outcome: 'failed',
        failure: { remark: { code: 'late-spans', message: '' } } as never,
      }),
      /Spans arrived after/,
    ],
    [
      'one of two turns reports nothing',
      held([step(fine), step('none')]),
      /A turn reports no tool calls/,
    ],
    [
      'a call lies before the last message of the user, and no turn reported it',
      { format: 'ai-sdk', calls: [call()], told: ['id call_0'] },
      /before the last message of the user/,
    ],
  ])('is undecided where %s', (_, one, says) => {
    const alone = judge(atLeast, always(one));
    expect([alone.verdict, alone.why]).toEqual(['undecided', expect.stringMatching(says)]);
    expect(judge(noWorse, always(one), always(one)).verdict).toBe('undecided');
  });

  it.each<[string, Try]>([
    ['the reply came after a retry', held([step(fine)], { earlierAttempts: [tryOf(broken)] })],
    ['a branch played the step again', held([step(fine, { earlierPlays: [step(broken)] })])],
    [
      'nothing was said',
      held([step(undefined, { silence: { events: [], tools: broken as ToolReport } })]),
    ],
    ['the conversation broke off after it', held([step(broken)], { outcome: 'error' })],
    [
      'the input was refused',
      { format: 'ai-sdk', calls: [call({ stage: 'refused', error: 'x' })] },
    ],
    ['more may have been called', { ...broken, gaps: ['The stream ended early.'] }],
  ])('counts a failed call although %s', (_, one) => {
    expect(judge(atLeast, some(120, one, fine)).verdict).toBe('blocked');
  });

  it.each<[string, Try]>([
    [
      'a person refused the call',
      { format: 'ai-sdk', calls: [call(), call({ stage: 'refused' })] },
    ],
    ['nothing came in a pause', held([step(fine), pause()])],
    [
      'nothing came in a pause that was timed',
      held([step(fine), { ...pause(), silence: { events: [], voice: {} as never } }]),
    ],
    ['the system of record was asked', held([step(fine), step(undefined, { input: check() })])],
    ['a step was passed over', held([step(fine), step(undefined, { outcome: 'pending' })])],
    ['a result mentions errors', fineWith({ errors: [], error: null, ok: true })],
    ['a text mentions errors', fineWith('No errors found.')],
    ['a list has none', fineWith([{ order: 7 }])],
    ['spans show how it ended', { sources: ['agent'], calls: [call({ source: 'agent' })] }],
    ['a retry lost its connection before', held([step(fine)], { earlierAttempts: [lost()] })],
    ['a turn called nothing', held([step(fine), step({ format: 'ai-sdk' })])],
  ])('does not blame the agent because %s', (_, one) => {
    expect(judge(atLeast, always(one)).verdict).toBe('passed');
    expect(judge(noWorse, always(one), always(one)).verdict).toBe('passed');
  });

  it('asks nothing of the checks of a conversation that came to its end', () => {
    const failed = held([step(fine, { outcome: 'failed' })], { outcome: 'failed' });
    expect(judge(noWorse, some(100, failed, fine), always(fine)).verdict).toBe('passed');
  });

  it('does not pass a version that stops reporting, wholly or now and then', () => {
    expect(judge(noWorse, always('none'), always(fine)).verdict).toBe('undecided');
    const now = judge(noWorse, some(12, 'none', fine), always(fine));
    expect(now.verdict).toBe('undecided');
    expect(now.why).toMatch(/12 tries of the candidate and 0 of the baseline show nothing/);
    expect(judge(noWorse, always(fine), some(12, 'none', fine)).verdict).toBe('undecided');
  });

  it('compares nothing that was measured in different ways, and blames nobody for it', () => {
    const spans = (more: Partial<ToolCall>) => ({
      sources: ['agent'],
      calls: [call({ source: 'agent', ...more })],
    });
    const ways = judge(noWorse, some(100, spans({ error: 'down' }), spans({})), always(fine));
    expect(ways.verdict).toBe('undecided');
    expect(ways.why).toMatch(/spans of agent.*AI SDK|AI SDK.*spans of agent/);
    expect(judge(noWorse, always(fine), always(spans({}))).verdict).toBe('undecided');
  });

  it('says in the report what is missing', () => {
    const { result } = judge(atLeast, always('none'));
    const text = gateAsMarkdown(result);
    expect(text).toContain('tries without tool errors at least 90%');
    expect(text).toMatch(/A turn reports no tool calls/);
  });
});

function pause(): StepResult {
  return step(undefined, { input: { kind: 'pause', seconds: 1 } });
}
function check(): Input {
  return { kind: 'check', request: { method: 'GET', url: 'http://x' } as never };
}
function fineWith(result: never | ToolCall['result']): Shown {
  return { format: 'ai-sdk', calls: [call({ result: result as never })] };
}
function lost(): TestResult {
  return held([step('none', { outcome: 'error' })], { outcome: 'error' });
}

describe('a rule on tokens', () => {
  const of = { kind: 'tries within tokens', of: 'total', tokens: 2_000 } as const;
  const atLeast = rulesOf({ of, atLeast: 0.9 });
  const noWorse = rulesOf({ of, noWorseBy: 0.1 });
  const count = (least: number, most = least) => ({ least, most });
  const used = (input: number, output = 100, more: Partial<TokenUse> = {}): Shown => ({
    format: 'anthropic',
    tokens: { requests: 1, input: count(input), output: count(output), models: ['a'], ...more },
  });
  const cheap = used(900);
  const dear = used(2_500);

  it('passes within the limit, and blocks beyond it', () => {
    expect(judge(atLeast, always(used(1_900))).verdict).toBe('passed');
    expect(judge(atLeast, always(used(1_901))).verdict).toBe('blocked');
    expect(judge(noWorse, always(cheap), always(cheap)).verdict).toBe('passed');
    expect(judge(noWorse, some(100, dear, cheap), always(cheap)).verdict).toBe('blocked');
    const output = rulesOf({ of: { ...of, of: 'output', tokens: 99 }, atLeast: 0.9 });
    expect(judge(output, always(cheap)).verdict).toBe('blocked');
    const input = rulesOf({ of: { ...of, of: 'input', tokens: 900 }, atLeast: 0.9 });
    expect(judge(input, always(cheap)).verdict).toBe('passed');
  });

  it('adds up the turns of a conversation, and not its attempts', () => {
    expect(judge(atLeast, always(held([step(used(1_000)), step(used(1_000))]))).verdict).toBe(
      'blocked',
    );
    const again = held([step(used(1_500))], { earlierAttempts: [tryOf(used(1_500))] });
    expect(judge(atLeast, always(again)).verdict).toBe('passed');
    const dearOnce = held([step(cheap)], { earlierAttempts: [tryOf(dear)] });
    expect(judge(atLeast, always(dearOnce)).verdict).toBe('blocked');
  });

  it.each<[string, Try, RegExp]>([
    ['nothing reports tokens', 'none', /reports no tokens/],
    ['calls are reported and tokens are not', { format: 'anthropic' }, /reports no tokens/],
    [
      'a part of the requests reports them',
      used(900, 100, { gaps: ['An answer of a model in the reply reports no tokens.'] }),
      /An answer of a model/,
    ],
    ['zeros are reported', used(0, 0), /no input tokens/],
    ['no request to a model is reported', used(0, 0, { requests: 0 }), /No request to a model/],
    [
      'the limit lies between what may be',
      { format: 'anthropic', tokens: { requests: 1, input: count(900, 3_000), output: count(9) } },
      /cached tokens/,
    ],
    ['the conversation broke off', held([step(cheap)], { outcome: 'undecided' }), /did not finish/],
    ['one of two turns reports none', held([step(cheap), step('none')]), /reports no tokens/],
  ])('is undecided where %s', (_, one, says) => {
    const alone = judge(atLeast, always(one));
    expect([alone.verdict, alone.why]).toEqual(['undecided', expect.stringMatching(says)]);
    expect(judge(noWorse, always(one), always(one)).verdict).toBe('undecided');
  });

  it('does not pass a version that stops reporting tokens, nor block it', () => {
    expect(judge(noWorse, always('none'), always(cheap)).verdict).toBe('undecided');
    expect(judge(noWorse, some(12, 'none', cheap), always(cheap)).verdict).toBe('undecided');
  });

  it('counts what was used at least, although more may have been used', () => {
    expect(judge(atLeast, always(used(2_500, 100, { gaps: ['x'] }))).verdict).toBe('blocked');
  });

  it('compares no tokens of different models, and does ask for a share of each', () => {
    const other = used(900, 100, { models: ['b'] });
    const compared = judge(noWorse, always(other), always(cheap));
    expect(compared.verdict).toBe('undecided');
    expect(compared.why).toMatch(/different models.*b.*a/);
    const dearOther = used(2_500, 100, { models: ['b'] });
    expect(judge(noWorse, always(dearOther), always(cheap)).verdict).toBe('undecided');
    expect(judge(atLeast, always(other), always(cheap)).verdict).toBe('passed');
    const nameless = used(900, 100, { models: undefined as never });
    expect(judge(noWorse, always(nameless), always(cheap)).verdict).toBe('undecided');
    expect(judge(noWorse, always(nameless), always(nameless)).verdict).toBe('passed');
  });

  it('has words that can be read again', () => {
    expect(ruleInWords({ of, atLeast: 0.9 })).toBe('tries within 2000 tokens at least 90%');
    expect(ruleInWords({ of: { ...of, of: 'output' }, noWorseBy: 0.05 })).toBe(
      'tries within 2000 output tokens no worse by 5 points',
    );
  });
});

describe('a rule on cost', () => {
  const of = { kind: 'tries within cost', amount: 0.02, currency: 'USD' } as const;
  const atLeast = rulesOf({ of, atLeast: 0.9 });
  const noWorse = rulesOf({ of, noWorseBy: 0.1 });
  const small = { model: 'small', input: 1, output: 2 };
  const paid = (least: number, more: object = {}, ofTokens: Partial<TokenUse> = {}): Shown => ({
    format: 'anthropic',
    tokens: {
      requests: 1,
      input: { least: 9, most: 9 },
      output: { least: 1, most: 1 },
      cost: { least, most: least, currency: 'USD', prices: [small], ...more },
      ...ofTokens,
    },
  });
  const cheap = paid(0.01);
  const dear = paid(0.03);

  it('passes within the limit, and blocks beyond it', () => {
    expect(judge(atLeast, always(paid(0.02))).verdict).toBe('passed');
    expect(judge(atLeast, always(paid(0.020001))).verdict).toBe('blocked');
    expect(judge(noWorse, always(cheap), always(cheap)).verdict).toBe('passed');
    expect(judge(noWorse, some(100, dear, cheap), always(cheap)).verdict).toBe('blocked');
    expect(judge(noWorse, always(cheap), always(cheap)).rule?.candidate.interval).toBeDefined();
  });

  it('adds up the turns of a try, and not its attempts', () => {
    expect(judge(atLeast, always(held([step(paid(0.015)), step(paid(0.015))]))).verdict).toBe(
      'blocked',
    );
    const again = held([step(paid(0.015))], { earlierAttempts: [tryOf(paid(0.015))] });
    expect(judge(atLeast, always(again)).verdict).toBe('passed');
  });

  it.each<[string, Try, RegExp]>([
    ['nothing reports tokens', 'none', /reports no tokens/],
    ['the suite has no prices', paid(0, {}, { cost: undefined as never }), /what tokens cost/],
    [
      'a model has no price',
      paid(0, { most: undefined, gaps: ['The model "x" has no price.'] }),
      /"x" has no price/,
    ],
    ['requests may be missing', paid(0.01, {}, { gaps: ['A span was lost.'] }), /span was lost/],
    ['no request is reported', paid(0, {}, { requests: 0 }), /No request to a model/],
    ['the prices are in another currency', paid(0.01, { currency: 'EUR' }), /in EUR/],
    ['it lies on both sides of the limit', paid(0.01, { most: 0.03 }), /cache/],
  ])('is undecided where %s', (_, one, says) => {
    const alone = judge(atLeast, always(one));
    expect([alone.verdict, alone.why]).toEqual(['undecided', expect.stringMatching(says)]);
    expect(judge(noWorse, always(one), always(one)).verdict).toBe('undecided');
  });

  it('compares different models, whose cost is what is paid', () => {
    const other = paid(0.01, { prices: [{ ...small, model: 'other' }] });
    expect(judge(noWorse, always(other), always(cheap)).verdict).toBe('passed');
  });

  it('does not take a lower price for a cheaper version', () => {
    const lower = paid(0.01, { prices: [{ ...small, input: 0.5 }] });
    const compared = judge(noWorse, always(lower), always(dear));
    expect([compared.verdict, compared.why]).toEqual([
      'undecided',
      expect.stringMatching(/“small” have another price/),
    ]);
  });

  it('has words that can be read again', () => {
    expect(ruleInWords({ of, atLeast: 0.9 })).toBe('tries within 0.02 USD at least 90%');
    expect(ruleOf('tries within 0.02 USD at least 90%')).toEqual({ of, atLeast: 0.9 });
  });
});

describe('a rule on a metric', () => {
  const of = { kind: 'tries with metric', name: 'score', operator: '>=', limit: 0.8 } as const;
  const atLeast = rulesOf({ of, atLeast: 0.9 });
  const noWorse = rulesOf({ of, noWorseBy: 0.1 });
  const measured = (value: number | undefined, more: Partial<StepResult> = {}): TestResult =>
    held([
      {
        ...step('none'),
        metrics: ['score'],
        measurements: [
          { name: 'score', ...(value === undefined ? { why: 'No value.' } : { value }) },
        ],
        ...more,
      },
    ]);
  const good = measured(0.9);
  const bad = measured(0.5);
  /** Gives the test itself the steps as planned. */
  const planned = (result: RunResult): RunResult => ({
    ...result,
    tests: result.tests.map((test) => ({ ...test, steps: test.tries?.[0]?.steps ?? [] })),
  });
  const all = (one: TestResult) => planned(always(one));
  const mixed = (count: number, one: TestResult, others: TestResult) =>
    planned(some(count, one, others));

  it('passes where numbers keep the limit, and blocks where they do not', () => {
    expect(judge(atLeast, all(measured(0.8))).verdict).toBe('passed');
    expect(judge(atLeast, mixed(100, bad, good)).verdict).toBe('blocked');
    expect(judge(noWorse, all(good), all(good)).verdict).toBe('passed');
    expect(judge(noWorse, mixed(100, bad, good), all(good)).verdict).toBe('blocked');
    expect(judge(noWorse, all(bad), all(bad)).rule?.candidate.rate).toBe(0);
  });

  it('has a direction', () => {
    const under = rulesOf({ of: { ...of, operator: '<' }, atLeast: 0.9 });
    expect(judge(under, all(bad)).verdict).toBe('passed');
    expect(judge(under, all(measured(0.8))).verdict).toBe('blocked');
    const over = rulesOf({ of: { ...of, operator: '>' }, atLeast: 0.9 });
    expect(judge(over, all(measured(0.8))).verdict).toBe('blocked');
  });

  it.each<[string, TestResult, RegExp]>([
    ['a number is missing', measured(undefined), /No value/],
    ['the conversation did not finish', { ...good, outcome: 'error' }, /did not finish/],
    ['nothing measures it', held([step('none')]), /No test shows anything/],
  ])('is undecided where %s, and takes nothing for 0', (_, one, says) => {
    const alone = judge(atLeast, all(one));
    expect([alone.verdict, alone.why]).toEqual(['undecided', expect.stringMatching(says)]);
    const under = rulesOf({ of: { ...of, operator: '<' }, atLeast: 0.9 });
    expect(judge(under, all(one)).verdict).toBe('undecided');
    expect(judge(noWorse, all(one), all(one)).verdict).toBe('undecided');
  });

  it('does not pass a version that stops measuring now and then', () => {
    expect(judge(noWorse, mixed(12, measured(undefined), good), all(good)).verdict).toBe(
      'undecided',
    );
    expect(judge(noWorse, all(measured(undefined)), all(good)).verdict).toBe('undecided');
  });

  it('asks nothing of tests that do not measure it', () => {
    const half = planned(run((at) => (at % 2 === 0 ? good : held([step('none')]))));
    expect(judge(atLeast, half).rule?.candidate).toMatchObject({ tries: 125, missing: 0 });
    expect(judge(atLeast, half).verdict).toBe('passed');
  });

  it('compares no test that measures something else since', () => {
    const before = all(measured(0.9, { metrics: ['score', 'other'] }));
    expect(judge(noWorse, all(good), before).verdict).toBe('undecided');
  });

  it('has words that can be read again', () => {
    expect(ruleInWords({ of, noWorseBy: 0.05 })).toBe(
      'tries with score >= 0.8 no worse by 5 points',
    );
    expect(ruleOf('tries with score >= 0.8 no worse by 5 points')).toEqual({ of, noWorseBy: 0.05 });
    expect(ruleOf('tries with score >= -3 at least 90%')).toMatchObject({ of: { limit: -3 } });
  });
});

it('judges a report alike that was made thin, twice', () => {
  const reports = [fine, broken, fineWith('Error: none'), fineWith({ data: 'x'.repeat(9_999) })];
  for (const report of reports as ToolReport[]) {
    const thin = thinReport(report);
    expect(thinReport(thin)).toEqual(thin);
    expect(JSON.stringify(thin).length).toBeLessThan(400);
    const asked = rulesOf({ of: { kind: 'tries without tool errors' }, atLeast: 0.9 });
    const [whole, cut] = [report, thin].map((one) => judge(asked, always(one)));
    expect([cut?.verdict, cut?.why]).toEqual([whole?.verdict, whole?.why]);
  }
});

it('takes rates of tests that stopped early with caution', () => {
  const rule = { of: { kind: 'tries without tool errors' } as const, noWorseBy: 0.1 };
  const early = (of: RunResult): RunResult => ({
    ...of,
    tests: of.tests.map((test) => ({
      ...test,
      repeat: { passRate: 0.95, tolerate: 0.8, maxTries: 50 },
    })),
  });
  const { rule: figures } = judge(rulesOf(rule), early(always(fine)), early(always(fine)));
  expect(figures?.candidate.interval).toBeUndefined();
});
