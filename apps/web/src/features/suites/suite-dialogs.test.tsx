import type { SuiteSummary } from '@parley/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { type OpenSuiteDialog, SuiteDialogs } from './suite-dialogs.tsx';
import { useSuiteList } from './suite-list.store.ts';

const rename = 'PATCH /internal/v1/users/u1/organizations/o1/testsuites/s1';

const suite = (id: string, name: string) => ({ id, name, description: '' }) as SuiteSummary;

beforeEach(() => {
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
  useSuiteList.setState({ items: [suite('s1', 'Cards')] });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A page with room for one dialog at a time, as those of the suites have. */
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
      {dialog && <SuiteDialogs open={dialog} onClose={() => setDialog(null)} />}
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
