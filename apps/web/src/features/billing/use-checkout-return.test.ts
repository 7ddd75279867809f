import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { toastStore } from '#/ui/toast.ts';
import { useCheckoutReturn } from './use-checkout-return.ts';

const organization = '/internal/v1/users/u1/organizations/o1';

let answer: (payment: object) => void;

beforeEach(() => {
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
  toastStore.setState({ toast: null });
  const asked = Promise.withResolvers<Response>();
  answer = (payment) => asked.resolve(Response.json({ payment }));
  fakeNetwork({
    [`POST ${organization}/billing/refresh`]: () => asked.promise,
    [`GET ${organization}`]: { json: acme },
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const told = () => waitFor(() => expect(toastStore.getState().toast).not.toBeNull());

describe('coming back from payment', () => {
  it('has been seen once it is known what was bought', async () => {
    const onSeen = vi.fn();
    renderHook(() => useCheckoutReturn(true, onSeen));
    expect(onSeen).not.toHaveBeenCalled();
    answer({ state: 'paid' });
    await waitFor(() => expect(onSeen).toHaveBeenCalledOnce());
    expect(toastStore.getState().toast?.title).toBe('Thank you. Your plan is active.');
  });

  it('calls nobody back who went to another page before that', async () => {
    const onSeen = vi.fn();
    const page = renderHook(() => useCheckoutReturn(true, onSeen));
    page.unmount();
    answer({ state: 'paid' });
    await told();
    expect(onSeen).not.toHaveBeenCalled();
  });
});
