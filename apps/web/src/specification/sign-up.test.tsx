/** Tests signing up and completing the profile, with every rule, and the layout of these pages. */
import { readFileSync } from 'node:fs';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { identity } from '#/lib/identity/current-identity.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { signOut } from '#/lib/session/session.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import {
  choicesOf,
  choose,
  closeDashboard,
  follow,
  heading,
  openDashboard,
  pathNow,
  press,
  signInElsewhere,
  type,
  visit,
} from './open-dashboard.tsx';

afterEach(closeDashboard);

const newcomer = { ...nora, memberOf: [] };
const judge = 'POST /internal/v1/login/validateEmail';
const signUp = 'POST /api/auth/sign-up/email';
const corporate = { json: { isFreeMail: false, isDisposable: false } };
const corporateEmailsOnly =
  'We only offer free trials for users with corporate emails. Please register using your company email to receive a free trial.';
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

/** Number of step dots, and the positions (from 1) of those that are marked as active and of those that look different. */
function stepDots() {
  const dots = [...screen.getByRole('img', { name: /^Step/ }).children];
  const placesOf = (isOne: (dot: Element) => boolean) =>
    dots.flatMap((dot, index) => (isOne(dot) ? [index + 1] : []));
  return {
    count: dots.length,
    marked: placesOf((dot) => dot.matches('[data-active=true]')),
    odd: placesOf((dot) => dots.every((one) => one === dot || one.className !== dot.className)),
  };
}

describe('the frame of every way in', () => {
  it('[A-001, A-067, A-068] has the logo, and a picture with a heading and what the product is for', async () => {
    await openDashboard('/signin', { user: null });
    expect(screen.getByRole('banner').textContent).toBe('Parley');
    expect(screen.getByRole('banner').querySelector('svg')?.children.length).toBeGreaterThan(1);
    const hero = within(screen.getByLabelText('About Parley'));
    const picture = hero.getByRole('img').querySelector('use')?.getAttribute('href') ?? '';
    const page = new DOMParser().parseFromString(
      readFileSync('apps/web/index.html', 'utf8'),
      'text/html',
    );
    expect(page.querySelector(picture)?.children.length).toBeGreaterThan(1);
    expect(hero.getByRole('heading').textContent).toBe('Every conversation, tested');
    expect(hero.getByText(/webchat bots, phone lines and voice assistants/)).toBeDefined();
  });

  it.each([
    ['A-070', '/signin', 1, null],
    ['A-070', '/signup', 1, null],
    ['A-070', '/signin/sso', 1, null],
    ['A-070', '/ibm-login?instance_id=i-1', 1, null],
    ['A-071, A-115', '/onboarding', 2, newcomer],
    ['A-072', '/verify', 3, null],
    ['A-072', '/activation', 3, { ...nora, verified: false }],
  ])('[%s, A-069] has three dots, of which %s marks dot %i', async (_, path, dot, user) => {
    await openDashboard(path, { user });
    await screen.findByRole('img', { name: `Step ${dot} of 3` });
    expect(stepDots()).toEqual({ count: 3, marked: [dot], odd: [dot] });
  });
});

describe('/signup', () => {
  const open = (answers = {}) =>
    openDashboard('/signup', { user: null, answers: { [judge]: corporate, ...answers } });

  interface Typed {
    email?: string;
    password?: string;
    repeated?: string;
  }

  function fillIn({
    email = 'nora@acme.test',
    password = 'Abcdef1!',
    repeated = password,
  }: Typed = {}) {
    type('Work email', email);
    type('Password', password);
    type('Confirm password', repeated);
  }

  it('[A-105, A-106, A-107] has fields for the email, the password and its repetition', async () => {
    await open();
    expect(field('Work email').type).toBe('email');
    expect(field('Password').type).toBe('password');
    expect(field('Confirm password').type).toBe('password');
  });

  it('[A-108] shows and hides the password', async () => {
    await open();
    type('Password', 'Abcdef1!');
    const [show] = screen.getAllByRole('button', { name: 'Show password' });
    if (show) fireEvent.click(show);
    expect([field('Password').type, field('Password').value]).toEqual(['text', 'Abcdef1!']);
    press('Hide password');
    expect([field('Password').type, field('Password').value]).toEqual(['password', 'Abcdef1!']);
  });

  it('[A-110] lists the rules from the start, and which of them are met', async () => {
    await open();
    const rules = () =>
      screen
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
        .filter((text) => /: (not )?met$/.test(text ?? ''));
    const none = [
      'At least 8 characters: not met',
      'An uppercase letter: not met',
      'A lowercase letter: not met',
      'A digit: not met',
      'A special character: not met',
    ];
    expect(rules()).toEqual(none);
    type('Password', 'abC1');
    expect(rules()).toEqual([
      'At least 8 characters: not met',
      'An uppercase letter: met',
      'A lowercase letter: met',
      'A digit: met',
      'A special character: not met',
    ]);
    type('Password', 'Abcdef1!');
    expect(rules()).toEqual(none.map((rule) => rule.replace('not met', 'met')));
    type('Password', '');
    expect(rules()).toEqual(none);
  });

  it('[A-109, A-110] says what the password lacks', async () => {
    await open();
    type('Password', 'abc');
    const bar = screen.getByRole('progressbar', { name: 'Password strength' });
    expect(bar.getAttribute('aria-valuenow')).toBe('20');
    expect(screen.getAllByText(': not met')).toHaveLength(4);
    expect(screen.getAllByText(': met')).toHaveLength(1);
  });

  it.each([
    ['A-111, A-263', { password: 'Abcdef1!' }, false],
    ['A-263', { password: 'Abcdef1' }, true],
    ['A-263', { password: 'Abcdefg!' }, true],
    ['A-263', { password: 'Abcdef1!', repeated: 'Abcdef1?' }, true],
  ])('[%s] has a button that waits for all rules: %o', async (_, typed, isWaiting) => {
    await open();
    expect(button('Create account').disabled).toBe(true);
    fillIn(typed);
    expect(button('Create account').disabled).toBe(isWaiting);
  });

  it.each([
    ['most of them', 'abc'],
    ['nothing but length', 'Abcde1!'],
    ['nothing but an uppercase letter', 'abcdef1!'],
    ['nothing but a lowercase letter', 'ABCDEF1!'],
    ['nothing but a digit', 'Abcdefg!'],
    ['nothing but a special character', 'Abcdefg1'],
  ])(
    '[A-261] says that a password that lacks %s does not meet the requirements',
    async (_, password) => {
      const refusal = 'Password does not meet requirements';
      await open();
      type('Password', password);
      fireEvent.blur(field('Password'));
      expect(await screen.findByText(refusal)).toBeDefined();
      type('Password', 'Abcdef1!');
      await waitFor(() => expect(screen.queryByText(refusal)).toBeNull());
    },
  );

  it('[A-262] says that the repetition is another', async () => {
    await open();
    fillIn({ repeated: 'Abcdef1?' });
    fireEvent.blur(field('Confirm password'));
    expect(await screen.findByText('Passwords do not match')).toBeDefined();
    type('Confirm password', 'Abcdef1!');
    await waitFor(() => expect(screen.queryByText('Passwords do not match')).toBeNull());
    type('Password', 'Ghijkl2?');
    expect(await screen.findByText('Passwords do not match')).toBeDefined();
  });

  it.each([
    ['A-264, A-267, A-323', { isFreeMail: true, isDisposable: false }],
    ['A-265, A-267, A-323', { isFreeMail: false, isDisposable: true }],
  ])('[%s] refuses an address that is %o', async (_, json) => {
    const network = await open({ [judge]: { json } });
    fillIn();
    press('Create account');
    expect(await screen.findByText(corporateEmailsOnly)).toBeDefined();
    expect(network.requests.map(({ body }) => body)).toContainEqual({ email: 'nora@acme.test' });
    expect(network.count(signUp)).toBe(0);
    expect(pathNow()).toBe('/signup');
  });

  it.each([
    ['as the server fails', { status: 500 }],
    ['as no answer comes', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('[A-268] allows an address that cannot be judged, %s', async (_, failure) => {
    const network = await open({ [judge]: failure });
    fillIn();
    press('Create account');
    await waitFor(() => expect(pathNow()).toBe('/projects'));
    expect(network.count(signUp)).toBe(1);
  });

  it('[A-336] creates the account with email and password', async () => {
    const network = await open();
    fillIn();
    press('Create account');
    await waitFor(() => expect(pathNow()).toBe('/projects'));
    const sent = network.requests.find(({ url }) => url === '/api/auth/sign-up/email');
    expect(sent?.body).toEqual({ email: 'nora@acme.test', password: 'Abcdef1!' });
  });

  it.each([
    ['free-mail', { isFreeMail: true, isDisposable: false }],
    ['disposable', { isFreeMail: false, isDisposable: true }],
  ])('[A-112, A-266] offers Google, and refuses %s addresses of it, too', async (_, json) => {
    const network = await open({ [judge]: { json } });
    vi.stubGlobal('open', signInElsewhere(nora.email));
    await screen.findByRole('button', { name: 'Continue with Google' });
    press('Continue with Google');
    expect(await screen.findByText(corporateEmailsOnly)).toBeDefined();
    expect(network.count('POST /api/auth/sign-out')).toBe(1);
    expect(pathNow()).toBe('/signup');
  });

  it('[A-112] lets in with Google, too', async () => {
    await open();
    vi.stubGlobal('open', signInElsewhere(nora.email));
    await screen.findByRole('button', { name: 'Continue with Google' });
    press('Continue with Google');
    await waitFor(() => expect(pathNow()).toBe('/projects'));
  });

  it('[A-113] leads back to the sign-in', async () => {
    await open();
    await follow('Sign in');
    await waitFor(() => expect(pathNow()).toBe('/signin'));
  });
});

describe('/onboarding', () => {
  const found = 'POST /internal/v1/users/u1/organizations';
  const ibm = { instanceId: 'i-77', isNewUser: true };
  const open = (answers = {}, user = newcomer) => openDashboard('/onboarding', { user, answers });
  const fromIbm = { ...newcomer, onboardingData: { ibm } };

  async function fillIn() {
    type('Full name', 'Nora Lind');
    type('Company name', 'Acme');
    await choose('Job title', 'QA Engineer');
  }

  it('[A-114, A-116, A-117, A-118] asks for name, company and job title', async () => {
    await open();
    expect(heading()).toBe('Complete your profile');
    expect(field('Full name')).toBeDefined();
    expect(field('Company name')).toBeDefined();
    expect([field('Full name').readOnly, field('Company name').readOnly]).toEqual([false, false]);
    expect(screen.getByRole('combobox', { name: 'Job title' })).toBeDefined();
  });

  it('[A-116, A-117, A-118] takes the three over as they are filled in', async () => {
    const network = await open({ [found]: { status: 201, json: acme } });
    await fillIn();
    expect(screen.getByRole('combobox', { name: 'Job title' }).textContent).toBe('QA Engineer');
    press('Continue');
    await waitFor(() => expect(network.count(found)).toBe(1));
    const sent = network.requests.find(({ url }) => url.endsWith('/users/u1/organizations'));
    expect(sent?.body).toMatchObject({
      name: 'Nora Lind',
      jobTitle: 'QA Engineer',
      onboardingData: { organizationName: 'Acme' },
    });
  });

  it('[A-120] asks nobody else for an email', async () => {
    await open();
    expect(screen.queryByLabelText(/email/i)).toBeNull();
  });

  it('[A-119] asks a customer of IBM for an email', async () => {
    await open({}, fromIbm);
    expect(field('Work email').type).toBe('email');
  });

  it('[A-119, A-120] asks whoever came from IBM in this browser, and nobody after them', async () => {
    await open();
    act(() => useAuthStore.setState({ ibm }));
    expect(field('Work email').type).toBe('email');
    await act(signOut);
    await act(() => identity.signInWithPassword(nora.email, 'Abcdef1!'));
    await waitFor(() => expect(pathNow()).toBe('/onboarding'));
    expect(await screen.findByLabelText('Full name')).toBeDefined();
    expect(screen.queryByLabelText(/email/i)).toBeNull();
  });

  it('[A-121, A-276] has eight job titles in their order, the last of which is Other', async () => {
    await open();
    expect(await choicesOf('Job title')).toEqual([
      'Software Engineer',
      'Product Manager',
      'QA Engineer',
      'DevOps Engineer',
      'Solutions Architect',
      'Technical Lead',
      'Engineering Manager',
      'Other',
    ]);
  });

  it.each([
    ['A-271', 'Full name', 'Full name is required'],
    ['A-272', 'Company name', 'Company name is required'],
  ])('[%s] wants more than space as %s', async (_, label, message) => {
    const network = await open();
    await fillIn();
    type(label, '   ');
    press('Continue');
    expect(await screen.findByText(message)).toBeDefined();
    expect(network.count(found)).toBe(0);
  });

  it('[A-273] wants a job title', async () => {
    const network = await open();
    type('Full name', 'Nora Lind');
    type('Company name', 'Acme');
    press('Continue');
    expect(await screen.findByText('Job title is required')).toBeDefined();
    expect(network.count(found)).toBe(0);
  });

  it('[A-122, A-273] wants the role that is meant by Other', async () => {
    const network = await open();
    type('Full name', 'Nora Lind');
    type('Company name', 'Acme');
    await choose('Job title', 'QA Engineer');
    expect(screen.queryByLabelText('Your role')).toBeNull();
    await choose('Job title', 'Other');
    press('Continue');
    expect(await screen.findByText('Please specify your role')).toBeDefined();
    type('Your role', '  ');
    press('Continue');
    await screen.findByText('Please specify your role');
    expect(network.count(found)).toBe(0);
    type('Your role', 'Voice tester');
    press('Continue');
    await waitFor(() => expect(network.count(found)).toBe(1));
    const sent = network.requests.find(({ method }) => method === 'POST');
    expect(sent?.body).toMatchObject({ jobTitle: 'Voice tester' });
  });

  it.each([
    ['the server remembers', ''],
    ['this browser remembers', ''],
    ['the server remembers', '   '],
  ])('[A-274] wants an email of a customer of IBM whom %s, not “%s”', async (who, email) => {
    const network = await open({}, who.startsWith('the server') ? fromIbm : newcomer);
    if (who.startsWith('this browser')) act(() => useAuthStore.setState({ ibm }));
    await fillIn();
    type('Work email', email);
    press('Continue');
    expect(await screen.findByText('Email is required')).toBeDefined();
    expect(network.count(found)).toBe(0);
  });

  it('[A-180, A-181] sends all that was typed, to found the organization and as a lead', async () => {
    const network = await open(
      { [judge]: corporate, [found]: { status: 201, json: acme } },
      fromIbm,
    );
    type('Full name', 'Nora van Lind');
    type('Company name', 'Initech');
    await choose('Job title', 'Other');
    type('Your role', 'Voice tester');
    type('Work email', 'nora@initech.test');
    press('Continue');
    const bodyTo = (path: string) => network.requests.find(({ url }) => url === path)?.body;
    await waitFor(() => expect(bodyTo('/generateParleyLead')).toBeDefined());
    expect(bodyTo('/internal/v1/users/u1/organizations')).toEqual({
      id: 'u1',
      email: 'nora@initech.test',
      name: 'Nora van Lind',
      jobTitle: 'Voice tester',
      surveyCompleted: true,
      onboardingData: { organizationName: 'Initech', ibm },
    });
    expect(bodyTo('/generateParleyLead')).toMatchObject({
      firstNameCTA: 'Nora',
      lastNameCTA: 'van Lind',
      emailNameCTA: 'nora@initech.test',
      companyCTA: 'Initech',
    });
  });

  it.each([
    ['free-mail', { isFreeMail: true, isDisposable: false }],
    ['disposable', { isFreeMail: false, isDisposable: true }],
  ])('[A-275] refuses a %s address of a customer of IBM', async (_, json) => {
    const network = await open({ [judge]: { json } }, fromIbm);
    await fillIn();
    type('Work email', 'nora@gmail.test');
    press('Continue');
    expect(await screen.findByText('Please use your company email address')).toBeDefined();
    expect(network.count(found)).toBe(0);
  });

  it('[A-373] says that it failed also where it cannot be read what became of it', async () => {
    const network = await open({ [found]: { status: 500 } });
    await fillIn();
    network.answer('GET /internal/v1/users/u1', { status: 500 });
    press('Continue');
    expect(await screen.findByText('Failed to complete onboarding')).toBeDefined();
  });

  it('[A-373] says that it failed, and nothing that was typed is lost', async () => {
    await open({ [found]: { status: 500 } });
    await fillIn();
    press('Continue');
    expect(await screen.findByText('Failed to complete onboarding')).toBeDefined();
    expect(field('Full name').value).toBe('Nora Lind');
    await visit('/onboarding');
    expect(pathNow()).toBe('/onboarding');
  });
});
