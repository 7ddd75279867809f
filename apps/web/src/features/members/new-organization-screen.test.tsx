import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeToken } from '#/lib/jwt.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora, tokenFor } from '#/lib/testing/people.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { NewOrganizationScreen } from './new-organization-screen.tsx';

const user = 'GET /internal/v1/users/u1';
const organizations = `${user}/organizations`;
const create = 'POST /internal/v1/users/u1/organizations';
const founder = { ...nora, mayCreateOrganizations: true };
const globex = { ...acme, id: 'o2', name: 'Globex' };
const failing = { status: 500 };

let network: FakeNetwork;

beforeEach(async () => {
  storeToken(tokenFor(nora, Date.now() + 3_600_000));
  dispatchEvent(new StorageEvent('storage', { key: 'jwt' }));
  useAuthStore.setState({ user: founder });
  useOrgStore.setState({ currentOrganization: acme });
  network = fakeNetwork({
    [user]: { json: founder },
    [organizations]: { json: [acme, globex] },
    [`${organizations}/o1`]: { json: acme },
    [`${organizations}/o2`]: { json: globex },
    [create]: { json: globex },
  });
  vi.stubGlobal('scrollTo', () => {});
  renderPage(NewOrganizationScreen);
  fireEvent.change(await screen.findByLabelText('Organization name'), {
    target: { value: 'Globex' },
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const current = () => useOrgStore.getState().currentOrganization?.name;
const sent = () => network.requests.find(({ method }) => method === 'POST')?.body;

describe('adding an organization', () => {
  it.each([
    ['the user cannot be read again', user],
    ['the new one cannot be read', `${organizations}/o2`],
  ])('goes on behind what is done after a failure: %s', async (_, request) => {
    network.answer(request, failing);
    press('Add organization');
    await screen.findByText('The organization was created, but failed to open. Please try again.');
    expect(current()).toBe('Acme');
    network.answer(user, { json: founder });
    network.answer(`${organizations}/o2`, { json: globex });
    press('Open organization');
    await waitFor(() => expect(current()).toBe('Globex'));
    expect(network.count(create)).toBe(1);
  });

  it('[A-308] sends the founder with the name of the organization', async () => {
    useAuthStore.setState({ user: { ...founder, jobTitle: 'QA Engineer' } });
    press('Add organization');
    await waitFor(() => expect(current()).toBe('Globex'));
    expect(sent()).toEqual({
      id: 'u1',
      email: 'nora@acme.test',
      name: 'Nora Lind',
      jobTitle: 'QA Engineer',
      surveyCompleted: true,
      onboardingData: { organizationName: 'Globex' },
    });
  });

  it('is for somebody without a name, too', async () => {
    useAuthStore.setState({ user: { ...founder, name: '' } });
    press('Add organization');
    await waitFor(() => expect(current()).toBe('Globex'));
    expect(sent()).toMatchObject({ name: nora.email });
  });

  it('tries to create it again when that failed', async () => {
    network.answer(create, failing);
    press('Add organization');
    await screen.findByText('Failed to create the organization. Please try again.');
    network.answer(create, { json: globex });
    press('Add organization');
    await waitFor(() => expect(current()).toBe('Globex'));
    expect(network.count(create)).toBe(2);
  });
});
