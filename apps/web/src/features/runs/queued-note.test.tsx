import type { RunSummary } from '@parley/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { type Answer, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { QueuedNote } from './queued-note.tsx';

const read = 'GET /internal/v1/users/u1/organizations/o1/runs/r2';

const queued = { id: 'r2', suiteName: 'Bank line', status: 'queued' } as RunSummary;

beforeEach(() => {
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function show(run: RunSummary, answer: Answer) {
  fakeNetwork({ [read]: answer });
  renderPage(() => (
    <QueryClientProvider client={queryClient}>
      <p role="status">
        <QueuedNote run={run} />
      </p>
    </QueryClientProvider>
  ));
}

it('names the run that has the virtual device, and leads to it', async () => {
  const waiting = {
    for: 'device',
    message: 'Waiting for the virtual device Caller, which is in use.',
    runs: [{ id: 'r1', suiteName: 'Greeting', status: 'running' }],
  };
  show(queued, { json: { ...queued, waiting } });
  const link = await screen.findByRole('link', { name: 'Greeting' });
  expect(link.getAttribute('href')).toBe('/history/testruns/r1');
  expect(screen.getByRole('status').textContent).toBe(
    'Waiting for the virtual device Caller, which is in use. Greeting is running.',
  );
});

it('says at once what the answer to its start said, and what it waits for by now', async () => {
  const answered = Promise.withResolvers<Response>();
  show(
    { ...queued, waiting: { for: 'worker', message: 'Waiting for a worker: none is running.' } },
    () => answered.promise,
  );
  const note = await screen.findByRole('status');
  expect(note.textContent).toBe('Waiting for a worker: none is running.');
  const waiting = { for: 'equipped-worker', message: 'Waiting for a worker that can place calls.' };
  answered.resolve(Response.json({ ...queued, waiting }));
  await waitFor(() => expect(note.textContent).toBe(waiting.message));
});
