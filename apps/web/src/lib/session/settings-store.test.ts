import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeNetwork } from '../testing/fake-network.ts';
import { loadSettings, planName, useSettingsStore } from './settings-store.ts';

const path = 'GET /internal/v1/apps/dashboard/settings';
const pro = { id: 'pro', name: 'Pro', benefits: { platforms: ['phone'] } };
const voice = { id: 'Joanna', provider: 'Amazon Polly' };
const answer = { json: { plans: [pro], locales: [], voices: [voice] } };

beforeEach(() => {
  vi.useFakeTimers();
  useSettingsStore.setState({ plans: [], locales: [], voices: [], lastFetched: null });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('[A-185] stores plans, locales and when they were fetched, and no voices', async () => {
  fakeNetwork({ [path]: answer });
  await loadSettings();
  expect(JSON.parse(localStorage.getItem('settings') ?? '{}').state).toEqual({
    plans: [pro],
    locales: [],
    lastFetched: Date.now(),
  });
});

it('[A-246, A-327] serves them from the cache for an hour', async () => {
  const network = fakeNetwork({ [path]: answer });
  await loadSettings();
  vi.advanceTimersByTime(3_599_999);
  await loadSettings();
  expect(network.count(path)).toBe(1);
  vi.advanceTimersByTime(1);
  await loadSettings();
  expect(network.count(path)).toBe(2);
});

it('[A-246] has the voices with them, which a page that is opened anew has to read', async () => {
  fakeNetwork({ [path]: answer });
  await loadSettings();
  useSettingsStore.setState({ voices: [] });
  await loadSettings();
  expect(useSettingsStore.getState()).toMatchObject({ plans: [pro], voices: [voice] });
});

it('[A-372] keeps what is there when the load fails, and says so', async () => {
  useSettingsStore.setState({ plans: [pro as never] });
  fakeNetwork({ [path]: { status: 500, statusText: 'Internal Server Error' } });
  await loadSettings();
  expect(useSettingsStore.getState()).toMatchObject({
    error: 'Failed to load settings',
    isLoading: false,
    plans: [pro],
  });
});

it('names a plan, or else says Contact Centers', () => {
  expect(planName([pro as never], 'pro')).toBe('Pro');
  expect(planName([pro as never], 'gone')).toBe('Contact Centers');
  expect(planName([], null)).toBe('Contact Centers');
});
