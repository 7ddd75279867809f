import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { project } from '#/lib/testing/projects.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { ProjectDialog } from './project-dialog.tsx';
import { useProjectStore } from './project-store.ts';

const projects = '/internal/v1/users/u1/organizations/o1/projects';
const hotline = project('p9', 'Hotline');

beforeEach(() => {
  queryClient.clear();
  useProjectStore.setState(useProjectStore.getInitialState());
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <QueryClientProvider client={queryClient}>
      {isOpen && (
        <ProjectDialog action={{ kind: 'create' }} isOpen onClose={() => setIsOpen(false)} />
      )}
    </QueryClientProvider>
  );
}

async function create() {
  const created = Promise.withResolvers<Response>();
  fakeNetwork({
    [`GET ${projects}`]: { json: [hotline] },
    [`GET ${projects}/hierarchy`]: { json: { flatProjects: [] } },
    [`GET ${projects}/validate-name`]: { json: { valid: true } },
    [`POST ${projects}`]: () => created.promise,
  });
  const router = renderPage(Page, { path: '/projects', others: ['/projects/$projectId'] });
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Hotline' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create project' }));
  return {
    router,
    answer: () => act(async () => created.resolve(Response.json(hotline, { status: 201 }))),
  };
}

it('opens a project that it created', async () => {
  const { router, answer } = await create();
  await answer();
  await waitFor(() => expect(router.state.location.pathname).toBe('/projects/p9'));
  expect(useProjectStore.getState().selectedProjectId).toBe('p9');
});

it('[S-207] asks for a name at its place, without the project that is edited', async () => {
  const edited = project('p9', 'Cards', { parentProjectId: 'p1' });
  const { requests } = fakeNetwork({
    [`GET ${projects}/validate-name`]: { json: { valid: true } },
  });
  renderPage(() => (
    <QueryClientProvider client={queryClient}>
      <ProjectDialog action={{ kind: 'edit', project: edited }} isOpen onClose={() => {}} />
    </QueryClientProvider>
  ));
  await waitFor(() => expect(requests).not.toHaveLength(0));
  const [, asked] = requests[0]?.url.split('?') ?? [];
  expect(Object.fromEntries(new URLSearchParams(asked))).toEqual({
    name: 'Cards',
    parentId: 'p1',
    excludeId: 'p9',
  });
});

it('leads nowhere once it was closed', async () => {
  const { router, answer } = await create();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await answer();
  await waitFor(() => expect(useProjectStore.getState().projects.o1).toEqual([hotline]));
  expect(router.state.location.pathname).toBe('/projects');
});
