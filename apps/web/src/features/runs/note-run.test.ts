import type { RunSummary } from '@parley/contract';
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import type { RunFilters } from './run-filters.ts';
import { emptyRunLog } from './run-log.ts';
import {
  latestRunQuery,
  noteRun,
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

beforeEach(() => {
  vi.useFakeTimers();
  queryClient.clear();
});

afterEach(() => vi.useRealTimers());

/** Waits for as long as changes are batched. */
const aMoment = () => vi.advanceTimersByTimeAsync(300);

describe('what is learnt of a run', () => {
  const listed = (filters: RunFilters, ...items: RunSummary[]) => {
    const query = runsQuery(scope, filters);
    const pages = [{ items, nextCursor: null }];
    queryClient.setQueryData(query.queryKey, { pages, pageParams: [undefined] });
    return query;
  };

  it('outdates the lists that it leaves or comes into, and no others', async () => {
    const all = listed({}, running);
    const [going, failures] = [
      listed({ status: 'running' }, running),
      listed({ status: 'failed' }),
    ];
    noteRun(scope, running);
    await aMoment();
    expect([all, going, failures].map(isOutdated)).toEqual([false, false, false]);
    noteRun(scope, failed);
    await aMoment();
    expect([all, going, failures].map(isOutdated)).toEqual([false, true, true]);
    expect(queryClient.getQueryData(all.queryKey)?.pages[0]?.items).toEqual([failed]);
  });

  describe('while somebody looks at a list', () => {
    type Page = { items: RunSummary[]; nextCursor: string | null };
    let asked: { page: string | undefined; answer: (page: Page) => void }[];
    let list: ReturnType<typeof observe>;
    let leave: () => void;

    const observe = () =>
      new InfiniteQueryObserver(queryClient, {
        ...runsQuery(scope, {}),
        queryFn: ({ pageParam }) =>
          new Promise<Page>((answer) => {
            asked.push({ page: pageParam, answer });
          }),
      });

    beforeEach(async () => {
      asked = [];
      list = observe();
      leave = list.subscribe(() => {});
      await answerNext({ items: [run({ id: 'r9' })], nextCursor: 'further' });
    });

    afterEach(() => leave());

    async function answerNext(page: Page) {
      asked.at(-1)?.answer(page);
      await vi.advanceTimersByTimeAsync(0);
    }

    const pagesAsked = () => asked.map(({ page }) => page);

    const noteNewRuns = (count: number) => {
      for (let index = 0; index < count; index += 1)
        noteRun(scope, run({ id: `new${index}`, createdAt: '2026-11-22T12:00:00.000Z' }));
    };

    it('reads it once for all the runs of a moment', async () => {
      noteNewRuns(100);
      await aMoment();
      expect(pagesAsked()).toEqual([undefined, undefined]);
    });

    it('lets a further page arrive first, and reads all anew after it', async () => {
      void list.fetchNextPage();
      noteNewRuns(1);
      await aMoment();
      expect(pagesAsked()).toEqual([undefined, 'further']);
      await answerNext({ items: [run({ id: 'r8' })], nextCursor: null });
      expect(list.getCurrentResult().data?.pages).toHaveLength(2);
      await aMoment();
      expect(pagesAsked()).toEqual([undefined, 'further', undefined]);
    });

    it('reads it once more after a reading that may be from before the change', async () => {
      noteNewRuns(1);
      await aMoment();
      noteNewRuns(1);
      await aMoment();
      expect(pagesAsked()).toEqual([undefined, undefined]);
      await answerNext({ items: [run({ id: 'r9' })], nextCursor: null });
      await aMoment();
      expect(pagesAsked()).toEqual([undefined, undefined, undefined]);
    });
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
