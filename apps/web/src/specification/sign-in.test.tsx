/** Tests all ways to sign in: the form, a token in the URL, single sign-on and IBM. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { identity } from '#/lib/identity/current-identity.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { signOut } from '#/lib/session/session.ts';
import { acme, nora, tokenFor } from '#/lib/testing/people.ts';
import type { TrackDetail } from '#/lib/track.ts';
import {
  beginVisit,
  closeDashboard,
  follow,
  heading,
  hrefNow,
  never,
  openDashboard,
  pathNow,
  press,
  signInElsewhere,
  type,
  visit,
} from './open-dashboard.tsx';

afterEach(closeDashboard);

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const wrongPassword = { status: 401, json: { error: { code: 'auth/wrong-password' } } };

describe('/signin', () => {
  const open = (answers = {}) => openDashboard('/signin', { user: null, answers });

  it('[A-073] has a field for the email and one for the password', async () => {
    await open();
    expect(field('Email').type).toBe('email');
    expect(field('Password').type).toBe('password');
  });

  it('[A-252, A-253] asks for what is missing', async () => {
    const network = await open();
    press('Sign in');
    expect(await screen.findByText('Email is required')).toBeDefined();
    type('Email', nora.email);
    press('Sign in');
    expect(await screen.findByText('Password is required')).toBeDefined();
    expect(network.count('POST /api/auth/sign-in/email')).toBe(0);
  });

  it('[A-247] keeps the email and clears the password after a failure', async () => {
    await open({ 'POST /api/auth/sign-in/email': wrongPassword });
    type('Email', nora.email);
    type('Password', 'Wrong-Horse-7');
    press('Sign in');
    expect((await screen.findByRole('alert')).textContent).toContain('Password is incorrect.');
    expect([field('Email').value, field('Password').value]).toEqual([nora.email, '']);
  });

  it('[A-005, A-335] lets in with email and password', async () => {
    const network = await open();
    type('Email', nora.email);
    type('Password', 'Abcdef1!');
    press('Sign in');
    await waitFor(() => expect(pathNow()).toBe('/projects'));
    const sent = network.requests.find(({ url }) => url === '/api/auth/sign-in/email');
    expect(sent?.body).toEqual({ email: nora.email, password: 'Abcdef1!' });
  });

  it('[A-074, A-254] wants an email for a forgotten password', async () => {
    const network = await open();
    press('Forgot password?');
    expect(await screen.findByText('Please enter your email address')).toBeDefined();
    expect(network.count('POST /api/auth/request-password-reset')).toBe(0);
  });

  it('[A-074, A-248, A-340] says in an alert that the mail for a new password was sent', async () => {
    const network = await open({ 'POST /api/auth/request-password-reset': { status: 204 } });
    type('Email', nora.email);
    press('Forgot password?');
    const sent = 'Password reset email sent. Please check your inbox.';
    expect((await screen.findByRole('alert')).textContent).toBe(sent);
    expect(network.requests.at(-1)?.body).toEqual({ email: nora.email });
  });

  it('[A-075, A-337] offers Google, in a window of its own', async () => {
    await open();
    const opened = signInElsewhere(nora.email);
    vi.stubGlobal('open', opened);
    await screen.findByRole('button', { name: 'Continue with Google' });
    press('Continue with Google');
    await waitFor(() => expect(opened).toHaveBeenCalled());
    expect(opened.mock.calls[0]?.[0]).toMatch(/^\/api\/auth\/window\/google\?channel=/);
    expect(opened.mock.calls[0]?.[2]).toContain('popup');
    await waitFor(() => expect(pathNow()).toBe('/projects'));
  });

  it('[A-337] asks for no token before that window says who came', async () => {
    const network = await open();
    vi.stubGlobal('open', signInElsewhere(null, 'auth/user-disabled'));
    await screen.findByRole('button', { name: 'Continue with Google' });
    press('Continue with Google');
    const text = 'This account has been disabled. Please contact support.';
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(network.count('GET /api/auth/token')).toBe(0);
    expect(pathNow()).toBe('/signin');
  });

  it('[A-006] lets in with Google, for a company’s address', async () => {
    const judge = 'POST /internal/v1/login/validateEmail';
    const network = await open({ [judge]: { json: { isFreeMail: false, isDisposable: false } } });
    vi.stubGlobal('open', signInElsewhere(nora.email));
    await screen.findByRole('button', { name: 'Continue with Google' });
    press('Continue with Google');
    await waitFor(() => expect(pathNow()).toBe('/projects'));
    expect(identity.currentUser()?.id).toBe('u1');
    expect(network.count('GET /api/auth/token')).toBe(1);
  });

  it.each([
    ['A-076', 'Enterprise SSO', '/signin/sso'],
    ['A-077', 'Create an account', '/signup'],
  ])('[%s] has “%s”, which leads to %s', async (_, name, path) => {
    await open();
    await follow(name);
    await waitFor(() => expect(pathNow()).toBe(path));
  });
});

describe('a token in the address of /signin', () => {
  it('[A-011, A-339] signs in', async () => {
    const network = await openDashboard('/signin?token=t1', { user: null });
    await waitFor(() => expect(pathNow()).toBe('/projects'));
    expect(network.requests.find(({ url }) => url === '/api/auth/custom-token')?.body).toEqual({
      token: 't1',
    });
  });

  it('[A-011] is taken as it is written, also of somebody who is signed in', async () => {
    const other = { ...nora, id: 'u2', email: 'ivan@acme.test' };
    const signedIn = { token: tokenFor(other, Date.now() + 3_600_000), user: other };
    const answers = {
      'POST /api/auth/custom-token': { json: signedIn },
      'GET /internal/v1/users/u2': { json: other },
      'GET /internal/v1/users/u2/organizations': { json: [{ id: 'o1', name: 'Acme' }] },
      'GET /internal/v1/users/u2/organizations/default': { json: acme },
      'GET /internal/v1/users/u2/organizations/o1': { json: acme },
    };
    const network = await openDashboard('/signin?token=12345678901234567890', { answers });
    await waitFor(() => expect(pathNow()).toBe('/projects'));
    expect(identity.currentUser()?.id).toBe('u2');
    const spent = network.requests.filter(({ url }) => url === '/api/auth/custom-token');
    expect(spent.map(({ body }) => body)).toEqual([{ token: '12345678901234567890' }]);
  });

  it('[A-012, A-078, A-080] leaves the address, and a card waits in place of the form', async () => {
    const answers = { 'POST /api/auth/custom-token': never };
    await openDashboard('/info', { user: null, answers });
    const pagesBefore = history.length;
    beginVisit('/signin?token=t1');
    await screen.findByRole('heading', { name: 'Automatic Sign In' });
    expect(history.length, 'and there is no way back to the token').toBe(pagesBefore + 1);
    await waitFor(() => expect(hrefNow()).toBe('/signin'));
    expect(heading()).toBe('Automatic Sign In');
    expect(screen.queryByLabelText('Email')).toBeNull();
  });

  it('[A-012] leaves the address also where it is good for nothing', async () => {
    const refused = { status: 401, json: { error: { code: 'auth/invalid-custom-token' } } };
    const answers = { 'POST /api/auth/custom-token': refused };
    await openDashboard('/signin?token=BAD', { user: null, answers });
    expect(screen.getByRole('alert').textContent).toBe('Authentication failed. Please try again.');
    expect(hrefNow()).toBe('/signin');
    expect(field('Email')).toBeDefined();
  });
});

describe('[A-079] a card waits in place of the form', () => {
  const answers = { 'GET /internal/v1/users/u1': never };

  async function expectCard() {
    await screen.findByRole('heading', { name: 'Automatic Sign In' });
    expect(screen.queryByLabelText('Email')).toBeNull();
  }

  it('where there is a user already', async () => {
    await openDashboard('/info', { user: null, answers });
    await identity.signInWithPassword(nora.email, 'Abcdef1!');
    beginVisit('/signin');
    await expectCard();
  });

  it('until the one who is there has been led on', async () => {
    await openDashboard('/signin', { user: null });
    expect(field('Email')).toBeDefined();
    act(() => useAuthStore.setState({ user: nora }));
    expect(heading()).toBe('Automatic Sign In');
    expect(screen.queryByLabelText('Email')).toBeNull();
    await waitFor(() => expect(pathNow()).not.toBe('/signin'));
  });

  it('where somebody signs in in another tab', async () => {
    await openDashboard('/signin', { user: null, answers });
    await identity.signInWithPassword(nora.email, 'Abcdef1!');
    await expectCard();
  });
});

describe('/signin/sso', () => {
  const exchange = 'POST /internal/v1/users/tokenForSAML';
  const company = () => field('Company name').value;
  const proceed = () =>
    screen.getByRole<HTMLButtonElement>('button', { name: 'Continue with SSO' });
  const open = (query = '', answers = {}) =>
    openDashboard(`/signin/sso${query}`, { user: null, answers });

  function signInTo(name: string) {
    const opened = signInElsewhere('nora@acme.test');
    vi.stubGlobal('open', opened);
    type('Company name', name);
    press('Continue with SSO');
    return opened;
  }

  it('[A-081, A-085, A-091] wants a company that is not blank', async () => {
    await open();
    expect(field('Company name').type).toBe('text');
    expect(proceed().disabled).toBe(true);
    type('Company name', '   ');
    expect(proceed().disabled).toBe(true);
    const opened = vi.fn();
    vi.stubGlobal('open', opened);
    fireEvent.submit(field('Company name'));
    expect(opened).not.toHaveBeenCalled();
    type('Company name', 'globex');
    expect(proceed().disabled).toBe(false);
  });

  it('[A-082, A-084] takes the company of the address before the one that is remembered', async () => {
    localStorage.setItem('parley-sso-company', 'initech');
    await open('?company=globex');
    expect(company()).toBe('globex');
    await visit('/info');
    await visit('/signin/sso?company=1e5');
    expect(company()).toBe('1e5');
  });

  it('[A-083, A-187] takes the company that is remembered where the address has none', async () => {
    localStorage.setItem('parley-sso-company', 'initech');
    await open();
    expect(company()).toBe('initech');
  });

  it('[A-083] remembers the company of the last sign-in that went well, as it was typed', async () => {
    const network = await open('', { [exchange]: { json: { authToken: 'a1' } } });
    for (const name of ['Initech', ' GloBex ']) {
      signInTo(name);
      await waitFor(() => expect(pathNow()).toBe('/projects'));
      await act(signOut);
      await visit('/signin/sso');
    }
    network.answer(exchange, { status: 500 });
    signInTo('hooli');
    await screen.findByText('SSO login failed. Please try again.');
    await visit('/signin');
    await visit('/signin/sso');
    expect(company()).toBe('GloBex');
  });

  it('[A-090] proposes to keep its address with the company', async () => {
    await open();
    expect(screen.getByText(/bookmark .*\/signin\/sso\?company=/)).toBeDefined();
    type('Company name', ' Acme & Co ');
    expect(screen.getByText(/bookmark .*\/signin\/sso\?company=Acme%20%26%20Co /)).toBeDefined();
  });

  it('[A-087] leads back to the sign-in', async () => {
    await open();
    await follow('Back to sign in');
    await waitFor(() => expect(pathNow()).toBe('/signin'));
  });

  it('[A-008, A-338] opens a window of the provider that is named by the company', async () => {
    await open('', { [exchange]: { status: 500 } });
    const opened = signInTo('  GloBex ');
    await screen.findByText('SSO login failed. Please try again.');
    expect(opened.mock.calls[0]?.[0]).toMatch(/^\/api\/auth\/window\/saml\.globex\?channel=/);
    expect(opened.mock.calls[0]?.[2]).toContain('popup');
  });

  it('[A-007, A-187, A-324, S-305] lets in with what the provider proved, and remembers the company', async () => {
    const tracked: string[] = [];
    const note = (event: Event) => tracked.push((event as CustomEvent<TrackDetail>).detail.event);
    window.addEventListener('parley:track', note);
    const network = await open('', { [exchange]: { json: { authToken: 'a1' } } });
    signInTo(' GloBex ');
    await waitFor(() => expect(pathNow()).toBe('/projects'));
    const bodyTo = (path: string) => network.requests.find(({ url }) => url === path)?.body;
    expect(bodyTo('/internal/v1/users/tokenForSAML')).toEqual({ email: 'nora@acme.test' });
    expect(bodyTo('/api/auth/custom-token')).toEqual({ token: 'a1' });
    expect(localStorage.getItem('parley-sso-company')).toBe('GloBex');
    window.removeEventListener('parley:track', note);
    expect(tracked).toEqual(['sso_login']);
  });

  it('[A-085, A-086] says that it is signing in while it is, and only then', async () => {
    const asked = Promise.withResolvers<Response>();
    const network = await open('', { [exchange]: () => asked.promise });
    signInTo('globex');
    const running = () => screen.queryByRole('button', { name: 'Signing in...' });
    expect(running()).not.toBeNull();
    await waitFor(() => expect(network.count(exchange)).toBe(1));
    expect(running()).not.toBeNull();
    asked.resolve(new Response(null, { status: 500 }));
    await waitFor(() => expect(proceed().disabled).toBe(false));
    expect(running()).toBeNull();
  });

  it('[A-088, A-089] names the support after a failure, and not before', async () => {
    await open('', { [exchange]: { status: 500 } });
    expect(screen.queryByRole('link', { name: 'Contact support' })).toBeNull();
    signInTo('globex');
    const support = await screen.findByRole('link', { name: 'Contact support' });
    expect(support.getAttribute('href')).toMatch(/^mailto:support@parley\.test/);
  });

  it('[A-092, A-362] shows the message of a failure that has one', async () => {
    const unknown = { status: 401, json: { error: { code: 'auth/user-not-found' } } };
    await open('', { [exchange]: unknown });
    signInTo('globex');
    expect(await screen.findByText('No user exists for: nora@acme.test')).toBeDefined();
  });

  it('[A-092] shows the text for the code of a failure that has one', async () => {
    await open();
    vi.stubGlobal('open', signInElsewhere(null, 'auth/operation-not-allowed'));
    type('Company name', 'globex');
    press('Continue with SSO');
    expect(await screen.findByText(/^Invalid company name or operation not allowed/)).toBeDefined();
  });

  it('[A-094] tells no failure to somebody who has signed in elsewhere meanwhile', async () => {
    const asked = Promise.withResolvers<Response>();
    const read = Promise.withResolvers<void>();
    const network = await open('', {
      [exchange]: () => asked.promise,
      'GET /internal/v1/users/u1': () => read.promise.then(() => Response.json(nora)),
    });
    signInTo('globex');
    await waitFor(() => expect(network.count(exchange)).toBe(1));
    const failure = 'SSO login failed. Please try again.';
    let isTold = false;
    const watch = () => {
      isTold ||= screen.queryByText(failure) !== null;
    };
    const observer = new MutationObserver(watch);
    observer.observe(document.body, { childList: true, subtree: true });
    await identity.signInWithPassword(nora.email, 'Abcdef1!');
    asked.resolve(new Response(null, { status: 500 }));
    // The failure arrives before the user is known.
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    read.resolve();
    await waitFor(() => expect(pathNow()).toBe('/projects'));
    observer.disconnect();
    expect(isTold).toBe(false);
  });
});

describe('/ibm-login', () => {
  const start = 'POST /internal/v1/ibm/start';
  const exchange = 'POST /internal/v1/ibm/auth';

  it('[A-095, A-096, A-098] has a button for IBM and a way back', async () => {
    await openDashboard('/ibm-login?instance_id=i-77', { user: null });
    expect(screen.getByRole('button', { name: 'Sign in with IBM' })).toBeDefined();
    await follow('Back to sign in');
    await waitFor(() => expect(pathNow()).toBe('/signin'));
  });

  it('[A-100, A-104] leaves for the page of IBM that the server names', async () => {
    const address = 'https://ibm.test/authorize?state=i-77';
    const answers = { [start]: { json: { address, nonce: 'n1' } } };
    const network = await openDashboard('/ibm-login?instance_id=i-77', { user: null, answers });
    const assign = vi.fn();
    vi.stubGlobal('location', { ...location, assign });
    press('Sign in with IBM');
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(address));
    expect(network.requests.at(-1)?.body).toEqual({ instanceId: 'i-77' });
  });

  it('[A-009] comes back to the attempt that the tab began, and is signed in', async () => {
    const answers = {
      [start]: { json: { address: 'https://ibm.test/authorize', nonce: 'n1' } },
      [exchange]: { json: { authToken: 'a1', isNewUser: false } },
    };
    const visitor = { user: null, answers };
    const network = await openDashboard('/ibm-login?instance_id=i-77', visitor);
    const assign = vi.fn();
    vi.stubGlobal('location', { ...location, assign });
    press('Sign in with IBM');
    await waitFor(() => expect(assign).toHaveBeenCalled());
    await visit('/ibm-login?code=c1&state=i-77');
    await waitFor(() => expect(pathNow()).toBe('/projects'));
    const bodyTo = (path: string) => network.requests.find(({ url }) => url === path)?.body;
    expect(bodyTo('/internal/v1/ibm/auth')).toMatchObject({ code: 'c1', nonce: 'n1' });
    expect(bodyTo('/api/auth/custom-token')).toEqual({ token: 'a1' });
  });

  it.each([
    ['c1', 'i-77'],
    ['12345678901234567890', '1e5'],
  ])(
    '[A-097, A-183, A-326] exchanges the code %s and the state %s of the return',
    async (code, state) => {
      sessionStorage.setItem('parley-ibm-nonce', 'n1');
      const answers = { [exchange]: { json: { authToken: 'a1', isNewUser: false } } };
      const visitor = { user: null, answers };
      const network = await openDashboard(`/ibm-login?code=${code}&state=${state}`, visitor);
      await waitFor(() => expect(pathNow()).toBe('/projects'));
      expect(network.requests.find(({ url }) => url === '/internal/v1/ibm/auth')?.body).toEqual({
        code,
        instanceId: state,
        nonce: 'n1',
      });
      expect(JSON.parse(localStorage.getItem('auth') ?? '').state).toMatchObject({
        user: { id: nora.id, email: nora.email },
        ibm: { instanceId: state, isNewUser: false },
      });
    },
  );

  it('[A-098, A-099] needs an instance', async () => {
    sessionStorage.setItem('parley-ibm-nonce', 'n1');
    const network = await openDashboard('/ibm-login?code=c1', { user: null });
    expect(screen.getByText('Invalid IBM instance ID')).toBeDefined();
    expect(pathNow()).toBe('/ibm-login');
    expect(screen.queryByRole('button', { name: 'Sign in with IBM' })).toBeNull();
    expect(network.count(exchange)).toBe(0);
  });

  it('[A-360] says that it failed where the failure has no text of its own', async () => {
    sessionStorage.setItem('parley-ibm-nonce', 'n1');
    const answers = { [exchange]: { status: 500 } };
    await openDashboard('/ibm-login?code=c1&state=i-77', { user: null, answers });
    expect(screen.getByText('IBM authentication failed')).toBeDefined();
  });
});
