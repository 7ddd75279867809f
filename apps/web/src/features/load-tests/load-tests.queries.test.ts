import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import {
  deleteLoadTest,
  loadReportQuery,
  loadSeriesQuery,
  loadTestQuery,
} from './load-tests.queries.ts';

const scope = { userId: 'u1', orgId: 'o1' };

const keysOf = (id: string) => [
  loadTestQuery(scope, id).queryKey,
  loadReportQuery(scope, id, false).queryKey,
  loadReportQuery(scope, id, true).queryKey,
  loadSeriesQuery(scope, id).queryKey,
];

beforeEach(() => queryClient.clear());

afterEach(() => vi.unstubAllGlobals());

it('leaves nothing of a load test that was deleted, for whoever goes back to it', async () => {
  fakeNetwork({ 'DELETE /internal/v1/users/u1/organizations/o1/loadtests/l1': {} });
  for (const key of [...keysOf('l1'), ...keysOf('l2')]) queryClient.setQueryData<unknown>(key, {});
  await deleteLoadTest(scope, 'l1');
  const left = queryClient.getQueryCache().getAll();
  expect(left.map(({ queryKey }) => queryKey)).toEqual(keysOf('l2'));
});
