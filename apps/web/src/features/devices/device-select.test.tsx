import type { Device } from '@parley/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { pageOf, queryOf } from '#/lib/testing/page-of.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { DeviceSelect } from './device-select.tsx';

const devices = Array.from({ length: 101 }, (_, index) => device(`device-${index + 1}`));

beforeEach(() => {
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
  queryClient.clear();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function device(id: string): Device {
  const viewport = { width: 1280, height: 800 };
  const settings = { platform: 'webchat', browser: 'chrome-mac', viewport };
  return { id, name: `Visitor ${id}`, settings } as Device;
}

function show(deviceId: string) {
  const request = 'GET /internal/v1/users/u1/organizations/o1/devices';
  fakeNetwork({ [request]: (sent) => Response.json(pageOf(devices, queryOf(sent))) });
  render(
    <QueryClientProvider client={queryClient}>
      <DeviceSelect label="Use device" platform="webchat" deviceId={deviceId} onChange={vi.fn()} />
    </QueryClientProvider>,
  );
  return screen.getByRole('combobox', { name: 'Use device' });
}

it('knows a device that comes after the first hundred, and shows no id until it does', async () => {
  const choice = show('device-101');
  expect(choice.textContent).toBe('Loading…');
  await waitFor(() => expect(choice.textContent).toBe('Visitor device-101'));
});

it('shows no id of a device that there is not', async () => {
  const choice = show('device-102');
  await waitFor(() => expect(choice.textContent).toBe('Unknown virtual device'));
});
