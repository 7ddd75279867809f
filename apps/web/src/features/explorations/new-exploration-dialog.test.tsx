import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { toastStore } from '#/ui/toast.ts';
import { NewExplorationDialog } from './new-exploration-dialog.tsx';

const ofAcme = '/internal/v1/users/u1/organizations/o1';
const start = `POST ${ofAcme}/explorations/x1/conversations`;
const message = 'Your organization already has 10 open conversations, which is the limit.';

const dialog = (onCreated: (id: string) => void) => (
  <QueryClientProvider client={queryClient}>
    <NewExplorationDialog onClose={() => undefined} onCreated={onCreated} />
  </QueryClientProvider>
);

beforeEach(() => {
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
  toastStore.setState({ toast: null });
  queryClient.clear();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['in the words of the server', { status: 409, json: { error: { message } } }, message],
  ['also where it says nothing', { status: 500 }, 'Failed to start the conversation'],
])(
  'goes to the exploration and says that its conversation cannot begin, %s',
  async (_, refusal, words) => {
    fakeNetwork({
      [`GET ${ofAcme}/testsuites`]: { json: [] },
      [`POST ${ofAcme}/explorations`]: { json: { id: 'x1' } },
      [start]: refusal,
    });
    const onCreated = vi.fn();
    render(dialog(onCreated));
    // Without a test suite, it asks for an address.
    await screen.findByRole('combobox', { name: 'Channel' });
    fireEvent.click(screen.getByRole('button', { name: 'Start talking' }));
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith('x1'));
    expect(toastStore.getState().toast).toMatchObject({ variant: 'destructive', title: words });
  },
);

it('leads nowhere after it was closed', async () => {
  const started = Promise.withResolvers<Response>();
  const network = fakeNetwork({
    [`GET ${ofAcme}/testsuites`]: { json: [] },
    [`POST ${ofAcme}/explorations`]: { json: { id: 'x1' } },
    [start]: () => started.promise,
  });
  const onCreated = vi.fn();
  const { rerender } = render(dialog(onCreated));
  await screen.findByRole('combobox', { name: 'Channel' });
  fireEvent.click(screen.getByRole('button', { name: 'Start talking' }));
  await waitFor(() => expect(network.count(start)).toBe(1));
  rerender(<p>Another page</p>);
  await act(async () => started.resolve(Response.json({ error: { message } }, { status: 409 })));
  await waitFor(() => expect(toastStore.getState().toast?.title).toBe(message));
  expect(onCreated).not.toHaveBeenCalled();
});
