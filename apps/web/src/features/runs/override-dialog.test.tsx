import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { OverrideDialog } from './override-dialog.tsx';

const override = 'POST /internal/v1/users/u1/organizations/o1/runs/r1/overrides';
let network: FakeNetwork;

beforeEach(() => {
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
  network = fakeNetwork({ [override]: () => new Promise<Response>(() => undefined) });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('sends one verdict, whatever is pressed while it is on its way', async () => {
  const place = { test: 0, name: '“A”', outcome: 'passed', measured: 'failed' } as const;
  render(<OverrideDialog runId="r1" place={place} onClose={() => undefined} />);
  const reason = screen.getByLabelText('Reason');
  fireEvent.change(reason, { target: { value: 'It was wrong.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Remove override' }));
  fireEvent.click(screen.getByRole('button', { name: 'Override' }));
  fireEvent.submit(reason);
  await waitFor(() => expect(network.requests).toHaveLength(1));
  expect(network.requests[0]?.body).toMatchObject({ outcome: null });
});
