import type { RunSummary } from '@parley/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { emptyRunLog } from './run-log.ts';
import {
  latestRunQuery,
  noteRun,
  type RunFilters,
  runEnvironmentQuery,
  runLogQuery,
  runQuery,
  runsQuery,
} from './runs.queries.ts';

const scope = { userId: 'u1', orgId: 'o1' };

function run(change: Partial<RunSummary> = {}): RunSummary {
  const createdAt = '2026-11-21T12:00:00.000Z';
  return {
    id: 'r1',
    suiteId: 's1',
    status: 'running',
    createdAt,
    overriddenAt: null,
    ...change,
  } as RunSummary;
}

const running = run();
const failed = run({ status: 'failed' });
const overridden = run({ status: 'passed', overriddenAt: '2026-11-21T13:00:00.000Z' });

const isOutdated = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  queryClient.getQueryState(queryKey)?.isInvalidated;

beforeEach(() => queryClient.clear());

describe('what is learnt of a run', () => {
  const listed = (filters: RunFilters, ...items: RunSummary[]) => {
    const query = runsQuery(scope, filters);
    const pages = [{ items, nextCursor: null }];
    queryClient.setQueryData(query.queryKey, { pages, pageParams: [undefined] });
    return query;
  };

  it('outdates the lists that it leaves or comes into, and no others', () => {
    const all = listed({}, running);
    const [going, failures] = [
      listed({ status: 'running' }, running),
      listed({ status: 'failed' }),
    ];
    noteRun(scope, running);
    expect([all, going, failures].map(isOutdated)).toEqual([false, false, false]);
    noteRun(scope, failed);
    expect([all, going, failures].map(isOutdated)).toEqual([false, true, true]);
    expect(queryClient.getQueryData(all.queryKey)?.pages[0]?.items).toEqual([failed]);
  });

  it('makes an older run the latest of its suite neither before nor after that is known', () => {
    const { queryKey } = latestRunQuery(scope, 's1');
    const older = run({ id: 'r0', createdAt: '2026-11-20T12:00:00.000Z' });
    noteRun(scope, older);
    expect(queryClient.getQueryData(queryKey)).toBeUndefined();
    queryClient.setQueryData(queryKey, running);
    noteRun(scope, older);
    expect(queryClient.getQueryData(queryKey)).toEqual(running);
    noteRun(scope, failed);
    expect(queryClient.getQueryData(queryKey)).toEqual(failed);
  });

  it('makes it the latest of a suite that never ran', () => {
    const { queryKey } = latestRunQuery(scope, 's1');
    queryClient.setQueryData(queryKey, null);
    noteRun(scope, running);
    expect(queryClient.getQueryData(queryKey)).toEqual(running);
  });

  it('has an override read that came after the end, also where the run itself was not', () => {
    const log = runLogQuery(scope, 'r1');
    queryClient.setQueryData(log.queryKey, { ...emptyRunLog, isComplete: true });
    noteRun(scope, overridden);
    expect(isOutdated(log)).toBe(true);
  });

  it('has what it is carried out with read anew when its state changes', () => {
    const environment = runEnvironmentQuery(scope, 'r1');
    queryClient.setQueryData(environment.queryKey, {} as never);
    queryClient.setQueryData(runQuery(scope, 'r1').queryKey, running);
    noteRun(scope, running);
    expect(isOutdated(environment)).toBe(false);
    noteRun(scope, failed);
    expect(isOutdated(environment)).toBe(true);
  });
});
