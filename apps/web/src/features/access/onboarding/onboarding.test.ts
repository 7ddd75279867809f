import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setApiBase } from '#/lib/api.ts';
import { AccessError } from '#/lib/identity/messages.ts';
import { storeToken } from '#/lib/jwt.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora, tokenFor } from '#/lib/testing/people.ts';
import { completeOnboarding, newLead, newOrganization } from './onboarding.ts';

const answers = {
  fullName: ' Nora van der Lind ',
  companyName: ' Acme ',
  jobTitle: 'QA Engineer',
  otherJobTitle: '',
  email: '',
};
const newcomer = { ...nora, memberOf: [] };
const found = 'POST /internal/v1/users/u1/organizations';
const lead = 'POST /generateParleyLead';
const installation = 'GET /internal/v1/installation';
const warn = vi.spyOn(console, 'warn').mockReturnValue();

let network: FakeNetwork;

beforeEach(() => {
  warn.mockClear();
  useAuthStore.setState({ user: newcomer, ibm: null });
  network = fakeNetwork({
    [found]: { status: 201, json: acme },
    [lead]: { status: 204 },
    [installation]: { json: { utilitiesUrl: null } },
  });
});

afterEach(() => {
  setApiBase(null);
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('[A-180, A-308] the five answers become an organization, trimmed', () => {
  expect(newOrganization(answers, nora, null)).toEqual({
    id: 'u1',
    email: 'nora@acme.test',
    name: 'Nora van der Lind',
    jobTitle: 'QA Engineer',
    surveyCompleted: true,
    onboardingData: { organizationName: 'Acme' },
  });
});

it('[A-180] another job title and an IBM customer’s email take the place of the listed and the own', () => {
  const ibm = { instanceId: 'i-77', isNewUser: true };
  const typed = {
    ...answers,
    jobTitle: 'Other',
    otherJobTitle: ' Tester ',
    email: ' n@lind.test ',
  };
  expect(newOrganization(typed, nora, ibm)).toMatchObject({
    email: 'n@lind.test',
    jobTitle: 'Tester',
    onboardingData: { organizationName: 'Acme', ibm },
  });
});

it('[A-181] the lead carries all seven fields, the first name apart from the rest', () => {
  expect(newLead(answers, 'nora@acme.test')).toEqual({
    firstNameCTA: 'Nora',
    lastNameCTA: 'van der Lind',
    emailNameCTA: 'nora@acme.test',
    companyCTA: 'Acme',
    page: 'onboarding',
    providers: [],
    request: 'trial',
  });
});

it('[A-374] a lead that fails is logged and stops nobody', async () => {
  network.answer(lead, { status: 500, statusText: 'Internal Server Error' });
  await expect(completeOnboarding(answers)).resolves.toBeUndefined();
  await vi.waitFor(() => {
    expect(warn).toHaveBeenCalledWith('Failed to generate lead', expect.any(Error));
  });
});

describe('[A-333, A-334] the lead goes to the utilities server', () => {
  const leadUrl = () =>
    vi.waitFor(() => {
      const sent = network.requests.find(({ url }) => url.endsWith('/generateParleyLead'));
      if (!sent) throw new Error('No lead yet');
      return sent;
    });

  it('that is configured, with no session', async () => {
    storeToken('token-1');
    network.answer(installation, { json: { utilitiesUrl: 'https://utilities.test/tools' } });
    await completeOnboarding(answers);
    const { url, headers, body } = await leadUrl();
    expect(url).toBe('https://utilities.test/tools/generateParleyLead');
    expect(headers.has('authorization')).toBe(false);
    expect(body).toEqual(newLead(answers, nora.email));
  });

  it('that is the dashboard’s own, also where an organization has another address', async () => {
    setApiBase('https://eu.parley.test');
    network.answer('POST https://eu.parley.test/internal/v1/users/u1/organizations', {
      status: 201,
      json: acme,
    });
    network.answer('GET https://eu.parley.test/internal/v1/installation', {
      json: { utilitiesUrl: null },
    });
    await completeOnboarding(answers);
    expect((await leadUrl()).url).toBe('/generateParleyLead');
  });
});

it('no lead is sent when the organization cannot be founded', async () => {
  network.answer(found, { status: 500, statusText: 'Internal Server Error' });
  await expect(completeOnboarding(answers)).rejects.toThrow('Internal Server Error');
  expect(network.count(lead)).toBe(0);
});

it.each([
  [409, 'auth/email-already-in-use', 'This email is already registered. Please sign in instead.'],
  [400, 'auth/invalid-email', 'Invalid email address format.'],
])(
  'an email that the server refuses with %i is told in words for people',
  async (status, code, text) => {
    network.answer(found, { status, json: { error: { code, message: '' } } });
    const refused = completeOnboarding(answers);
    await expect(refused).rejects.toThrow(AccessError);
    await expect(refused).rejects.toThrow(text);
  },
);

it('goes on where the organization was founded and only the answer was lost', async () => {
  network.answer(found, { status: 502, statusText: 'Bad Gateway' });
  network.answer('GET /internal/v1/users/u1', { json: nora });
  network.answer('GET /internal/v1/users/u1/organizations', { json: [{ id: 'o1', name: 'Acme' }] });
  network.answer('GET /internal/v1/users/u1/organizations/default', { json: acme });
  localStorage.setItem('jwt', tokenFor(nora, Date.now() + 3_600_000));
  vi.resetModules();
  const { useAuthStore: store } = await import('#/lib/session/auth-store.ts');
  const { completeOnboarding: complete } = await import('./onboarding.ts');
  store.setState({ user: newcomer, ibm: null });
  await expect(complete(answers)).resolves.toBeUndefined();
  expect(store.getState().user?.memberOf).toEqual(nora.memberOf);
  expect(network.count(lead)).toBe(1);
});
