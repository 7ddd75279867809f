import type { DeadWork } from '@parley/contract';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { toastStore } from '#/ui/toast.ts';
import { DeadWorkCard } from './dead-work-card.tsx';

const request = 'POST /internal/v1/operations/dead-work/mail/w1/retry';
const dead: DeadWork = {
  kind: 'mail',
  id: 'w1',
  target: 'nora@acme.test',
  attempts: 450,
  reason: 'Connection refused',
  at: '2026-11-21T12:00:00.000Z',
};

let network: FakeNetwork;

/** Stub for `ResizeObserver`, which jsdom lacks. Tables use it to detect overflow. */
class NoResizes {
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', NoResizes);
  toastStore.setState({ toast: null });
  network = fakeNetwork();
  render(<DeadWorkCard deadWork={[dead]} />);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const button = () => screen.getByRole('button', { name: /again$/ });
const press = () => fireEvent.click(button());
const title = () => toastStore.getState().toast?.title;

it('tries what was given up again once, however often the button is pressed meanwhile', async () => {
  const asked = Promise.withResolvers<Response>();
  network.answer(request, () => asked.promise);
  press();
  press();
  asked.resolve(new Response(null, { status: 204 }));
  await waitFor(() => expect(title()).toMatch(/will be retried$/));
  expect(network.requests).toHaveLength(1);
});

it('lets the button be pressed again after a failure', async () => {
  network.answer(request, { status: 500 });
  press();
  await waitFor(() => expect(title()).toBe('Failed to retry'));
  await waitFor(() => expect(button().ariaBusy).toBeNull());
  network.answer(request, { status: 204 });
  press();
  await waitFor(() => expect(title()).toMatch(/will be retried$/));
});
