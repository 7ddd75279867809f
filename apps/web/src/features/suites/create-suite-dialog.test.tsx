import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { CreateSuiteDialog } from './create-suite-dialog.tsx';
import { useSuiteList } from './suite-list.store.ts';

const suites = '/internal/v1/users/u1/organizations/o1/testsuites';

beforeEach(() => {
  queryClient.clear();
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
  useSuiteList.setState({ currentProjectId: 'p1', items: [], total: 0 });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('opens a suite that it created, which is the first of its list', async () => {
  const suite = { id: 's9', name: 'Greeting', projectId: 'p1', platform: 'phone' };
  const network = fakeNetwork({ [`POST ${suites}`]: { status: 201, json: suite } });
  const router = renderPage(
    () => (
      <QueryClientProvider client={queryClient}>
        <CreateSuiteDialog projectId="p1" onClose={vi.fn()} />
      </QueryClientProvider>
    ),
    { path: '/projects', others: ['/test-suite/$testSuiteId'] },
  );
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Greeting' } });
  fireEvent.click(screen.getByLabelText(/^Phone/));
  fireEvent.click(screen.getByRole('button', { name: 'Create test suite' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/test-suite/s9'));
  expect(network.count(`POST ${suites}`)).toBe(1);
  expect(useSuiteList.getState().items[0]).toEqual(suite);
});
