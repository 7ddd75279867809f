import type { Outcome, RunResult, TestResult } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { compareRuns } from './compare-runs.ts';

function test(name: string, outcome: Outcome, reply = 'Hello', latencyMs = 100): TestResult {
  const input = { kind: 'text', text: 'hi' } as const;
  const answer = { text: reply, messages: [reply], buttons: [], attachments: [] };
  return {
    name,
    outcome,
    attempt: 1,
    steps: [
      {
        input,
        expected: 'anything',
        outcome,
        verdicts: [],
        reply: { ...answer, latencyMs, payload: null },
      },
    ],
  };
}

const run = (...tests: TestResult[]): RunResult => ({
  status: 'passed',
  counts: {
    total: tests.length,
    passed: 0,
    failed: 0,
    error: 0,
    undecided: 0,
    skipped: 0,
    pending: 0,
  },
  tests,
});

describe('two runs', () => {
  it.each([
    ['broken', test('A', 'passed'), test('A', 'failed')],
    ['broken', test('A', 'passed'), test('A', 'error')],
    ['mended', test('A', 'failed'), test('A', 'passed')],
    ['changed', test('A', 'failed'), test('A', 'error')],
    ['changed', test('A', 'passed', 'Hello'), test('A', 'passed', 'Good day')],
    ['same', test('A', 'passed', 'Hello', 100), test('A', 'passed', 'Hello', 900)],
  ])('have a test that is %s', (change, before, after) => {
    expect(compareRuns(run(before), run(after)).tests).toMatchObject([{ name: 'A', change }]);
  });

  it.each([
    ['edited-and-broken', 'passed', 'failed'],
    ['edited', 'failed', 'passed'],
    ['edited', 'passed', 'passed'],
    ['edited', 'failed', 'failed'],
  ] as const)('say of an edited test that it is %s: it %s, then %s', (change, then, now) => {
    const [before, after] = [test('A', then), test('A', now)];
    const changed = (patch: object) => ({
      ...after,
      steps: after.steps.map((step) => ({ ...step, ...patch })),
    });
    const edited = [
      changed({ expected: 'something else' }),
      changed({ input: { kind: 'text', text: 'bye' } }),
      { ...after, steps: [...after.steps, ...after.steps] },
      { ...after, steps: [] },
    ];
    for (const edit of edited)
      expect(compareRuns(run(before), run(edit)).tests).toMatchObject([{ change }]);
    // A suite setting that changes expectations does not show in the steps.
    const edits = { edited: ['A'], unchanged: [] };
    const { tests } = compareRuns(run(before), run(after), edits);
    expect(tests).toMatchObject([{ change }]);
  });

  it('have a test that is broken where the server knows that it was not edited', () => {
    const [before, after] = [test('A', 'passed'), test('A', 'failed')];
    // A template has a different value in each run.
    const filled = after.steps.map((step) => ({ ...step, expected: 'reply contains "Friday"' }));
    const edits = { edited: [], unchanged: ['A'] };
    const { tests } = compareRuns(run(before), run({ ...after, steps: filled }), edits);
    expect(tests).toMatchObject([{ change: 'broken' }]);
  });

  it('are matched by the names of tests, whatever their order', () => {
    const before = run(test('A', 'passed'), test('B', 'passed'), test('Gone', 'passed'));
    const after = run(test('New', 'passed'), test('B', 'failed'), test('A', 'passed'));
    expect(compareRuns(before, after).tests.map(({ name, change }) => [name, change])).toEqual([
      ['New', 'added'],
      ['B', 'broken'],
      ['A', 'same'],
      ['Gone', 'removed'],
    ]);
  });

  it('match the first of two tests with one name with the first', () => {
    const before = run(test('A', 'passed', 'one'), test('A', 'passed', 'two'));
    const after = run(test('A', 'passed', 'one'), test('A', 'failed', 'three'));
    const { tests } = compareRuns(before, after);
    expect(tests.map(({ change }) => change)).toEqual(['same', 'broken']);
    expect(new Set(tests.map(({ key }) => key)).size).toBe(2);
  });

  it('tell where a wording changed, and how latencies did', () => {
    const { tests, beforeMs, afterMs } = compareRuns(
      run(test('A', 'passed', 'Hello', 100), test('B', 'passed', 'x', 300)),
      run(test('A', 'passed', 'Hi', 200), test('B', 'passed', 'x', 500)),
    );
    expect(tests[0]).toMatchObject({ beforeMs: 100, afterMs: 200 });
    expect(tests[0]?.steps[0]).toMatchObject({ isWordingChanged: true, isVerdictChanged: false });
    expect(tests[1]?.steps[0]).toMatchObject({ isWordingChanged: false });
    expect([beforeMs, afterMs]).toEqual([100, 200]);
  });

  it('have no latency without an answer', () => {
    expect(compareRuns(run(), run())).toEqual({
      tests: [],
      beforeMs: undefined,
      afterMs: undefined,
    });
  });

  it('matches a renamed test by its key, and not a new one by the old name', () => {
    const renamed = { ...test('Opening', 'failed'), key: 'Hours' };
    const fresh = { ...test('Hours', 'passed'), key: 'Hours (2)' };
    const { tests } = compareRuns(run(test('Hours', 'passed')), run(fresh, renamed));
    expect(tests.map(({ name, change }) => [name, change])).toEqual([
      ['Hours', 'added'],
      ['Opening', 'broken'],
    ]);
  });
});
