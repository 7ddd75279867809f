/** Tests the pages that invitations and verification emails link to. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '#/lib/testing/fake-network.ts';
import { nora, tokenFor } from '#/lib/testing/people.ts';
import { toastStore } from '#/ui/toast.ts';
import {
  choicesOf,
  choose,
  closeDashboard,
  findToast,
  follow,
  heading,
  hrefNow,
  never,
  openDashboard,
  pathNow,
  press,
  type,
  userPath,
} from './open-dashboard.tsx';

afterEach(closeDashboard);

const link = '/invitation?organizationId=o1&email=nora%40acme.test&token=t1';
const read = 'GET /internal/v1/organizations/o1/invitations/nora%40acme.test';
const accept = 'PUT /internal/v1/organizations/o1/invitations/nora%40acme.test';
const signUp = 'POST /api/auth/sign-up/email';
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

const invited = (hasAuthUser: boolean) => ({
  [read]: { json: { organizationName: 'Acme', hasAuthUser } },
  [accept]: { json: { accepted: true } },
});

describe('an invitation', () => {
  it.each([
    ['A-135', 'organizationId'],
    ['A-136', 'email'],
    ['A-137', 'token'],
  ])('[%s, A-140, A-363] is broken without its %s', async (_, name) => {
    const [path, query] = link.split('?');
    const rest = new URLSearchParams(query);
    rest.delete(name);
    const network = await openDashboard(`${path}?${rest}`, { user: null });
    expect(heading()).toBe('Invalid Invitation');
    await findToast('Invalid invitation link. Please check your email for the correct link.');
    expect(toastStore.getState().toast?.variant).toBe('destructive');
    expect(network.count(read)).toBe(0);
  });

  it('[A-135, A-136, A-137, A-224] is verified by the server with all three', async () => {
    const network = await openDashboard(link, { user: null, answers: invited(false) });
    await screen.findByRole('heading', { name: 'Join Acme' });
    const [first] = network.requests.filter(({ url }) => url.includes('/invitations/'));
    expect(first?.url).toBe('/internal/v1/organizations/o1/invitations/nora%40acme.test?token=t1');
    expect(network.count('POST /api/auth/custom-token')).toBe(0);
  });

  it('[A-135, A-136, A-137, A-138] is read as it is written, also below its address', async () => {
    const email = 'nora%2Bqa%40acme.test';
    const path = `/internal/v1/organizations/1e5/invitations/${email}`;
    const answers = { [`GET ${path}`]: { json: { organizationName: 'Acme', hasAuthUser: false } } };
    const network = await openDashboard(
      `/invitation/of/mine?organizationId=1e5&email=${email}&token=12345678901234567890`,
      { user: null, answers },
    );
    await screen.findByRole('heading', { name: 'Join Acme' });
    const [first] = network.requests.filter(({ url }) => url.includes('/invitations/'));
    expect(first?.url).toBe(`${path}?token=12345678901234567890`);
  });

  it('[A-139, A-224] shows nothing else while it is verified', async () => {
    await openDashboard(link, { user: null, answers: { [read]: never } });
    expect(heading()).toBe('Checking your invitation');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('[A-140, A-225, A-364, A-367] that the server refuses is invalid', async () => {
    await openDashboard(link, { user: null, answers: { [read]: { status: 404 } } });
    await screen.findByRole('heading', { name: 'Invalid Invitation' });
    expect(
      screen.getByText(
        'Invalid invitation link. Please check your email for the correct link and retry, or contact your administrator for help.',
      ),
    ).toBeDefined();
  });

  it('[A-140, A-225] that nobody can judge now is invalid, until another try says otherwise', async () => {
    const network = await openDashboard(link, { user: null, answers: { [read]: { status: 500 } } });
    await screen.findByRole('heading', { name: 'Invalid Invitation' });
    network.answer(read, { json: { organizationName: 'Acme', hasAuthUser: false } });
    press('Try again');
    expect(await screen.findByRole('heading', { name: 'Join Acme' })).toBeDefined();
  });

  it('[A-141, A-229] asks somebody with an account to sign in', async () => {
    await openDashboard(link, { user: null, answers: invited(true) });
    expect(await screen.findByRole('link', { name: 'Sign in to accept' })).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('[A-141, A-226, A-229] leads to the sign-in and back, where it is not accepted by somebody else', async () => {
    const ivan = { ...nora, email: 'ivan@acme.test' };
    const session = { json: { token: tokenFor(ivan, Date.now() + 3_600_000), user: ivan } };
    const network = await openDashboard(link, {
      user: null,
      answers: {
        ...invited(true),
        'POST /api/auth/sign-in/email': session,
        [`GET ${userPath}`]: { json: ivan },
      },
    });
    await follow('Sign in to accept');
    await waitFor(() => expect(pathNow()).toBe('/signin'));
    type('Email', ivan.email);
    type('Password', 'Abcdef1!');
    press('Sign in');
    expect(await screen.findByText(/^This invitation is for nora@acme\.test/)).toBeDefined();
    expect(hrefNow()).toBe(link);
    expect(network.count(accept)).toBe(0);
  });

  it('[A-226, A-227, A-228, A-234] is accepted by itself where the invited person is signed in', async () => {
    const user = { ...nora, email: 'Nora@Acme.test' };
    const network = await openDashboard(link, { user, answers: invited(true) });
    await waitFor(() => expect(toastStore.getState().toast?.title).toBe('Invitation Accepted'));
    expect(network.count(accept)).toBe(1);
    expect(network.requests.find(({ method }) => method === 'PUT')?.url).toMatch(/\?token=t1$/);
    await waitFor(() => expect(pathNow()).toBe('/projects'));
  });

  it('[A-226] is not accepted by somebody else', async () => {
    const user = { ...nora, email: 'ivan@acme.test' };
    const network = await openDashboard(link, { user, answers: invited(true) });
    expect(await screen.findByText(/^This invitation is for nora@acme\.test/)).toBeDefined();
    expect(network.count(accept)).toBe(0);
  });
});

describe('the form of an invitation', () => {
  const join = () =>
    screen.getByRole<HTMLButtonElement>('button', { name: 'Create account and join' });

  async function open(answers = {}) {
    const network = await openDashboard(link, {
      user: null,
      answers: { ...invited(false), ...answers },
    });
    await screen.findByRole('button', { name: 'Create account and join' });
    return network;
  }

  async function fillIn() {
    type('Full name', 'Nora Lind');
    await choose('Job title', 'Software Developer');
    type('Password', 'Abcdef1!');
    type('Confirm password', 'Abcdef1!');
    fireEvent.click(screen.getByLabelText(/terms/));
  }

  it('[A-142, A-230, A-282, A-284] is there for an address without an account', async () => {
    await open();
    expect(field('Email').value).toBe('nora@acme.test');
    expect(field('Email').readOnly).toBe(true);
    expect(field('Full name').value).toBe('');
    expect(screen.getByRole('combobox', { name: 'Job title' })).toBeDefined();
    expect([field('Password').type, field('Confirm password').type]).toEqual([
      'password',
      'password',
    ]);
    expect(screen.getByLabelText<HTMLInputElement>(/news/).checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>(/terms/).checked).toBe(false);
  });

  it('[A-283] has eight job titles in their order', async () => {
    await open();
    expect(await choicesOf('Job title')).toEqual([
      'Product Owner/Manager',
      'Software Developer',
      'QA Analyst/Manager',
      'DevOps Engineer',
      'Solutions Architect',
      'Technical Lead',
      'Engineering Manager',
      'Other',
    ]);
  });

  it.each([
    ['A-277', 'Full name', ''],
    ['A-277', 'Full name', '  '],
    ['A-280', 'Confirm password', ''],
    ['A-280', 'Confirm password', 'Abcdef1?'],
    ['A-280', 'Password', 'Abcdef1?'],
  ])('[%s] is not sent without a good “%s”: “%s”', async (_, label, value) => {
    await open();
    await fillIn();
    expect(join().disabled).toBe(false);
    type(label, value);
    expect(join().disabled).toBe(true);
  });

  it('[A-263, A-279] is not sent with a weak password, though it is typed twice', async () => {
    await open();
    await fillIn();
    for (const weak of ['', 'Abcde1!', 'abcdefg1!', 'ABCDEFG1!', 'Abcdefg!', 'Abcdefg1']) {
      type('Password', weak);
      type('Confirm password', weak);
      expect(join().disabled, weak).toBe(true);
    }
    type('Password', 'Abcdefg1!');
    type('Confirm password', 'Abcdefg1!');
    expect(join().disabled).toBe(false);
  });

  it('[A-278] is not sent without a job title', async () => {
    await open();
    type('Full name', 'Nora Lind');
    type('Password', 'Abcdef1!');
    type('Confirm password', 'Abcdef1!');
    fireEvent.click(screen.getByLabelText(/terms/));
    expect(join().disabled).toBe(true);
    await choose('Job title', 'Other');
    expect(join().disabled).toBe(false);
  });

  it('[A-281] is not sent before the terms are accepted', async () => {
    await open();
    await fillIn();
    expect(join().disabled).toBe(false);
    fireEvent.click(screen.getByLabelText(/terms/));
    expect(join().disabled).toBe(true);
  });

  it('[A-366] says that the account could not be made, and stays filled in', async () => {
    await open({ [signUp]: { status: 500 } });
    await fillIn();
    press('Create account and join');
    const failure = 'Failed to create account. Please try again later.';
    expect(await screen.findByText(failure)).toBeDefined();
    expect(field('Full name').value).toBe('Nora Lind');
  });

  describe('that is sent', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 50 });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it('[A-231, A-233, A-182, A-234] makes the account, accepts with the profile and leads to the suites', async () => {
      const network = await open();
      await fillIn();
      const assign = vi.fn();
      vi.stubGlobal('location', { ...location, assign });
      press('Create account and join');
      await waitFor(() => expect(assign).toHaveBeenCalledWith('/test-suites'), { timeout: 5000 });
      const sent = network.requests.map(({ method, url }) => `${method} ${url.split('?')[0]}`);
      const order = [signUp, accept, 'GET /internal/v1/users/u1'].map((one) =>
        sent.lastIndexOf(one),
      );
      expect(order.toSorted((a, b) => a - b)).toEqual(order);
      expect(network.requests[sent.indexOf(signUp)]?.body).toMatchObject({
        email: 'nora@acme.test',
        password: 'Abcdef1!',
      });
      expect(network.requests[sent.indexOf(accept)]?.body).toEqual({
        fullName: 'Nora Lind',
        jobTitle: 'Software Developer',
        newsletter: true,
      });
    });
  });
});

describe('/verify', () => {
  /** Number of links so far. Each test needs a new one, because the page verifies each link once. */
  let links = 0;
  const newToken = () => btoa(`u1:nora@acme.test:o1:${++links}`);
  const open = (token: string, answers: Record<string, Answer>) =>
    openDashboard(`/verify?token=${encodeURIComponent(token)}`, { user: null, answers });
  const answers = {
    'GET /internal/v1/users/u1': { json: { id: 'u1', verified: false } },
    'POST /internal/v1/users/verify/': { status: 204 },
    'GET /internal/v1/organizations/domain': { json: [] },
    'POST /internal/v1/users/u1/organizations/o1/activate': { status: 204 },
  };

  it('[A-132, A-223] reads the token of the address, and says that the email is verified', async () => {
    const token = newToken();
    const network = await open(token, answers);
    await screen.findByRole('heading', { name: 'Your email is verified' });
    const sent = network.requests.find(({ url }) => url.includes('/users/verify/'));
    expect(sent?.body).toEqual({ token });
    await findToast('Email verified successfully');
    expect(toastStore.getState().toast?.variant).toBe('success');
  });

  it.each([
    [
      'A-133, A-215',
      { 'GET /internal/v1/users/u1': { json: { id: 'u1', verified: true } } },
      'Already verified',
    ],
    [
      'A-222',
      { 'POST /internal/v1/users/verify/': { status: 500 } },
      'Failed to verify your email',
    ],
  ])('[%s] has a card for %o: %s', async (_, change, title) => {
    await open(newToken(), { ...answers, ...change });
    expect(await screen.findByRole('heading', { name: title })).toBeDefined();
  });

  const verify = 'POST /internal/v1/users/verify/';
  const domain = 'GET /internal/v1/organizations/domain';
  const elsewhere = (active: boolean) => ({ json: [{ id: 'o9', name: 'Acme', active }] });

  it.each<[string, Record<string, Answer>, string]>([
    ['still asked about', { [verify]: never }, 'One moment'],
    ['good', {}, 'Your email is verified'],
    ['of a company that is here', { [domain]: elsewhere(true) }, 'Your company is already here'],
    [
      'of a company that waits',
      { [domain]: elsewhere(false) },
      'Your company’s account is waiting',
    ],
    ['refused', { [verify]: { status: 400 } }, 'Failed to verify your email'],
  ])('[A-133] has a card for a link that is %s', async (_, change, title) => {
    await open(newToken(), { ...answers, ...change });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
  });

  it.each(['', 'dTE6bm9yYUBhY21lLnRlc3Q=', '%25%25'])(
    '[A-133, A-213, A-214] has a card for a token that is none: “%s”',
    async (bad) => {
      await openDashboard(`/verify?token=${bad}`, { user: null });
      expect(await screen.findByRole('heading', { name: 'Invalid link' })).toBeDefined();
    },
  );
});
