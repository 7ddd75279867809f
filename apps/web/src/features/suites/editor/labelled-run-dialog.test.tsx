import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { LabelledRunDialog } from './labelled-run-dialog.tsx';
import type { SuiteRunner } from './suite-runner.ts';

beforeEach(() => {
  queryClient.clear();
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/**
 * @param isAccepted true if the server accepts the start of the run
 * @param names environments of the project
 */
async function open(isAccepted: boolean, names: string[] = [], lastEnvironment = '') {
  fakeNetwork({
    'GET /internal/v1/users/u1/organizations/o1/projects/p1/environments': {
      json: names.map((name) => ({ id: name, name, projectId: 'p1' })),
    },
  });
  const start = vi.fn(async () => isAccepted);
  const onClose = vi.fn();
  const runner = { start, isStarting: false, lastEnvironment } as unknown as SuiteRunner;
  render(
    <QueryClientProvider client={queryClient}>
      <LabelledRunDialog runner={runner} projectId="p1" onClose={onClose} />
    </QueryClientProvider>,
  );
  await screen.findByLabelText('Environment');
  return { start, onClose };
}

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const run = () => fireEvent.click(screen.getByRole('button', { name: 'Run' }));

it('starts a run of the version and in the environment that were entered', async () => {
  const { start, onClose } = await open(true);
  fill('Label', ' v2.14.0 ');
  fill('Environment', 'staging');
  run();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(start).toHaveBeenCalledExactlyOnceWith({ label: 'v2.14.0', environment: 'staging' });
});

it('says nothing of what was left empty', async () => {
  const { start } = await open(true);
  fill('Label', '  ');
  run();
  await waitFor(() => expect(start).toHaveBeenCalledExactlyOnceWith({}));
});

it('keeps what was entered where the run is refused', async () => {
  const { start, onClose } = await open(false);
  fill('Label', 'v1');
  run();
  await waitFor(() => expect(start).toHaveBeenCalledOnce());
  await Promise.resolve();
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText('Label')).toHaveProperty('value', 'v1');
});

it('offers the environments of the project, and the one of the latest run first', async () => {
  const { start } = await open(true, ['production', 'staging'], 'staging');
  run();
  await waitFor(() => expect(start).toHaveBeenCalledExactlyOnceWith({ environment: 'staging' }));
});

it('chooses none of the project where the latest run had another one', async () => {
  const { start } = await open(true, ['production'], 'old');
  run();
  await waitFor(() => expect(start).toHaveBeenCalledExactlyOnceWith({}));
});
