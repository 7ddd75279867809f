import type { WireEvent } from '@parley/suite';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as api from '#/lib/api.ts';
import { queryClient } from '#/lib/query-client.ts';
import { appendEvents, emptyRunLog, isBehind } from './run-log.ts';
import { runLogQuery } from './runs.queries.ts';

afterEach(() => vi.restoreAllMocks());

const story: WireEvent[] = [
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

it('a long log is read to its end, though its pages hold fewer events than were asked for', async () => {
  const asked: number[] = [];
  vi.spyOn(api, 'call').mockImplementation((async (
    _: unknown,
    input: { query: { after: number } },
  ) => {
    const { after } = input.query;
    asked.push(after);
    return { events: all.slice(after, after + 2), isComplete: after + 2 >= all.length };
  }) as never);
  const log = await queryClient.fetchQuery(runLogQuery({ userId: 'u1', orgId: 'o1' }, 'r1'));
  expect(asked).toEqual([0, 2, 4]);
  expect(log).toMatchObject({ cursor: 6, isComplete: true, result: { status: 'passed' } });
});
