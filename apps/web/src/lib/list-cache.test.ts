import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type ListPart, readAgain, whenOutdated } from './list-cache.ts';
import { queryClient } from './query-client.ts';

const scope = { userId: 'u1', orgId: 'o1' };
const parts: ListPart[] = ['projects', 'suites', 'monitoring'];

const storesRead: ListPart[] = [];
for (const part of parts) {
  whenOutdated(part, async ({ orgId }) => {
    if (orgId === 'o1') storesRead.push(part);
  });
}

/** An active query that counts how often it was fetched. */
function shown(...queryKey: string[]) {
  const queryFn = vi.fn(async () => 'answer');
  const observer = new QueryObserver(queryClient, { queryKey, queryFn, initialData: 'before' });
  observer.subscribe(() => {});
  return queryFn;
}

beforeEach(() => {
  queryClient.clear();
  storesRead.length = 0;
});

describe('a part of an organization that somebody has changed', () => {
  it.each<[ListPart, ListPart[]]>([
    ['projects', ['projects']],
    ['suites', ['projects', 'suites', 'monitoring']],
    ['monitoring', ['monitoring']],
  ])('%s: its store and queries are read again, and %s', async (part, expected) => {
    const asked = Object.fromEntries(parts.map((one) => [one, shown(one, 'o1', 'list')]));
    const elsewhere = shown(part, 'o2', 'list');
    await readAgain(scope, part);
    const isAsked = (one: ListPart) => (asked[one]?.mock.calls.length ?? 0) > 0;
    expect(parts.filter(isAsked)).toEqual(expected);
    expect(storesRead.toSorted()).toEqual(expected.toSorted());
    expect(elsewhere).not.toHaveBeenCalled();
  });
});
