import type { Evidence } from '@parley/suite';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { EvidenceView } from './evidence-view.tsx';

const file = 'GET /internal/v1/users/u1/organizations/o1/runs/r1/evidence/e1';
let network: FakeNetwork;

beforeEach(() => {
  queryClient.clear();
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
  vi.stubGlobal('IntersectionObserver', undefined);
  network = fakeNetwork();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(kind: Evidence['kind']) {
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <EvidenceView
        holder={{ runId: 'r1' }}
        evidence={[{ kind, id: 'e1' }]}
        lost={undefined}
        of="Step 1"
      />
    </QueryClientProvider>,
  );
  const text = container.querySelector('details');
  if (text) text.open = true;
}

describe.each(['screenshot', 'traffic'] as const)('a file of a run: %s', (kind) => {
  it('says that it was deleted, if it is missing', async () => {
    show(kind);
    expect(await screen.findByText(/deleted after the retention period/i)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('can be loaded again after a failure', async () => {
    network.answer(file, { status: 500 });
    show(kind);
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(network.count(file)).toBe(2));
    expect(screen.queryByText(/deleted after the retention period/i)).toBeNull();
  });
});

it('says what could not be kept, and why', () => {
  render(
    <EvidenceView
      holder={{ runId: 'r1' }}
      evidence={undefined}
      lost={[
        { kind: 'audio', reason: 'not-stored' },
        { kind: 'trace', reason: 'too-large' },
      ]}
      of="Step 1"
    />,
  );
  expect(screen.getByText('The recording could not be stored.')).toBeDefined();
  expect(screen.getByText('The trace is too large to keep.')).toBeDefined();
});
