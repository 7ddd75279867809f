import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FakeNetwork, fakeNetwork } from '../testing/fake-network.ts';
import { acme, nora } from '../testing/people.ts';
import { useAuthStore } from './auth-store.ts';
import { useOrgStore } from './org-store.ts';
import { startOrganizationRefresh } from './organization-refresh.ts';

const read = 'GET /internal/v1/users/u1/organizations/o1';
const minuteMs = 60_000;

let network: FakeNetwork;
let stop: () => void;
let reviews = 0;

beforeEach(() => {
  vi.useFakeTimers();
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
  network = fakeNetwork({ [read]: { json: acme } });
  reviews = 0;
  stop = startOrganizationRefresh(() => {
    reviews += 1;
  });
});

afterEach(() => {
  stop();
  show('visible');
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

function show(state: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

it('[A-236] reads the organization every three minutes while the page is visible', async () => {
  await vi.advanceTimersByTimeAsync(3 * minuteMs - 1);
  expect(network.count(read)).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(network.count(read)).toBe(1);
  await vi.advanceTimersByTimeAsync(3 * minuteMs);
  expect(network.count(read)).toBe(2);
});

it('[A-237] does not read it while the page is hidden', async () => {
  show('hidden');
  await vi.advanceTimersByTimeAsync(10 * minuteMs);
  expect(network.count(read)).toBe(0);
});

it('[A-239] does not read it when the page comes back after two minutes or less', async () => {
  show('hidden');
  await vi.advanceTimersByTimeAsync(2 * minuteMs);
  show('visible');
  expect(network.count(read)).toBe(0);
});

it('[A-239] counts the two minutes from the read before, whoever asked for that', async () => {
  await vi.advanceTimersByTimeAsync(3 * minuteMs);
  expect(network.count(read)).toBe(1);
  show('hidden');
  await vi.advanceTimersByTimeAsync(2 * minuteMs);
  show('visible');
  expect(network.count(read)).toBe(1);
});

it('[A-238] reads it once when the page comes back after more than two minutes', async () => {
  show('hidden');
  await vi.advanceTimersByTimeAsync(2 * minuteMs + 1);
  show('visible');
  await vi.advanceTimersByTimeAsync(0);
  show('hidden');
  show('visible');
  expect(network.count(read)).toBe(1);
});

it('has the access reviewed at each tick, because an end date may have passed', async () => {
  await vi.advanceTimersByTimeAsync(3 * minuteMs);
  expect(reviews).toBe(2);
});

it('goes on after a read that failed', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  network.answer(read, { status: 500 });
  await vi.advanceTimersByTimeAsync(6 * minuteMs);
  expect(network.count(read)).toBe(2);
});
