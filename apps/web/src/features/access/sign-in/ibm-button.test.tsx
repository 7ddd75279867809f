import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { IbmButton } from './ibm-button.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const start = 'POST /internal/v1/ibm/start';
const isBusy = () => screen.getByRole('button').getAttribute('aria-busy') === 'true';

it('keeps the nonce in the tab and goes where the server says', async () => {
  const network = fakeNetwork({ [start]: { json: { address: '#at-ibm', nonce: 'kept' } } });
  render(<IbmButton instanceId="i-1" />);
  fireEvent.click(screen.getByRole('button'));
  await vi.waitFor(() => expect(location.hash).toBe('#at-ibm'));
  expect(network.requests.map(({ body }) => body)).toEqual([{ instanceId: 'i-1' }]);
  expect(Object.values({ ...sessionStorage })).toEqual(['kept']);
  expect(localStorage).toHaveLength(0);
});

it('can be pressed again by whoever goes back from the page of IBM', async () => {
  fakeNetwork({ [start]: { json: { address: '#at-ibm-again', nonce: 'kept' } } });
  render(<IbmButton instanceId="i-1" />);
  fireEvent.click(screen.getByRole('button'));
  await vi.waitFor(() => expect(location.hash).toBe('#at-ibm-again'));
  expect(isBusy()).toBe(true);
  const shown = Object.assign(new Event('pageshow'), { persisted: true });
  fireEvent(window, shown);
  expect(isBusy()).toBe(false);
});

it.each([
  [503, 'unavailable', 'Failed to reach IBM. Please try again later.'],
  [500, 'internal', 'IBM authentication failed'],
])('tells a failure with %i and can be pressed again', async (status, code, text) => {
  fakeNetwork({ [start]: { status, json: { error: { code, message: '' } } } });
  render(<IbmButton instanceId="i-1" />);
  fireEvent.click(screen.getByRole('button'));
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(isBusy()).toBe(false);
});
