import type { RunSummary } from '@parley/contract';
import type { TestResult } from '@parley/suite';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { RunActions } from './run-actions.tsx';

const start = 'POST /internal/v1/users/u1/organizations/o1/testsuites/s1/runs';
const previous = 'GET /internal/v1/users/u1/organizations/o1/runs/r1/previous';
let network: FakeNetwork;

beforeEach(() => {
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
  network = fakeNetwork({
    [start]: () => new Promise<Response>(() => undefined),
    [previous]: () => Response.json({ run: null, lastGreen: null }),
  });
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const run = {
  id: 'r1',
  suiteId: 's1',
  status: 'failed',
  environment: 'staging',
  label: 'v1',
} as RunSummary;

const tests = [
  { name: 'A', outcome: 'passed', attempt: 1, steps: [] },
  { name: 'B', outcome: 'failed', attempt: 1, steps: [] },
] satisfies TestResult[];

it('starts one run, whichever of its buttons is pressed while that is on its way', async () => {
  renderPage(() => (
    <QueryClientProvider client={queryClient}>
      <RunActions run={run} tests={tests} onReevaluate={() => undefined} />
    </QueryClientProvider>
  ));
  fireEvent.click(await screen.findByRole('button', { name: 'Rerun failed test' }));
  await waitFor(() => expect(network.count(start)).toBe(1));
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Run again/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Rerun failed test' }));
  await Promise.resolve();
  expect(network.count(start)).toBe(1);
  expect(network.requests.find(({ body }) => body)?.body).toEqual({
    tests: ['B'],
    environment: 'staging',
  });
});

it.each([
  ['failed', 'r0', 'g1', 'Compare with last passed', 'g1'],
  ['failed', 'g1', 'g1', 'Compare with previous', 'g1'],
  ['failed', 'r0', undefined, 'Compare with previous', 'r0'],
  ['passed', 'r0', 'g1', 'Compare with previous', 'r0'],
] as const)(
  'compares a run that %s, after %s and the last green %s: %s',
  async (status, before, green, name, base) => {
    network.answer(previous, {
      json: { run: { id: before }, lastGreen: green ? { id: green } : null },
    });
    renderPage(() => (
      <QueryClientProvider client={queryClient}>
        <RunActions run={{ ...run, status }} tests={tests} onReevaluate={() => undefined} />
      </QueryClientProvider>
    ));
    const link = await screen.findByRole('link', { name });
    const { searchParams } = new URL(link.getAttribute('href') ?? '', 'http://parley.test');
    expect([searchParams.get('base'), searchParams.get('with')]).toEqual([base, 'r1']);
  },
);
