import type { RunSummary } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { isOutdatedBy } from './outdated-list.ts';
import type { RunFilters } from './run-filters.ts';

function run(change: Partial<RunSummary> = {}): RunSummary {
  const createdAt = '2026-11-21T12:00:00.000Z';
  const of = { id: 'r1', suiteId: 's1', projectId: 'p1', platform: 'webchat', trigger: 'manual' };
  return { ...of, status: 'running', createdAt, overriddenAt: null, ...change } as RunSummary;
}

const running = run();
const failed = run({ status: 'failed' });
const older = run({ id: 'r0', createdAt: '2026-11-20T12:00:00.000Z' });

describe('a list of runs that has the run', () => {
  const isOutdated = (filters: RunFilters, now: RunSummary, was = running) =>
    isOutdatedBy(now, { filters, items: [was, older], hasMore: true });

  it.each<[string, boolean, RunFilters, RunSummary, RunSummary?]>([
    ['stays where nothing is asked of it', false, {}, failed],
    ['stays while the run goes on', false, { status: 'running' }, running],
    ['is read anew once the run has another state', true, { status: 'running' }, failed],
    [
      'is read anew once another is to blame',
      true,
      { failureClass: 'wrong' },
      run({ status: 'failed', overriddenAt: '2026-11-21T13:00:00.000Z' }),
      failed,
    ],
    ['stays where the same is to blame', false, { failureClass: 'wrong' }, failed, failed],
    ['is read anew once nobody is', true, { failureClass: 'wrong' }, run({ status: 'passed' })],
  ])('%s', (_, isIt, filters, now, was) => {
    expect(isOutdated(filters, now, was)).toBe(isIt);
  });
});

describe('a list of runs without the run', () => {
  const isOutdated = (filters: RunFilters, now: RunSummary) =>
    isOutdatedBy(now, { filters, items: [older], hasMore: true });

  it.each<[string, boolean, RunFilters, RunSummary]>([
    ['is read anew for a new one', true, {}, running],
    ['stays where it was read less far', false, {}, run({ createdAt: '2026-11-19T12:00:00Z' })],
    ['is read anew once it passes', true, { status: 'failed' }, failed],
    ['stays while it does not', false, { status: 'failed' }, running],
    ['is read anew once it passes as one of a group', true, { status: 'failing' }, failed],
    ['stays while the group does not have it', false, { status: 'ended' }, running],
    ['is read anew where somebody is to blame', true, { failureClass: 'wrong' }, failed],
    ['stays while nobody is', false, { failureClass: 'wrong' }, running],
    ['stays for one of another suite', false, { suiteId: 's2' }, failed],
    ['stays for one of other days', false, { from: '2026-11-22', to: '2026-11-23' }, failed],
    ['is read anew for one of its days', true, { from: '2026-11-21', to: '2026-11-21' }, failed],
  ])('%s', (_, isIt, filters, now) => {
    expect(isOutdated(filters, now)).toBe(isIt);
  });
});
