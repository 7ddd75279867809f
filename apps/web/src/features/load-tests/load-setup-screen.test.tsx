import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
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
const target = {
  host: 'bot.example.com',
  isProven: true,
  proofPath: '/proof',
  proof: 'abc',
  freeTurnsPerSecond: 5,
  usersMax: 100,
};
const repeatedPath = 'GET /internal/v1/users/u1/organizations/o1/loadtests/l1';
const ofSuite = { projectId: 'p1', suiteId: 's1' };
const unknown = { status: 404, json: { error: { code: 'not_found', message: 'Not found' } } };
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

function show(place: ComponentProps<typeof LoadSetupScreen>['place'] = ofSuite) {
  renderPage(() => (
    <QueryClientProvider client={queryClient}>
      <LoadSetupScreen place={place} onPlaceChange={vi.fn()} />
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

it('says that a test suite does not exist, without another try that would not help', async () => {
  fakeNetwork({ [suitePath]: unknown, [`${suitePath}/loadtarget`]: unknown });
  show();
  await screen.findByText('This test suite does not exist');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('keeps the form when the test suite cannot be read again', async () => {
  const network = fakeNetwork({
    [suitePath]: { json: suite },
    [`${suitePath}/loadtarget`]: { json: target },
  });
  show();
  await screen.findByRole('button', { name: 'Start load test' });
  network.answer(suitePath, { status: 500 });
  network.answer(`${suitePath}/loadtarget`, { status: 500 });
  await act(async () => {
    await queryClient.refetchQueries();
    // Screens are notified in the next task.
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(screen.getByRole('button', { name: 'Start load test' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says that the load test to repeat could not be loaded, instead of starting an empty one', async () => {
  fakeNetwork({
    [repeatedPath]: { status: 500 },
    [suitePath]: { json: suite },
    [`${suitePath}/loadtarget`]: { json: target },
  });
  show({ ...ofSuite, like: 'l1' });
  await screen.findByText('Failed to load the load test to repeat');
  expect(screen.queryByRole('button', { name: 'Start load test' })).toBeNull();
});

it('sets up a new load test where the one to repeat was deleted', async () => {
  fakeNetwork({
    [repeatedPath]: unknown,
    [suitePath]: { json: suite },
    [`${suitePath}/loadtarget`]: { json: target },
  });
  show({ ...ofSuite, like: 'l1' });
  await screen.findByText('The load test to repeat was deleted');
  expect(await screen.findByRole('button', { name: 'Start load test' })).toBeDefined();
});
