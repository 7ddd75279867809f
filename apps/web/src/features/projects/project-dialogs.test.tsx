import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { project } from '#/lib/testing/projects.ts';
import { toastStore } from '#/ui/toast.ts';
import type { ProjectAction } from './project-action.ts';
import { ProjectDialogs } from './project-dialogs.tsx';

const projects = '/internal/v1/users/u1/organizations/o1/projects';
const cards = project('p1', 'Cards');
const loans = project('p2', 'Loans');
const onClose = vi.fn();
const onDeleted = vi.fn();
const dialogs = (action: ProjectAction | null) => (
  <QueryClientProvider client={queryClient}>
    <ProjectDialogs action={action} onClose={onClose} onDeleted={onDeleted} />
  </QueryClientProvider>
);

// The dialog is loaded lazily. Loading it first keeps that out of the tests' waiting times.
beforeAll(() => import('./delete-project-dialog.tsx'));

beforeEach(() => {
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
  toastStore.setState({ toast: null });
  queryClient.clear();
  vi.clearAllMocks();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['closes and leads away once the project is deleted', [], 1],
  ['does neither after it was closed', [null], 0],
  ['does neither to the dialog that is open since', [null, { kind: 'delete', project: loans }], 0],
] as const)('%s', async (_, since, times) => {
  const deleted = Promise.withResolvers<Response>();
  fakeNetwork({
    [`GET ${projects}/p1/can-delete`]: { json: { canDelete: true } },
    [`GET ${projects}/p2/can-delete`]: { json: { canDelete: true } },
    [`DELETE ${projects}/p1`]: () => deleted.promise,
  });
  const { rerender } = render(dialogs({ kind: 'delete', project: cards }));
  await screen.findByText(/cannot be undone/);
  fireEvent.click(screen.getByRole('button', { name: 'Delete project' }));
  for (const action of since) rerender(dialogs(action));
  await act(async () => deleted.resolve(new Response(null, { status: 204 })));
  await waitFor(() => expect(toastStore.getState().toast?.title).toBe('Project deleted'));
  expect(onClose).toHaveBeenCalledTimes(times);
  expect(onDeleted).toHaveBeenCalledTimes(times);
});

it('[S-208] deletes nothing before the server has said that it may go', async () => {
  const checked = Promise.withResolvers<Response>();
  const network = fakeNetwork({
    [`GET ${projects}/p1/can-delete`]: () => checked.promise,
    [`DELETE ${projects}/p1`]: { status: 204 },
  });
  render(dialogs({ kind: 'delete', project: cards }));
  const remove = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Delete project' });
  await screen.findByRole('status', { name: 'Loading the contents of the project' });
  expect(remove().disabled).toBe(true);
  await act(async () => checked.resolve(Response.json({ canDelete: true })));
  await waitFor(() => expect(remove().disabled).toBe(false));
  expect(network.requests.map(({ method }) => method)).toEqual(['GET']);
  fireEvent.click(remove());
  await waitFor(() => expect(network.count(`DELETE ${projects}/p1`)).toBe(1));
});

it('[S-208] says why a project may not go, and offers nothing else', async () => {
  const reason = 'It still contains 1 test suite.';
  const network = fakeNetwork({
    [`GET ${projects}/p1/can-delete`]: { json: { canDelete: false, reason } },
  });
  render(dialogs({ kind: 'delete', project: cards }));
  expect((await screen.findByRole('alert')).textContent).toContain(reason);
  expect(screen.queryByRole('button', { name: 'Delete project' })).toBeNull();
  expect(network.requests).toHaveLength(1);
});
