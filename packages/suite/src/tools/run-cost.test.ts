import { describe, expect, it } from 'vitest';
import type { StepResult, TestResult } from '../events/run-result.ts';
import { costOfRun, runCostInWords } from './run-cost.ts';

const turn = (cost: object | undefined, more: Partial<StepResult> = {}): StepResult => ({
  input: { kind: 'text', text: 'x' },
  expected: 'x',
  outcome: 'passed',
  verdicts: [],
  reply: {
    text: 'x',
    tools: {
      calls: [],
      tokens: {
        requests: 1,
        input: { least: 9, most: 9 },
        output: { least: 1, most: 1 },
        ...(cost && { cost: { currency: 'USD', ...cost } }),
      },
    },
  } as never,
  ...more,
});
const paid = turn({ least: 0.1, most: 0.1 });
const held = (steps: StepResult[], more: Partial<TestResult> = {}): TestResult => ({
  name: 'A',
  outcome: 'passed',
  attempt: 1,
  checks: 1,
  steps,
  ...more,
});
const words = (...tests: TestResult[]) => {
  const cost = costOfRun({ tests });
  return cost && runCostInWords(cost);
};

describe('the cost of a run', () => {
  it('counts all that was paid for: tries, replaced attempts, steps that were played again', () => {
    expect(words(held([paid, paid, paid]))).toBe('0.3 USD for 1 conversation');
    const tried = held([paid], { tries: [held([paid]), held([paid, paid])] });
    expect(words(tried)).toBe('0.3 USD for 2 conversations, 0.15 USD each on average');
    const again = held([paid], { earlierAttempts: [held([paid])] });
    expect(words(again)).toBe('0.2 USD for 2 conversations, 0.1 USD each on average');
    expect(words(held([turn({ least: 0.1, most: 0.1 }, { earlierPlays: [paid] })]))).toBe(
      '0.2 USD for 1 conversation',
    );
  });

  it('is known in part where a turn says less, and says why', () => {
    const open = turn({ least: 0, gaps: ['The model "x" has no price.'] });
    expect(words(held([paid, open]))).toBe(
      'at least 0.1 USD for 1 conversation (1 of 2 turns not known: The model "x" has no price.)',
    );
    expect(words(held([open]))).toMatch(/^an unknown cost for 1 conversation/);
    const silent = turn(undefined, { reply: undefined as never, outcome: 'failed' });
    expect(words(held([paid, silent]))).toMatch(
      /^at least 0.1 USD .*1 of 2 turns not known: A turn/,
    );
  });

  it('asks nothing of turns that were not held, of pauses and of other systems', () => {
    const none = { reply: undefined as never };
    const steps = [
      paid,
      turn(undefined, { ...none, outcome: 'pending' }),
      turn(undefined, { ...none, input: { kind: 'pause', seconds: 1 } }),
      turn(undefined, { ...none, input: { kind: 'check', request: {} as never } }),
    ];
    expect(words(held(steps), held([turn(undefined, none)], { attempt: 0 }))).toBe(
      '0.1 USD for 1 conversation',
    );
  });

  it('is not told without prices, or in two currencies', () => {
    expect(words(held([turn(undefined)]))).toBeUndefined();
    expect(words(held([paid, turn({ least: 1, most: 1, currency: 'EUR' })]))).toBeUndefined();
  });
});
