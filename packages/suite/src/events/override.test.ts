import { describe, expect, it } from 'vitest';
import type { Failure } from './failure.ts';
import { foldEvents } from './fold.ts';
import type { RunEvent, VerdictOverridden } from './run-event.ts';

const by = { id: 'u1', name: 'Ada' };
const wrong: Failure = { class: 'wrong', code: 'mismatch', message: 'Expected hello.' };
const broken: Failure = { class: 'network', code: 'refused', message: 'Nobody answers.' };

function step(test: number, index: number, outcome: 'passed' | 'failed'): RunEvent {
  const failure = outcome === 'failed' ? { failure: wrong } : {};
  const place = { at: 3, test, attempt: 1, step: index };
  return { type: 'step.finished', ...place, outcome, verdicts: [], ...failure };
}

const planned = { input: { kind: 'text', text: 'hi' }, expected: 'any answer' } as const;

/** Events of a test that fails at its second step, a test that passes, and a skipped test. */
const events: RunEvent[] = [
  {
    type: 'run.started',
    at: 1,
    tests: [
      { name: 'Fails', mode: 'run', steps: [planned, planned] },
      { name: 'Passes', mode: 'run', steps: [planned] },
      { name: 'Skipped', mode: 'skipped', steps: [planned] },
    ],
  },
  { type: 'test.started', at: 2, test: 0, attempt: 1 },
  step(0, 0, 'passed'),
  step(0, 1, 'failed'),
  { type: 'test.finished', at: 4, test: 0, attempt: 1, outcome: 'failed', failure: wrong },
  { type: 'test.started', at: 5, test: 1, attempt: 1 },
  step(1, 0, 'passed'),
  { type: 'test.finished', at: 6, test: 1, attempt: 1, outcome: 'passed' },
  { type: 'run.finished', at: 7, status: 'failed' },
];

function override(over: Partial<VerdictOverridden>): RunEvent {
  const reason = 'The bot is right.';
  return { type: 'verdict.overridden', at: 9, test: 0, outcome: 'passed', reason, by, ...over };
}

const come = (...overrides: Partial<VerdictOverridden>[]) => {
  const { status, counts, tests } = foldEvents([...events, ...overrides.map(override)]);
  return [status, counts.passed, counts.failed, tests[0]?.outcome, tests[1]?.outcome];
};

describe('an override of a verdict', () => {
  it.each<[string, Partial<VerdictOverridden>[], unknown[]]>([
    ['none', [], ['failed', 1, 1, 'failed', 'passed']],
    ['of a test', [{}], ['passed', 2, 0, 'passed', 'passed']],
    ['of the step that failed', [{ step: 1 }], ['passed', 2, 0, 'passed', 'passed']],
    ['of a step that passed', [{ step: 0 }], ['failed', 1, 1, 'failed', 'passed']],
    [
      'of a step, then of its test',
      [{ step: 1 }, { outcome: 'error' }],
      ['error', 1, 0, 'error', 'passed'],
    ],
    ['taken back', [{}, { outcome: null }], ['failed', 1, 1, 'failed', 'passed']],
    [
      'of a step, taken back',
      [{ step: 1 }, { step: 1, outcome: null }],
      ['failed', 1, 1, 'failed', 'passed'],
    ],
    [
      'of a test taken back, that of its step kept',
      [{ step: 1 }, { outcome: 'failed' }, { outcome: null }],
      ['passed', 2, 0, 'passed', 'passed'],
    ],
    ['to a failure', [{ test: 1, outcome: 'failed' }, {}], ['failed', 1, 1, 'passed', 'failed']],
    ['of what was skipped', [{ test: 2 }], ['failed', 1, 1, 'failed', 'passed']],
    ['of what is not there', [{ test: 7 }, { step: 9 }], ['failed', 1, 1, 'failed', 'passed']],
  ])('%s', (_, overrides, expected) => {
    expect(come(...overrides)).toEqual(expected);
  });

  it('keeps what was measured, and who changed it from what to what', () => {
    const taken = override({ at: 10, step: 1, outcome: null, reason: 'A slip.' });
    const { measured, tests } = foldEvents([...events, override({ step: 1 }), taken]);
    expect(measured).toBe('failed');
    expect(tests[0]).toMatchObject({
      measured: 'failed',
      overrides: [
        { at: 9, step: 1, from: 'failed', to: 'passed', isTakenBack: false, by },
        { at: 10, step: 1, from: 'passed', to: 'failed', isTakenBack: true, reason: 'A slip.' },
      ],
    });
  });

  it('of a step does not mend a test that ended for another reason', () => {
    const cut = events.map((event) =>
      event.type === 'test.finished' && event.test === 0
        ? { ...event, outcome: 'error' as const, failure: broken }
        : event,
    );
    const { tests } = foldEvents([...cut, override({ step: 1 })]);
    expect(tests[0]).toMatchObject({ outcome: 'error', measured: 'error' });
  });

  it('leaves a quarantined test out of the outcome of the run', () => {
    const quarantined = events.map((event) =>
      event.type === 'run.started'
        ? {
            ...event,
            tests: event.tests.map((test, index) => ({
              ...test,
              ...(index === 0 && { isQuarantined: true as const }),
            })),
          }
        : event,
    );
    expect(foldEvents([...quarantined, override({ test: 1, outcome: 'error' })]).status).toBe(
      'error',
    );
    expect(foldEvents([...quarantined, override({ step: 0, outcome: 'error' })]).status).toBe(
      'passed',
    );
  });

  it.each(['cancelled', 'interrupted'] as const)('leaves a run %s', (status) => {
    const ended = events.with(-1, { type: 'run.finished', at: 7, status });
    expect(foldEvents([...ended, override({})])).toMatchObject({
      status,
      counts: { passed: 2, failed: 0 },
    });
  });
});

describe('attempts of a test', () => {
  it('are kept beside the last one, in order', () => {
    const again: RunEvent[] = [
      { type: 'test.started', at: 5, test: 0, attempt: 2 },
      { type: 'test.finished', at: 6, test: 0, attempt: 2, outcome: 'error', failure: broken },
      { type: 'test.started', at: 7, test: 0, attempt: 3 },
      { type: 'test.finished', at: 8, test: 0, attempt: 3, outcome: 'passed' },
    ];
    const { tests } = foldEvents([...events.slice(0, 5), ...again]);
    expect(tests[0]).toMatchObject({
      outcome: 'passed',
      attempt: 3,
      earlierAttempts: [
        { attempt: 1, outcome: 'failed' },
        { attempt: 2, outcome: 'error' },
      ],
    });
  });
});
