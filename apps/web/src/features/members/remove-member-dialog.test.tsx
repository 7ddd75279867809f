import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storeToken } from '#/lib/jwt.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora, tokenFor } from '#/lib/testing/people.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';

const oneself = {
  id: 'm1',
  name: nora.name,
  email: nora.email,
  role: 'member' as const,
  addedDate: '2026-01-01T00:00:00.000Z',
  lastActive: null,
};

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  storeToken(tokenFor(nora, Date.now() + 3_600_000));
  dispatchEvent(new StorageEvent('storage', { key: 'jwt' }));
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('leaves for the start page when the user cannot be read after leaving', async () => {
  const network = fakeNetwork({
    'DELETE /internal/v1/users/u1/organizations/o1/members/m1': { status: 204 },
    'GET /internal/v1/users/u1': { status: 500 },
  });
  const onClose = vi.fn();
  const dialog = () => <RemoveMemberDialog member={oneself} onClose={onClose} />;
  const router = renderPage(dialog, { path: '/organization', others: ['/'] });
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(router.state.location.pathname).toBe('/');
  expect(network.count('GET /internal/v1/users/u1')).toBe(1);
});

it('offers to delete the alert channels that the member added', async () => {
  const removal = 'DELETE /internal/v1/users/u1/organizations/o1/members/m2';
  const by = (id: string) => ({ createdBy: { id, name: 'Eve', isMember: true } });
  const network = fakeNetwork({
    'GET /internal/v1/users/u1/organizations/o1/alert-channels': {
      json: [by('m2'), by('m2'), by('u1'), { createdBy: null }],
    },
    [removal]: { status: 204 },
    'GET /internal/v1/users/u1/organizations/o1': { json: acme },
  });
  const onClose = vi.fn();
  const eve = { ...oneself, id: 'm2', name: 'Eve', email: 'eve@acme.test', role: 'admin' as const };
  renderPage(() => <RemoveMemberDialog member={eve} onClose={onClose} />);
  fireEvent.click(await screen.findByLabelText('Also delete the 2 alert channels they added'));
  fireEvent.click(screen.getByRole('button', { name: 'Remove member' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const sent = network.requests.find(({ method }) => method === 'DELETE');
  expect(`DELETE ${sent?.url}`).toBe(`${removal}?alertChannels=delete`);
});

it('offers the same to who leaves, in words of their own', async () => {
  fakeNetwork({
    'GET /internal/v1/users/u1/organizations/o1/alert-channels': {
      json: [{ createdBy: { id: 'm1', name: nora.name, isMember: true } }],
    },
  });
  renderPage(() => <RemoveMemberDialog member={oneself} onClose={() => {}} />);
  expect(await screen.findByLabelText('Also delete the alert channel you added')).toBeTruthy();
});
