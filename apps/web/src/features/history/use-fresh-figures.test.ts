import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { figuresQuery } from './history.queries.ts';
import { useFreshFigures } from './use-fresh-figures.ts';

const days = { from: '2026-11-08', to: '2026-11-21' };
const { queryKey } = figuresQuery({ userId: 'u1', orgId: 'o1' }, days);

beforeEach(() => {
  vi.useFakeTimers();
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
  queryClient.clear();
});

afterEach(() => vi.useRealTimers());

const read = () => queryClient.setQueryData(queryKey, {} as never);
const areOutdated = () => queryClient.getQueryState(queryKey)?.isInvalidated;

it('reads the figures anew every 3 s while runs change all the time', () => {
  read();
  const { rerender, unmount } = renderHook((at: number) => useFreshFigures(at), {
    initialProps: 0,
  });
  for (let second = 1; second <= 7; second += 1) {
    if (areOutdated()) read();
    rerender(second);
    vi.advanceTimersByTime(1000);
    expect([second, areOutdated()]).toEqual([second, second % 3 === 0]);
  }
  unmount();
  vi.advanceTimersByTime(3000);
  expect(areOutdated()).toBe(false);
});
