import type { RunSummary } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { figuresOf } from './history-figures.ts';

const start = Date.parse('2026-01-01T00:00:00Z');

function run(status: RunSummary['status'], seconds?: number): RunSummary {
  const finishedAt = seconds === undefined ? null : new Date(start + seconds * 1000).toISOString();
  return {
    id: 'r',
    suiteId: 's',
    suiteName: 'Greeting',
    projectId: 'p',
    projectName: 'Hotline',
    platform: 'webchat',
    device: null,
    trigger: 'manual',
    startedBy: null,
    status,
    counts: { total: 1, passed: 0, failed: 0, error: 0, skipped: 0, pending: 1 },
    createdAt: new Date(start).toISOString(),
    startedAt: new Date(start).toISOString(),
    finishedAt,
    cancelRequested: false,
  };
}

describe('the figures of the history', () => {
  it.each([
    ['nothing', [], { count: 0, passed: 0, medianMs: undefined }],
    ['only what goes on', [run('running')], { count: 0, passed: 0, medianMs: undefined }],
    [
      'an odd number',
      [run('passed', 1), run('failed', 9), run('error', 2)],
      { count: 3, passed: 1, medianMs: 2000 },
    ],
    [
      'an even number',
      [run('passed', 1), run('passed', 2)],
      { count: 2, passed: 2, medianMs: 1500 },
    ],
    [
      'cancelled ones beside',
      [run('passed', 1), run('cancelled', 99), run('interrupted', 99)],
      { count: 1, passed: 1, medianMs: 1000 },
    ],
  ])('of %s', (_what, runs, figures) => {
    expect(figuresOf(runs)).toEqual(figures);
  });
});
