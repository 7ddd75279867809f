import type { RunEvent } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { appendEvents, emptyRunLog, isBehind } from './run-log.ts';

const story: RunEvent[] = [
  {
    type: 'run.started',
    at: 1,
    tests: [
      { name: 'A', mode: 'run', steps: [{ input: { kind: 'open' }, expected: 'any reply' }] },
    ],
  },
  { type: 'test.started', at: 2, test: 0, attempt: 1 },
  { type: 'step.started', at: 3, test: 0, attempt: 1, step: 0, sent: '' },
  { type: 'step.finished', at: 4, test: 0, attempt: 1, step: 0, outcome: 'passed', verdicts: [] },
  { type: 'test.finished', at: 5, test: 0, attempt: 1, outcome: 'passed' },
  { type: 'run.finished', at: 6, status: 'passed' },
];
const all = story.map((event, index) => ({ seq: index + 1, event }));

describe('the log of a run', () => {
  it('is complete with its last event', () => {
    const log = appendEvents(emptyRunLog, all.slice(0, 5));
    expect(log).toMatchObject({ cursor: 5, isComplete: false });
    expect(appendEvents(log, all.slice(5))).toMatchObject({
      cursor: 6,
      isComplete: true,
      result: { status: 'passed' },
    });
  });

  it('takes each event once, however often it comes', () => {
    const log = appendEvents(emptyRunLog, all.slice(0, 4));
    expect(appendEvents(log, all.slice(0, 4))).toBe(log);
    expect(appendEvents(log, all).result).toEqual(appendEvents(emptyRunLog, all).result);
  });

  it('stops at a gap and says that it is behind', () => {
    const log = appendEvents(emptyRunLog, all.slice(0, 2));
    const later = all.slice(3);
    const next = appendEvents(log, later);
    expect(next.cursor).toBe(2);
    expect(isBehind(next, later)).toBe(true);
    expect(isBehind(log, all.slice(0, 2))).toBe(false);
  });
});
