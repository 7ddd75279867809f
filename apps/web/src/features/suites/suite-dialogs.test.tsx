import type { SuiteSummary } from '@parley/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ScheduleDialog } from '#/features/monitoring/schedule-dialog.tsx';
import { useProjectStore } from '#/features/projects/project-store.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { type OpenSuiteDialog, SuiteDialogs } from './suite-dialogs.tsx';
import { useSuiteList } from './suite-list.store.ts';

const ofAcme = '/internal/v1/users/u1/organizations/o1';
const rename = `PATCH ${ofAcme}/testsuites/s1`;

const suite = (id: string, name: string) => ({ id, name, description: '' }) as SuiteSummary;

beforeEach(() => {
  queryClient.clear();
  useProjectStore.setState(useProjectStore.getInitialState());
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
  useSuiteList.setState({ items: [suite('s1', 'Cards')] });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A page that shows one dialog at a time, like the suite pages. */
function Page() {
  const [dialog, setDialog] = useState<OpenSuiteDialog | null>(null);
  const open = (next: OpenSuiteDialog) => () => setDialog(next);
  return (
    <QueryClientProvider client={queryClient}>
      <button type="button" onClick={open({ kind: 'rename', suite: suite('s1', 'Cards') })}>
        Rename Cards
      </button>
      <button type="button" onClick={open({ kind: 'details', suite: suite('s2', 'Loans') })}>
        Edit Loans
      </button>
      {dialog && (
        <SuiteDialogs
          open={dialog}
          ScheduleDialog={ScheduleDialog}
          onClose={() => setDialog(null)}
        />
      )}
    </QueryClientProvider>
  );
}

it('leaves the next dialog open when one that was closed has saved', async () => {
  const saved = Promise.withResolvers<Response>();
  fakeNetwork({ [rename]: () => saved.promise });
  render(<Page />);
  fireEvent.click(screen.getByRole('button', { name: 'Rename Cards' }));
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Credit cards' } });
  fireEvent.click(screen.getByRole('button', { name: 'Rename' }));
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByText('Edit Loans'));
  const description = screen.getByLabelText<HTMLTextAreaElement>('Description');
  fireEvent.change(description, { target: { value: 'Half a sentence' } });
  saved.resolve(Response.json(suite('s1', 'Credit cards')));
  await waitFor(() => expect(useSuiteList.getState().items[0]?.name).toBe('Credit cards'));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Half a sentence');
});

it('[S-254] saves name and description with the monitoring as it stands', async () => {
  const put = `PUT ${ofAcme}/testsuites/s1`;
  const monitoringConfig = { kind: 'minutes', interval: 15 };
  const monitored = { ...suite('s1', 'Cards'), version: 3, monitoringConfig } as SuiteSummary;
  const { requests } = fakeNetwork({ [put]: { json: monitored } });
  const open: OpenSuiteDialog = { kind: 'details', suite: monitored };
  const onClose = vi.fn();
  render(<SuiteDialogs open={open} ScheduleDialog={ScheduleDialog} onClose={onClose} />);
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'All about cards' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(requests[0]?.body).toMatchObject({
    name: 'Cards',
    description: 'All about cards',
    monitoringConfig,
  });
});

it.each([
  ['the projects to move it to', 'move', 'projects', 'Failed to load projects'],
  [
    'the calendars of its schedule',
    'schedule',
    'exclusion-calendars',
    'Failed to load the exclusion calendars',
  ],
] as const)('says that %s could not be loaded, and tries again', async (_, kind, list, title) => {
  const network = fakeNetwork({ [`GET ${ofAcme}/${list}`]: { status: 500 } });
  const open = { kind, suite: { ...suite('s1', 'Cards'), monitoringConfig: null } };
  render(
    <QueryClientProvider client={queryClient}>
      <SuiteDialogs open={open} ScheduleDialog={ScheduleDialog} onClose={vi.fn()} />
    </QueryClientProvider>,
  );
  const alert = await screen.findByText(title);
  network.answer(`GET ${ofAcme}/${list}`, { json: [] });
  fireEvent.click(within(alert.closest('[role=alert]') as HTMLElement).getByRole('button'));
  await waitFor(() => expect(screen.queryByText(title)).toBeNull());
});
