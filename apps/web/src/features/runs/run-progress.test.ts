import type { RunSummary } from '@parley/contract';
import { readCounts } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { emptyRunLog } from './run-log.ts';
import { countsInWords, progressOf } from './run-progress.ts';

const counts = { total: 4, passed: 1, failed: 0, error: 0, unsure: 0, skipped: 1, pending: 2 };

const run: RunSummary = {
  id: 'r1',
  suiteId: 's1',
  number: 12,
  suiteName: 'Greeting',
  projectId: 'p1',
  projectName: 'Hotline',
  platform: 'webchat',
  device: null,
  label: null,
  environment: null,
  environmentVersion: null,
  repeat: null,
  trigger: 'manual',
  startedBy: 'Nora',
  status: 'running',
  counts,
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: '2026-01-01T00:00:01.000Z',
  finishedAt: null,
  cancelRequested: false,
  overriddenAt: null,
};
const start = Date.parse('2026-01-01T00:00:01.000Z');

describe('the progress of a run', () => {
  it('comes from the summary as long as no event is known', () => {
    const queued = { ...run, status: 'queued', startedAt: null } as const;
    expect(progressOf(queued, emptyRunLog, start)).toEqual({
      status: 'queued',
      counts: readCounts(counts),
      done: 2,
      durationMs: undefined,
    });
  });

  it('comes from the events as soon as there are some, and its time runs on', () => {
    const later = { ...readCounts(counts), passed: 3, pending: 0 };
    const result = { status: 'running', startedAt: start, counts: later, tests: [] } as const;
    const log = { result: { ...result, tests: [] }, cursor: 9, isComplete: false };
    expect(progressOf(run, log, start + 5000)).toMatchObject({
      status: 'running',
      done: 4,
      durationMs: 5000,
    });
  });

  it('ends with the run', () => {
    const ended = { ...run, status: 'passed', finishedAt: '2026-01-01T00:00:03.500Z' } as const;
    const progress = progressOf(ended, emptyRunLog, start + 99_000);
    expect(progress).toMatchObject({ status: 'passed', durationMs: 2500 });
  });

  const none = { total: 0, passed: 0, failed: 0, error: 0, unsure: 0, skipped: 0, pending: 0 };

  it.each([
    [counts, false, '1 passed, 1 skipped, 2 remaining'],
    [counts, true, '1 passed, 1 skipped, 2 not run'],
    [{ ...none, error: 1, failed: 1 }, true, '1 failed, 1 error'],
    [{ ...none, unsure: 2, passed: 1 }, true, '1 passed, 2 undecided'],
    [none, true, ''],
  ])('%j, over: %s, is "%s" in words', (some, isOver, words) => {
    expect(countsInWords(readCounts(some), isOver)).toBe(words);
  });
});
