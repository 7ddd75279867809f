import { expect, it } from 'vitest';
import type { Outcome } from '../events/outcome.ts';
import type { TestResult } from '../events/run-result.ts';
import { triesFiguresOf, triesTallyOf } from './tries-figures.ts';

const judged = (...outcomes: Outcome[]): TestResult => ({
  name: 'Hours',
  outcome: 'undecided',
  attempt: 1,
  steps: [],
  repeat: { passRate: 0.95, tolerate: 0.8, maxTries: 50 },
  tries: outcomes.map((outcome) => ({ name: 'Hours', outcome, attempt: 1, steps: [] })),
  judgedAfter: outcomes.length,
});

const times = (outcome: Outcome, count: number) => Array<Outcome>(count).fill(outcome);

it('has an interval where the tries ended as planned', () => {
  expect(triesFiguresOf(judged(...times('passed', 18)))?.interval?.high).toBe(1);
  const usedUp = [...times('passed', 9), 'failed' as const];
  const open = judged(...usedUp, ...usedUp, ...usedUp, ...usedUp, ...usedUp);
  expect(triesFiguresOf(open)?.interval).toBeDefined();
});

it('has none where fewer were held, as in a re-evaluated run that was held once', () => {
  expect(triesFiguresOf(judged('failed'))).toEqual({
    passed: 0,
    failed: 1,
    missing: 0,
    tries: 1,
    rate: 0,
  });
});

it('counts the same tries with and without their interval', () => {
  const test = judged(...times('passed', 5), 'failed', 'error', 'undecided', 'pending' as Outcome);
  const tally = { passed: 5, failed: 1, missing: 2 };
  expect(triesTallyOf(test)).toEqual(tally);
  expect(triesFiguresOf(test)).toMatchObject({ ...tally, tries: 8 });
  expect(triesTallyOf({ ...test, judgedAfter: 5 })).toEqual({ passed: 5, failed: 0, missing: 0 });
  const { repeat: _, ...single } = test;
  expect(triesTallyOf(single)).toBeUndefined();
});
