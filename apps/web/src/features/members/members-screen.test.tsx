import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { MembersScreen } from './members-screen.tsx';

const read = 'GET /internal/v1/users/u1/organizations/o1';
const member = (id: string, name: string) => ({
  id,
  name,
  email: `${id}@acme.test`,
  role: 'member' as const,
  addedDate: acme.creationDate,
  lastActive: null,
});

beforeEach(() => {
  class NoResizes {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', NoResizes);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: { ...acme, members: [member('ada', 'Ada Berg')] } });
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  useAuthStore.setState({ user: null });
  useOrgStore.setState({ currentOrganization: null });
  vi.unstubAllGlobals();
});

const open = () =>
  renderPage(() => (
    <QueryClientProvider client={queryClient}>
      <MembersScreen />
    </QueryClientProvider>
  ));

it('[S-129] reads the organization by its id when it opens', async () => {
  const members = [member('ada', 'Ada Berg'), member('max', 'Max Roth')];
  const network = fakeNetwork({ [read]: { json: { ...acme, members } } });
  open();
  expect(await screen.findByText('Max Roth')).toBeDefined();
  expect(network.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([read]);
});

it('[S-097, S-112] has the members in its first card and the invitations in its second', async () => {
  fakeNetwork({ [read]: { json: acme } });
  open();
  await screen.findByRole('heading', { name: 'Organization Management', level: 1 });
  const cards = screen.getAllByRole('heading', { level: 2 });
  expect(cards.map(({ textContent }) => textContent)).toEqual([
    'Existing Users',
    'Pending Invitations',
  ]);
});
