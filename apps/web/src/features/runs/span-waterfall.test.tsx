import { evidenceKinds, type ShownSpan, type SpanList } from '@parley/suite';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { SpanWaterfall } from './span-waterfall.tsx';

const file = 'GET /internal/v1/users/u1/organizations/o1/runs/r1/evidence/e1';
let network: FakeNetwork;

beforeEach(() => {
  queryClient.clear();
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
  network = fakeNetwork();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(list: unknown) {
  network.answer(file, { json: list });
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <SpanWaterfall
        holder={{ runId: 'r1' }}
        id="e1"
        name="Step 1: span list"
        kind={evidenceKinds.spans}
      />
    </QueryClientProvider>,
  );
  const details = container.querySelector('details');
  if (details) details.open = true;
}

const listOf = (spans: ShownSpan[], more: Partial<SpanList> = {}): SpanList => ({
  spans,
  leftOut: 0,
  unjoined: [],
  ...more,
});

const some: ShownSpan[] = [
  { id: '0', name: 'POST /chat', service: 'agent', from: 0, durationMs: 1500 },
  {
    id: '1',
    parent: '0',
    name: 'chat',
    service: 'agent',
    role: 'model',
    from: 10,
    durationMs: 900,
    model: { name: 'small-model', inputTokens: 1200, cachedTokens: 1000, outputTokens: 80 },
  },
  {
    id: '2',
    parent: '0',
    name: 'execute_tool',
    service: 'agent',
    role: 'tool',
    tool: 'refund_order',
    from: 950,
    error: 'The payment service is down.',
  },
];

it('shows what each span is, how long it took, its tokens and its error', async () => {
  show(listOf(some));
  const rows = await screen.findAllByRole('row');
  const texts = rows.map(({ textContent }) => textContent);
  expect(texts[1]).toMatch(/POST \/chat.*1\.5 s/);
  expect(texts[2]).toMatch(/Model:small-model.*1,200 tokens in, 1,000 cached, 80 out.*900 ms/);
  expect(texts[3]).toMatch(/Tool:refund_orderError.*payment service is down.*Not ended/);
  expect(screen.getByText(/^3 spans · 1\.5 s · 1 tool call · 1 model request/)).toBeDefined();
});

it('counts what is not kept, and what belongs to no turn', async () => {
  show(listOf(some, { leftOut: 2, unjoined: [{ service: 'gateway', spans: 1234 }] }));
  expect(await screen.findByText(/2 more spans arrived in this turn/)).toBeDefined();
  expect(screen.getByText(/Unjoined spans.*gateway 1,234/)).toBeDefined();
});

it('keeps few of ten thousand spans in the page, and says how many there are', async () => {
  const many = Array.from(
    { length: 10_000 },
    (_, at): ShownSpan => ({
      id: String(at),
      name: `step ${at}`,
      service: 'agent',
      from: at,
      durationMs: 1,
      ...(at > 0 && { parent: '0' }),
    }),
  );
  show(listOf(many));
  const table = await screen.findByRole('table', { name: 'Step 1: span list' });
  expect(table.getAttribute('aria-rowcount')).toBe('10001');
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
});

it('says so if the file is no list of spans', async () => {
  show({ other: true });
  expect(await screen.findByText('The spans can’t be read.')).toBeDefined();
});
