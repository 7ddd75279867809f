import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora, tokenFor } from '#/lib/testing/people.ts';
import { settle } from '#/lib/testing/settle.ts';
import { toastStore } from '#/ui/toast.ts';
import { joinAsNewUser } from './join-as-new-user.ts';

const link = { organizationId: 'o1', email: nora.email, token: 't1' };
const answers = {
  fullName: ' Nora Lind ',
  jobTitle: 'Other',
  password: 'Abcdef1!',
  confirmation: 'Abcdef1!',
  hasAcceptedTerms: true,
  wantsNewsletter: false,
};
const signUp = 'POST /api/auth/sign-up/email';
const accept = 'PUT /internal/v1/organizations/o1/invitations/nora%40acme.test';
const user = 'GET /internal/v1/users/u1';

let network: FakeNetwork;
const assign = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  assign.mockClear();
  vi.stubGlobal('location', { ...location, assign });
  vi.spyOn(console, 'warn').mockReturnValue();
  network = fakeNetwork({
    [signUp]: { json: { token: tokenFor(nora, Date.now() + 3_600_000), user: nora } },
    [accept]: { json: { accepted: true } },
    [user]: { json: nora },
    [`${user}/organizations`]: { json: [{ id: 'o1', name: 'Acme' }] },
    [`${user}/organizations/o1`]: { json: acme },
    [`${user}/organizations/default`]: { json: acme },
  });
});

afterEach(async () => {
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('[A-232] accepts a second after the account was made', async () => {
  void joinAsNewUser(link, answers);
  await settle();
  await vi.advanceTimersByTimeAsync(999);
  expect([network.count(signUp), network.count(accept)]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(1);
  await settle();
  expect(network.count(accept)).toBe(1);
  expect(assign).toHaveBeenCalledWith('/test-suites');
});

it.each([true, false])(
  '[A-233] accepts with the profile as it was filled in, newsletter: %s',
  async (wantsNewsletter) => {
    void joinAsNewUser(link, { ...answers, wantsNewsletter });
    await settle();
    await vi.advanceTimersByTimeAsync(1000);
    await settle();
    const accepted = network.requests.find(({ method }) => method === 'PUT');
    expect(accepted?.body).toEqual({
      fullName: 'Nora Lind',
      jobTitle: 'Other',
      newsletter: wantsNewsletter,
    });
  },
);

it('[A-235, A-365] leads on a second and a half after accepting failed', async () => {
  network.answer(accept, { status: 500, statusText: 'Internal Server Error' });
  void joinAsNewUser(link, answers);
  await settle();
  await vi.advanceTimersByTimeAsync(1000);
  await settle();
  expect(toastStore.getState().toast).toMatchObject({
    title: 'Failed to join organization.',
    variant: 'destructive',
  });
  await vi.advanceTimersByTimeAsync(1499);
  expect(assign).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(assign).toHaveBeenCalledWith('/test-suites');
});
