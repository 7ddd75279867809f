import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { nora } from '#/lib/testing/people.ts';
import { toastStore } from '#/ui/toast.ts';
import { leaveForOldDashboard } from './leave-for-old-dashboard.ts';

const request = 'PATCH /internal/v1/users/u1/property/json';
const url = 'https://old.parley.test/';
const user = { ...nora, json: { betaUser: true, density: 'compact' } };

let network: FakeNetwork;
let assign: ReturnType<typeof vi.fn<(url: string) => void>>;

beforeEach(() => {
  network = fakeNetwork();
  assign = vi.fn();
  vi.stubGlobal('location', { assign });
  toastStore.setState({ toast: null });
});

afterEach(() => vi.unstubAllGlobals());

describe('the old dashboard', () => {
  it('[S-058, S-059, S-264, A-298] is left for once the choice is saved beside what was there', async () => {
    network.answer(request, { json: user });
    await leaveForOldDashboard(user, url);
    expect(network.requests[0]?.body).toEqual({ value: { betaUser: false, density: 'compact' } });
    expect(assign).toHaveBeenCalledExactlyOnceWith(url);
  });

  it('[S-059] is not left for when the choice could not be saved', async () => {
    network.answer(request, { status: 500 });
    await leaveForOldDashboard(user, url);
    expect(assign).not.toHaveBeenCalled();
    expect(toastStore.getState().toast?.variant).toBe('destructive');
  });
});
