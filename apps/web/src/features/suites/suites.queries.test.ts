import type { SuiteSummary } from '@parley/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { pageOf, queryOf } from '#/lib/testing/page-of.ts';
import { suitesOfPlatformQuery, suitesOfProjectQuery } from './suites.queries.ts';

const scope = { userId: 'u1', orgId: 'o1' };
const request = 'GET /internal/v1/users/u1/organizations/o1/testsuites';

beforeEach(() => queryClient.clear());
afterEach(() => vi.unstubAllGlobals());

/** Fakes a server that returns the `stored` suites page by page. */
function serve(stored: readonly string[]) {
  return fakeNetwork({
    [request]: (sent) => {
      const { items } = pageOf(stored, queryOf(sent));
      return Response.json(items.map((id) => ({ id, name: `Suite ${id}` }) as SuiteSummary));
    },
  });
}

it.each([
  ['of a project', () => queryClient.fetchQuery(suitesOfProjectQuery(scope, 'p1'))],
  ['of a platform', () => queryClient.fetchQuery(suitesOfPlatformQuery(scope, 'webchat'))],
])('offers all suites %s, also those after the first hundred', async (_, read) => {
  const stored = Array.from({ length: 230 }, (_, index) => `s${index + 1}`);
  const network = serve(stored);
  expect((await read()).map(({ id }) => id)).toEqual(stored);
  expect(network.requests).toHaveLength(3);
});

it('offers a suite once that came to a later page while the pages were read', async () => {
  const stored = Array.from({ length: 150 }, (_, index) => `s${index + 1}`);
  const network = serve(stored);
  const reading = queryClient.fetchQuery(suitesOfProjectQuery(scope, 'p1'));
  await vi.waitFor(() => expect(network.requests).toHaveLength(1));
  stored.unshift('s0');
  expect((await reading).map(({ id }) => id)).toEqual(stored.slice(1));
});

it('ends after the first thousand, however many there are', async () => {
  const network = serve(Array.from({ length: 1_500 }, (_, index) => `s${index + 1}`));
  expect(await queryClient.fetchQuery(suitesOfPlatformQuery(scope, 'phone'))).toHaveLength(1_000);
  expect(network.requests).toHaveLength(10);
});
