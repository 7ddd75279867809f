import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldEvents } from '../events/fold.ts';
import type { RunEvent } from '../events/run-event.ts';
import type { StepResult, TestResult } from '../events/run-result.ts';
import { parseSuite } from '../format/parse/parse.ts';
import { printSuite } from '../format/print/print.ts';
import type { Turn } from '../match/turn.ts';
import { exactCount, tokenUseOf } from '../tools/token-use.ts';
import { joinedFigures, metricFigures, metricInWords, metricOfTry } from './metric-figures.ts';
import {
  isMetricName,
  type MetricReading,
  readMetric,
  readMetricOfAnswer,
} from './metric-source.ts';

const turn = (more: object = {}): Turn =>
  ({
    text: 'I found 12 lamps.',
    messages: ['I found 12 lamps.'],
    latencyMs: 250,
    buttons: [],
    attachments: [],
    payload: { score: 0.93, text: '0.5', exact: true, none: null, word: 'high', list: [1, 2] },
    ...more,
  }) as never;

const withTools = (tools: object) => turn({ tools: { calls: [], ...tools } });
const use = (more: object = {}) => ({
  ...tokenUseOf([{ input: exactCount(90), output: exactCount(10) }], []),
  ...more,
});

describe('a metric of a turn', () => {
  it.each<[string, Turn, number]>([
    ['$.score', turn(), 0.93],
    ['score', turn(), 0.93],
    ['$.text', turn(), 0.5],
    ['$.exact', turn(), 1],
    ['/found (\\d+)/', turn(), 12],
    ['latency', turn(), 250],
    ['turn tokens', withTools({ tokens: use() }), 100],
    ['turn input tokens', withTools({ tokens: use() }), 90],
    ['turn output tokens', withTools({ tokens: use() }), 10],
    [
      'turn cost',
      withTools({ tokens: use({ cost: { least: 0.2, most: 0.2, currency: 'USD' } }) }),
      0.2,
    ],
    [
      'tool search.result.total',
      withTools({ calls: [{ name: 'search', stage: 'executed', round: 0, result: { total: 7 } }] }),
      7,
    ],
  ])('is read from %s', (source, of, value) => {
    expect(readMetric('m', source, of)).toEqual({ name: 'm', value });
  });

  it.each<[string, string, Turn | undefined, RegExp]>([
    ['there is no reply', '$.score', undefined, /no reply|no value/],
    ['there is no reply to measure', 'latency', undefined, /no reply/],
    ['the path finds nothing', '$.other', turn(), /no value at \$\.other/],
    ['the value is null', '$.none', turn(), /no value/],
    ['the value is a word', '$.word', turn(), /“high” is not a number/],
    ['the value is a list', '$.list', turn(), /no value/],
    ['the pattern does not match', '/(\\d+) chairs/', turn(), /no value/],
    ['nothing reports tools', 'tool search.result.total', turn(), /Nothing reports which tools/],
    [
      'the tool was not called and spans are missing',
      'tool search.result.total',
      withTools({ gaps: ['A span was lost.'] }),
      /span was lost/,
    ],
    ['nothing reports tokens', 'turn tokens', turn(), /Nothing reports how many tokens/],
    [
      'tokens are known in part',
      'turn tokens',
      withTools({ tokens: use({ gaps: ['lost'] }) }),
      /lost/,
    ],
    ['no request is reported', 'turn tokens', withTools({ tokens: tokenUseOf([], []) }), /Nothing/],
    [
      'tokens are a range',
      'turn tokens',
      withTools({ tokens: use({ input: { least: 1, most: 9 } }) }),
      /cached/,
    ],
    ['there are no prices', 'turn cost', withTools({ tokens: use() }), /Nothing shows what/],
    [
      'a model has no price',
      'turn cost',
      withTools({ tokens: use({ cost: { least: 0, currency: 'USD', gaps: ['no price'] } }) }),
      /no price/,
    ],
    ['the request waited', 'latency', turn({ heldMs: 100 }), /waited/],
    [
      'a word was not heard with certainty',
      '/found (\\d+)/',
      turn({ isUnsure: true }),
      /certainty/,
    ],
  ])('is missing, and never 0, where %s', (_, source, of, why) => {
    expect(readMetric('m', source, of)).toEqual({ name: 'm', why: expect.stringMatching(why) });
  });
});

describe('a metric of what a judge said', () => {
  const votes = (...holds: boolean[]) => holds.map((one) => ({ holds: one, reason: '' }));
  const verdict = (more: object = {}) =>
    ({
      passed: true,
      assertion: { property: 'prompt', operator: 'means', negated: false, expected: ['polite'] },
      rule: '',
      actual: 'Hi',
      votes: votes(true),
      ...more,
    }) as never;
  const negated = { property: 'prompt', operator: 'means', negated: true, expected: ['rude'] };
  const read = (...verdicts: never[]) => readMetric('m', 'judge votes', turn(), verdicts);

  it('is the share of votes, whether the verdict passes or not', () => {
    expect(read(verdict()).value).toBe(1);
    expect(read(verdict({ passed: false, votes: votes(false) })).value).toBe(0);
    expect(read(verdict({ votes: votes(true, false, true) })).value).toBeCloseTo(2 / 3);
    expect(read(verdict(), verdict({ passed: false, votes: votes(false) })).value).toBe(0.5);
    expect(read(verdict({ assertion: negated, votes: votes(false) })).value).toBe(0);
  });

  it('is missing, and never 0, if the judge was not asked or has not read everything', () => {
    expect(read().why).toMatch(/No judge/);
    expect(read(verdict({ passed: false, votes: undefined })).why).toMatch(/nothing to read/);
    const cut = { passed: false, votes: votes(false), actualLength: 16_001 };
    expect(read(verdict(cut)).why).toMatch(/only a part/);
    expect(read(verdict({ ...cut, assertion: negated, actualLength: undefined })).why).toMatch(
      /only a part/,
    );
    expect(read(verdict(), verdict({ votes: [] })).value).toBeUndefined();
    // A meaning that was found at the beginning counts, whatever follows.
    expect(read(verdict({ ...cut, passed: true, votes: votes(true) })).value).toBe(1);
  });
});

describe('a metric of the system of record', () => {
  const answer = (body: string, more: object = {}) => ({ status: 200, body, ...more });
  it.each([
    ['$.balance', '{"balance": 12.5}', 12.5],
    ['$.rows[1].n', '{"rows": [{"n": 1}, {"n": "2"}]}', 2],
    ['/(\\d+) rows/', 'There are 7 rows.', 7],
    ['status', '', 200],
  ])('is read from %s', (source, body, value) => {
    expect(readMetricOfAnswer('m', source, answer(body))).toEqual({ name: 'm', value });
  });

  it.each([
    ['there is no answer', '$.balance', undefined, /no answer/],
    ['the path finds nothing', '$.balance', answer('{}'), /no value at \$\.balance/],
    ['it is an error page', '$.balance', answer('<html>'), /no value/],
    ['the number is masked', '$.token', answer('{"token": "***"}'), /not a number/],
    ['the body is cut', '/total: (\\d+)/', answer('total: 12', { bodyLength: 99_999 }), /Only the/],
  ])('is missing, and never 0, where %s', (_, source, of, why) => {
    expect(readMetricOfAnswer('m', source, of)).toEqual({
      name: 'm',
      why: expect.stringMatching(why),
    });
  });

  it('is refused if it counts the votes of a judge in a step that asks none', () => {
    const problemsOf = (steps: string, syntax = 2) =>
      parseSuite(`configuration: { syntax: ${syntax} }\n---\n- test: A\n${steps}`).problems.map(
        ({ severity, message }) => `${severity}: ${message}`,
      );
    const refused =
      'error: The metric "polite" counts the votes of a judge, and this step asks none.';
    const metric = '  - metric polite: judge votes\n';
    expect(problemsOf(`- hi:\n${metric}`)).toContain(refused);
    expect(problemsOf(`- hi:\n  - prompt: hello\n${metric}`)).toContain(refused);
    expect(problemsOf(`- hi:\n  - prompt =?: polite\n- bye:\n${metric}`)).toContain(refused);
    // The order of the lines does not matter, and neither does which of the two operators asks.
    expect(problemsOf(`- hi:\n${metric}  - prompt =?: polite\n`)).not.toContain(refused);
    expect(problemsOf(`- hi:\n${metric}  - prompt !=?: rude\n`)).not.toContain(refused);
    expect(
      problemsOf(`- $USE greet\n---\n- block: greet\n- hi:\n${metric}  - prompt: hello\n`),
    ).toContain(refused);
    // In the first version of the syntax, the line reads a part of the reply.
    expect(problemsOf(`- hi:\n${metric}`, 1).join()).not.toMatch(/error/);
  });

  it('is written below a check, with sources that an answer has', () => {
    const text = (source: string) =>
      `configuration: { syntax: 2, channel: { kind: http, url: "http://bot" } }\n---\n- test: A\n- hi: hello\n- $CHECK GET http://api/x:\n  - status: 200\n  - metric rows: ${source}\n`;
    const { suite, problems } = parseSuite(text('$.rows'));
    expect(problems).toEqual([]);
    expect(suite.tests[0]?.interactions[1]?.metrics).toEqual({ rows: '$.rows' });
    expect(printSuite(suite)).toContain('metric rows: ');
    expect(parseSuite(printSuite(suite)).suite).toEqual(suite);
    for (const source of ['latency', 'turn tokens', 'judge votes', 'tool a.result.b', 'rows'])
      expect(parseSuite(text(source)).problems.map(({ message }) => message)).toEqual([
        `"${source}" is not a part of the answer of a check.`,
      ]);
    expect(parseSuite(text('$.rows').replace('rows: $', 'rows >= 3: $')).problems).not.toEqual([]);
  });
});

const step = (measurements: MetricReading[], more: Partial<StepResult> = {}): StepResult => ({
  input: { kind: 'text', text: 'x' },
  expected: 'x',
  metrics: ['score'],
  outcome: 'passed',
  verdicts: [],
  measurements,
  ...more,
});
const score = (value: number) => step([{ name: 'score', value }]);
const lacking = step([{ name: 'score', why: 'It is not there.' }]);
const other: StepResult = {
  ...score(0),
  metrics: undefined as never,
  measurements: undefined as never,
};
const held = (steps: StepResult[], more: Partial<TestResult> = {}): TestResult => ({
  name: 'A',
  outcome: 'passed',
  attempt: 1,
  checks: 1,
  steps,
  ...more,
});
const never = (outcome: 'passed' | 'failed') =>
  held([score(1), step([], { outcome: 'pending' })], { outcome });

describe('a metric of a conversation', () => {
  it('is the mean of its steps', () => {
    expect(metricOfTry(held([score(1), other, score(0)]), 'score')).toEqual({ value: 0.5 });
    const again = step([{ name: 'score', value: 1 }], { earlierPlays: [score(0)] });
    expect(metricOfTry(held([again]), 'score')).toEqual({ value: 0.5 });
  });

  it.each<[string, TestResult]>([
    ['one of its steps has none', held([score(1), lacking])],
    ['a step was measured by a release that did not know of it', held([step(undefined as never)])],
    ['it failed before its last step', never('failed')],
    ['it did not finish', held([score(1)], { outcome: 'error' })],
    ['it is undecided', held([score(1)], { outcome: 'undecided' })],
    [
      'spans came late',
      held([score(1)], { outcome: 'failed', failure: { remark: { code: 'late-spans' } } as never }),
    ],
  ])('is missing where %s', (_, conversation) => {
    const found = metricOfTry(conversation, 'score');
    expect(found?.value).toBeUndefined();
    expect(found?.why).toMatch(/\w/);
  });

  it('is measured whether the conversation passed or failed', () => {
    expect(metricOfTry(held([score(1)], { outcome: 'failed' }), 'score')).toEqual({ value: 1 });
  });

  it('asks nothing of a conversation that took another path, or does not measure it', () => {
    expect(metricOfTry(never('passed'), 'score')).toEqual({ value: 1 });
    expect(metricOfTry(held([step([], { outcome: 'pending' })]), 'score')).toBeUndefined();
    expect(metricOfTry(held([other]), 'score')).toBeUndefined();
  });
});

describe('metrics of a run', () => {
  const tried = (...values: number[]) =>
    held([], {
      repeat: { passRate: 0.95, tolerate: 0.8, maxTries: 9, tries: values.length },
      tries: values.map((value) => held([score(value)])),
      judgedAfter: values.length,
    });

  it('give each test the same weight, however often it was tried', () => {
    const [figures] = metricFigures([tried(1, 1, 1, 1), tried(0)]);
    expect(figures).toEqual({
      name: 'score',
      measured: 5,
      missing: 0,
      tests: 2,
      mean: 0.5,
      least: 0,
      most: 1,
    });
  });

  it('are the same if they are joined from those of each test', () => {
    const value = fc.constantFrom(0, 0.25, 1, undefined);
    const test = fc.array(value, { minLength: 1, maxLength: 4 }).map((values) => ({
      ...tried(0),
      tries: values.map((one) => held([one === undefined ? lacking : score(one)])),
      judgedAfter: values.length,
    }));
    fc.assert(
      fc.property(fc.array(test, { minLength: 1, maxLength: 5 }), (tests) => {
        const [whole] = metricFigures(tests);
        const joined = joinedFigures(tests.flatMap((one) => metricFigures([one])));
        const mean = whole?.mean ?? null;
        expect(joined).toEqual({ ...whole, mean: mean === null ? null : expect.closeTo(mean, 9) });
      }),
    );
  });

  it('count each play of a step, also where plays are not kept', () => {
    const place = { test: 0, attempt: 1, step: 0 };
    const plays = [0, 1].flatMap((value): RunEvent[] => [
      { type: 'step.started', at: 1, ...place, sent: '' },
      {
        type: 'step.finished',
        at: 2,
        ...place,
        outcome: 'passed',
        verdicts: [],
        measurements: [{ name: 'score', value }],
      },
    ]);
    const steps = [{ input: { kind: 'open' as const }, expected: '', metrics: ['score'] }];
    const events: RunEvent[] = [
      { type: 'run.started', at: 0, tests: [{ name: 'A', mode: 'run', steps }] },
      { type: 'test.started', at: 1, test: 0, attempt: 1 },
      ...plays,
      { type: 'test.finished', at: 3, test: 0, attempt: 1, outcome: 'passed', checks: 0 },
    ];
    for (const keepsPlays of [true, false]) {
      const { tests } = foldEvents(events, undefined, { keepsPlays });
      expect(metricFigures(tests)[0]?.mean).toBe(0.5);
    }
  });

  it('count what is missing apart, and say why', () => {
    const [figures] = metricFigures([held([score(0.5)]), held([lacking]), held([other])]);
    expect(figures).toMatchObject({ measured: 1, missing: 1, mean: 0.5, why: 'It is not there.' });
    expect(metricInWords(figures as never)).toBe('0.5, 1 missing: It is not there.');
    const [none] = metricFigures([held([lacking])]);
    expect(none).toMatchObject({ measured: 0, missing: 1, mean: null, least: null, most: null });
    expect(metricInWords(none as never)).toBe('missing in 1 conversation: It is not there.');
    expect(metricInWords(metricFigures([tried(0.5, 1)])[0] as never)).toBe(
      '0.75 on average (0.5 to 1) in 2 conversations',
    );
  });

  it('leave out conversations that were not held, or after the verdict', () => {
    expect(metricFigures([held([score(1)], { attempt: 0, outcome: 'skipped' })])).toEqual([]);
    const late = { ...tried(1, 0), judgedAfter: 1 };
    expect(metricFigures([late])[0]?.mean).toBe(1);
  });
});

const read = (items: string, syntax = 2) => {
  const { suite, problems } = parseSuite(
    `configuration:\n  syntax: ${syntax}\n---\n- test: A\n- Hi:\n${items.replace(/^/gm, '  ')}\n`,
  );
  return {
    step: suite.tests[0]?.interactions[0],
    problems: problems.map(({ severity, message }) => `${severity}: ${message}`),
  };
};

describe('a metric in a suite', () => {
  it('stands among the checks of a step', () => {
    const { step, problems } = read(
      '- prompt: hello\n- metric accuracy: $.score\n- metric found lamps: /found (\\d+)/\n- metric tokens: turn tokens',
    );
    expect(problems).toEqual([]);
    expect(step?.assertions).toHaveLength(1);
    expect(step?.metrics).toEqual({
      accuracy: '$.score',
      'found lamps': '/found (\\d+)/',
      tokens: 'turn tokens',
    });
  });

  it('is written as it is read back', () => {
    const name = fc
      .string({ unit: fc.constantFrom(...'aZé9_- :#"\'!&*{[%@`='), minLength: 1, maxLength: 8 })
      .filter((one) => isMetricName(one));
    const source = fc.constantFrom(
      '$.score',
      'a.b[0]',
      "$['a b: c']",
      '/found "(\\d+)" # x/',
      'tool search.result.total',
      'turn output tokens',
      'turn cost',
      'latency',
      'buttons[0].title',
    );
    fc.assert(
      fc.property(
        fc.dictionary(name, source, { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
        (metrics) => {
          const input = { kind: 'text' as const, text: 'hi' };
          const interaction = { input, assertions: [], branches: [], settings: {}, metrics };
          const test = {
            name: 'A',
            mode: 'normal' as const,
            tags: [],
            interactions: [interaction],
          };
          const text = printSuite({ configuration: { syntax: 2 }, tests: [test] });
          const { suite, problems } = parseSuite(text);
          expect(problems, text).toEqual([]);
          expect(suite.tests[0]?.interactions[0], text).toEqual(interaction);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each<[string, RegExp]>([
    ['- metric a: ""', /says nothing of where/],
    ['- metric a:', /says nothing of where/],
    ['- metric a: [1]', /says nothing of where/],
    ['- metric 1a: $.x', /cannot be the name/],
    ['- metric a/b: $.x', /cannot be the name/],
    [`- metric ${'a'.repeat(61)}: $.x`, /cannot be the name/],
    ['- metric a: $.x[', /is not a part of a reply/],
    ['- metric a: /(/', /is not a part of a reply/],
    ['- metric a: $.x\n- metric a: $.y', /measures "a" twice/],
    ['- metric a >= 3', /compares a metric/],
  ])('is refused: %s', (items, message) => {
    const { problems } = read(items);
    expect(problems).toEqual([expect.stringMatching(message)]);
    expect(problems[0]).toMatch(/^error/);
  });

  it('takes 20 for a step, with names of 60 characters', () => {
    const some = (count: number) =>
      Array.from({ length: count }, (_, at) => `- metric ${'a'.repeat(58)}${10 + at}: $.x`).join(
        '\n',
      );
    expect(read(some(20)).problems).toEqual([]);
    expect(read(some(21)).problems).toEqual(['error: A step measures at most 20 metrics.']);
  });

  it('is a path into the reply in version 1, with a warning', () => {
    const { step, problems } = read('- metric accuracy: $.score', 1);
    expect(problems).toEqual([expect.stringMatching(/^warning: .*measures nothing/)]);
    expect(step?.metrics).toBeUndefined();
    expect(step?.assertions[0]?.property).toBe('metric accuracy');
  });
});
