import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useProjectStore } from '#/features/projects/project-store.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { LoadSetupScreen } from './load-setup-screen.tsx';

const suitePath = 'GET /internal/v1/users/u1/organizations/o1/testsuites/s1';
const suite = { id: 's1', name: 'Cards', projectId: 'p1', source: '- test: A\n- hi: hi\n' };
const broken = { error: { code: 'suite_invalid', message: 'The suite has errors' } };

beforeEach(() => {
  queryClient.clear();
  useProjectStore.setState({
    ...useProjectStore.getInitialState(),
    projects: { o1: [] },
    fetchedAt: { o1: Date.now() },
  });
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  renderPage(() => (
    <QueryClientProvider client={queryClient}>
      <LoadSetupScreen place={{ projectId: 'p1', suiteId: 's1' }} onPlaceChange={vi.fn()} />
    </QueryClientProvider>
  ));
}

const correct = 'Open the test suite and fix it, then come back.';

it('says that a test suite could not be loaded, rather than that it is to be fixed', async () => {
  const network = fakeNetwork({
    [suitePath]: { status: 500 },
    [`${suitePath}/loadtarget`]: { status: 500 },
  });
  show();
  await screen.findByText('Failed to load the test suite');
  expect(screen.queryByText(correct)).toBeNull();
  network.answer(suitePath, { json: suite });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Failed to load the target');
  expect(screen.queryByText(correct)).toBeNull();
});

it('says what to fix in a test suite that cannot be run', async () => {
  fakeNetwork({
    [suitePath]: { json: suite },
    [`${suitePath}/loadtarget`]: { status: 422, json: broken },
  });
  show();
  await screen.findByText(correct);
  await waitFor(() => expect(screen.getByText('The suite has errors')).toBeDefined());
});
