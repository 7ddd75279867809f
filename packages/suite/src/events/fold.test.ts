import { describe, expect, it } from 'vitest';
import { emptyRunResult, foldEvent, foldEvents } from './fold.ts';
import type { RunEvent } from './run-event.ts';

const hello = { input: { kind: 'text', text: 'hi' }, expected: 'prompt contains "hello"' } as const;

const reply = {
  text: 'hello',
  messages: ['hello'],
  buttons: [],
  attachments: [],
  latencyMs: 5,
  payload: null,
};

const failure = { class: 'wrong', code: 'mismatch', message: 'Expected hello.' } as const;

const events: RunEvent[] = [
  {
    type: 'run.started',
    at: 1,
    tests: [
      { name: 'A', mode: 'run', steps: [hello, hello] },
      { name: 'B', mode: 'skipped', steps: [hello] },
      { name: 'C', mode: 'run', steps: [hello] },
    ],
  },
  { type: 'test.started', at: 2, test: 0, attempt: 1 },
  { type: 'step.started', at: 3, test: 0, attempt: 1, step: 0, sent: 'hi' },
  {
    type: 'step.finished',
    at: 4,
    test: 0,
    attempt: 1,
    step: 0,
    outcome: 'passed',
    reply,
    verdicts: [],
  },
  { type: 'step.started', at: 5, test: 0, attempt: 1, step: 1, sent: 'hi' },
  {
    type: 'step.finished',
    at: 6,
    test: 0,
    attempt: 1,
    step: 1,
    outcome: 'failed',
    verdicts: [],
    failure,
  },
  { type: 'test.finished', at: 7, test: 0, attempt: 1, outcome: 'failed', failure },
  { type: 'test.started', at: 8, test: 2, attempt: 1 },
  { type: 'step.started', at: 9, test: 2, attempt: 1, step: 0, sent: 'hi' },
];

const outcomes = (upTo: number) =>
  foldEvents(events.slice(0, upTo)).tests.map(({ outcome }) => outcome);

describe('foldEvents', () => {
  it('starts with nothing', () => {
    expect(emptyRunResult()).toEqual({
      status: 'queued',
      counts: { total: 0, passed: 0, failed: 0, error: 0, undecided: 0, skipped: 0, pending: 0 },
      tests: [],
    });
  });

  it('follows a run from event to event', () => {
    expect(outcomes(1)).toEqual(['pending', 'skipped', 'pending']);
    expect(outcomes(2)).toEqual(['running', 'skipped', 'pending']);
    expect(outcomes(7)).toEqual(['failed', 'skipped', 'pending']);
    expect(outcomes(9)).toEqual(['failed', 'skipped', 'running']);
  });

  it('keeps what was sent, answered and judged in each step', () => {
    const [test] = foldEvents(events).tests;
    expect(test?.steps).toEqual([
      { ...hello, outcome: 'passed', sent: 'hi', startedAt: 3, finishedAt: 4, reply, verdicts: [] },
      {
        ...hello,
        outcome: 'failed',
        sent: 'hi',
        startedAt: 5,
        finishedAt: 6,
        verdicts: [],
        failure,
      },
    ]);
    expect(test).toMatchObject({ attempt: 1, startedAt: 2, finishedAt: 7, failure });
  });

  it('counts tests by outcome', () => {
    expect(foldEvents(events).counts).toEqual({
      total: 3,
      passed: 0,
      failed: 1,
      error: 0,
      undecided: 0,
      skipped: 1,
      pending: 1,
    });
  });

  it('counts a test in quarantine apart where it did not pass, whatever its attempt', () => {
    const [started, ...rest] = events;
    if (started?.type !== 'run.started') throw new Error('The first event starts the run');
    const [first, ...others] = started.tests;
    if (first === undefined) throw new Error('The run has tests');
    const inQuarantine = { ...started, tests: [{ ...first, isQuarantined: true }, ...others] };
    const result = foldEvents([inQuarantine as RunEvent, ...rest]);
    expect(result.counts).toEqual({
      total: 3,
      passed: 0,
      failed: 0,
      error: 0,
      undecided: 0,
      skipped: 1,
      pending: 1,
      quarantined: 1,
    });
    expect(result.tests[0]).toMatchObject({ outcome: 'failed', isQuarantined: true });
    const passed = foldEvents([
      inQuarantine as RunEvent,
      { type: 'test.started', at: 2, test: 0, attempt: 1 },
      { type: 'test.finished', at: 3, test: 0, attempt: 1, outcome: 'passed' },
    ]);
    expect(passed.counts).toMatchObject({ passed: 1 });
    expect(passed.counts.quarantined).toBeUndefined();
  });

  it('lets a later attempt take the place of the earlier one', () => {
    const again: RunEvent[] = [
      { type: 'test.started', at: 10, test: 0, attempt: 2 },
      { type: 'test.finished', at: 11, test: 0, attempt: 1, outcome: 'error', failure },
      { type: 'test.finished', at: 12, test: 0, attempt: 2, outcome: 'passed' },
    ];
    const [test] = foldEvents([...events, ...again]).tests;
    expect(test).toMatchObject({ attempt: 2, outcome: 'passed', finishedAt: 12 });
    expect(test?.failure).toBeUndefined();
    expect(test?.steps.map(({ outcome }) => outcome)).toEqual(['pending', 'pending']);
  });

  it('keeps earlier plays of a step beside the last one, unless that is too much', () => {
    const again: RunEvent = {
      type: 'step.started',
      at: 8,
      test: 0,
      attempt: 1,
      step: 1,
      sent: 'hi',
    };
    const played = [...events.slice(0, 6), again];
    const step = foldEvents(played).tests[0]?.steps[1];
    expect(step).toMatchObject({ outcome: 'running', startedAt: 8, verdicts: [] });
    expect(step?.failure).toBeUndefined();
    expect(step?.earlierPlays).toMatchObject([{ outcome: 'failed', startedAt: 5, failure }]);
    const [third] = foldEvents([...played, { ...again, at: 9 }]).tests[0]?.steps.slice(1) ?? [];
    expect(third?.earlierPlays?.map(({ startedAt }) => startedAt)).toEqual([5, 8]);
    const brief = foldEvents(played, emptyRunResult(), { keepsPlays: false });
    expect(brief.tests[0]?.steps[1]).not.toHaveProperty('earlierPlays');
  });

  it('leaves nothing running after the end', () => {
    const result = foldEvents([...events, { type: 'run.finished', at: 13, status: 'cancelled' }]);
    expect(result).toMatchObject({ status: 'cancelled', startedAt: 1, finishedAt: 13 });
    expect(result.tests[2]).toMatchObject({ outcome: 'pending', steps: [{ outcome: 'pending' }] });
  });

  it('changes nothing of the result before, and shares what stayed the same', () => {
    const before = foldEvents(events);
    const copy = structuredClone(before);
    const after = foldEvent(before, {
      type: 'step.finished',
      at: 14,
      test: 2,
      attempt: 1,
      step: 0,
      outcome: 'passed',
      verdicts: [],
    });
    expect(before).toEqual(copy);
    expect(after.tests[0]).toBe(before.tests[0]);
    expect(after.tests[2]).not.toBe(before.tests[2]);
  });

  it('overlooks events of tests and steps that are not there', () => {
    const result = foldEvents(events);
    expect(foldEvent(result, { type: 'test.started', at: 15, test: 9, attempt: 1 })).toBe(result);
    expect(
      foldEvent(result, { type: 'step.started', at: 15, test: 2, attempt: 1, step: 9, sent: '' }),
    ).toEqual(result);
  });
});
