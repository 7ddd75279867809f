import type { RunEvent } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { createUsageMeter } from './usage-meter.ts';

const started = (test: number, at = 0): RunEvent => ({
  type: 'test.started',
  at,
  test,
  attempt: 1,
});
const step = (test: number, index: number, outcome: 'passed' | 'failed' = 'passed'): RunEvent => ({
  type: 'step.finished',
  at: 0,
  test,
  attempt: 1,
  step: index,
  outcome,
  verdicts: [],
});
const finished = (test: number, at = 0): RunEvent => ({
  type: 'test.finished',
  at,
  test,
  attempt: 1,
  outcome: 'passed',
});

describe('the usage meter', () => {
  it.each<[string, RunEvent[][], number[]]>([
    [
      'counts a test when it ends',
      [
        [started(0), step(0, 0)],
        [step(0, 1), finished(0)],
      ],
      [0, 2],
    ],
    ['keeps tests apart', [[started(0), started(1), step(0, 0), step(1, 0), finished(1)]], [1]],
    ['counts steps that failed', [[started(0), step(0, 0, 'failed'), finished(0)]], [1]],
    ['leaves out a test cut short', [[started(0), step(0, 0)]], [0]],
    ['knows nothing of a test that never began', [[finished(0)]], [0]],
    ['begins anew with the test', [[started(0), step(0, 0), started(0), finished(0)]], [0]],
  ])('%s', (_, batches, expected) => {
    const meter = createUsageMeter('webchat');
    expect(batches.map((batch) => meter.read(batch).interactions)).toEqual(expected);
  });

  it('counts the time of tests on the phone alone', () => {
    const events = [started(0, 1000), finished(0, 61_500)];
    expect(createUsageMeter('phone').read(events).callSeconds).toBe(60.5);
    expect(createUsageMeter('webchat').read(events).callSeconds).toBe(0);
  });
});
