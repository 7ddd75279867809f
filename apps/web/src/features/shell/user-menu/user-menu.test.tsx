import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { nora } from '#/lib/testing/people.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { UserMenu } from './user-menu.tsx';

const oldDashboardUrl = 'https://old.parley.test/';
const save = 'PATCH /internal/v1/users/u1/property/json';

afterEach(() => {
  cleanup();
  queryClient.clear();
  useAuthStore.setState({ user: null });
  vi.unstubAllGlobals();
});

async function openMenu(installation: object) {
  const network = fakeNetwork({
    'GET /internal/v1/installation': { json: installation },
    [save]: { json: nora },
  });
  useAuthStore.setState({ user: nora });
  renderPage(UserMenu, { others: ['/account'] });
  fireEvent.click(await screen.findByRole('button', { name: 'User menu of Nora Lind' }));
  await screen.findByRole('menuitem', { name: 'Support' });
  return network;
}

it('[S-058, S-059] “Old Dashboard” saves the choice and leaves for the old dashboard', async () => {
  const assign = vi.fn();
  const network = await openMenu({ supportEmail: 'support@parley.test', oldDashboardUrl });
  vi.stubGlobal('location', { ...location, assign });
  fireEvent.click(screen.getByRole('menuitem', { name: 'Old Dashboard' }));
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(oldDashboardUrl));
  const saved = network.requests.filter(({ method }) => method === 'PATCH');
  expect(saved.map(({ body }) => body)).toEqual([{ value: { betaUser: false } }]);
});

it('does not offer an old dashboard where there is none', async () => {
  await openMenu({ supportEmail: 'support@parley.test', oldDashboardUrl: null });
  expect(screen.queryByRole('menuitem', { name: 'Old Dashboard' })).toBeNull();
});
