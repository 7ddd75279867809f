import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { mailPreferencesQuery } from './account.queries.ts';
import { NotificationsCard } from './notifications-card.tsx';

const path = '/internal/v1/users/u1/mail-preferences';
const stored = { alerts: true, usage: true, runs: 'never' as const };

let network: FakeNetwork;

beforeEach(async () => {
  network = fakeNetwork({ [`GET ${path}`]: { json: stored }, [`PUT ${path}`]: { json: stored } });
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
  render(
    <QueryClientProvider client={queryClient}>
      <NotificationsCard />
    </QueryClientProvider>,
  );
  await screen.findByLabelText('Alerts');
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  useAuthStore.setState({ user: null });
  useOrgStore.setState({ currentOrganization: null });
  vi.unstubAllGlobals();
  localStorage.clear();
});

const isOn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).checked;
const press = (label: string) => fireEvent.click(screen.getByLabelText(label));
const sent = () => network.requests.filter(({ method }) => method === 'PUT');

describe('the mail notifications', () => {
  it('send what was changed, and nothing of what stands beside it', async () => {
    press('Usage');
    await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ usage: false }]));
  });

  it('follow what was changed elsewhere', async () => {
    act(() => {
      const { queryKey } = mailPreferencesQuery('u1');
      queryClient.setQueryData(queryKey, { ...stored, alerts: false });
    });
    await waitFor(() => expect(isOn('Alerts')).toBe(false));
  });

  it('take back what could not be kept, and leave what was', async () => {
    let fail = () => {};
    network.answer(`PUT ${path}`, async () => {
      await new Promise<void>((resolve) => {
        fail = resolve;
      });
      return new Response(null, { status: 500 });
    });
    press('Usage');
    await waitFor(() => expect(sent()).toHaveLength(1));
    network.answer(`PUT ${path}`, { json: stored });
    press('Alerts');
    await waitFor(() =>
      expect(queryClient.getQueryData(mailPreferencesQuery('u1').queryKey)).toMatchObject({
        alerts: false,
      }),
    );
    fail();
    await waitFor(() => expect(isOn('Usage')).toBe(true));
    expect(isOn('Alerts')).toBe(false);
  });
});
