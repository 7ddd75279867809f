/** Tests every page for signing in and up in each of its states: accessible to everybody, on every screen. */
import { organizations } from '@parley/contract';
import type { Page } from '@playwright/test';
import { expect, leaveDashboard, password, test } from '../fixtures.ts';
import { linkMailedTo } from '../mailbox.ts';

test.describe.configure({ timeout: 180_000 });

const organizationPath = /\/internal\/v1\/users\/[^/]+\/organizations\/[^/?]+$/;
const domainPath = '**/internal/v1/organizations/domain?*';

type Reply = { status: number; json?: unknown } | 'never';

/** Answers in place of the server; "never" leaves the page waiting. */
async function answer(page: Page, path: string | RegExp, reply: Reply): Promise<void> {
  await page.unroute(path);
  await page.route(path, (route) => (reply === 'never' ? undefined : route.fulfill(reply)));
}

/** Changes the server's own response. */
async function change(page: Page, path: string | RegExp, changed: object): Promise<void> {
  await page.unroute(path);
  await page.route(path, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changed } });
  });
}

/** Opens a page as after a long pause, when stored data is read again. */
async function openAnew(page: Page, path: string): Promise<void> {
  await leaveDashboard(page);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(path);
}

const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

test('[A-078, A-080] signing in and up', async ({ page, expectAccessibleEverywhere }) => {
  await test.step('sign-in: the form, and what is missing in it', async () => {
    await page.goto('/signin');
    await heading(page, 'Sign in to Parley');
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  await test.step('sign-in: a failure, and the waiting card', async () => {
    await page.getByLabel('Email').fill('nobody@acme.test');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('No account found');
    await expectAccessibleEverywhere(page);
    await answer(page, '**/api/auth/custom-token', 'never');
    await page.goto('/signin?token=t');
    await heading(page, 'Automatic Sign In');
    await expect(page.getByLabel('Email')).toHaveCount(0);
    await expectAccessibleEverywhere(page);
  });

  await test.step('single sign-on', async () => {
    await page.goto('/signin/sso?company=nobody');
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Continue with SSO' }).click();
    await expect(page.getByRole('link', { name: 'Contact support' })).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  await test.step('IBM', async () => {
    await page.goto('/ibm-login?code=c1');
    await expect(page.getByText('Invalid IBM instance ID')).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  await test.step('sign-up: empty, and with every rule broken', async () => {
    await page.goto('/signup');
    await expectAccessibleEverywhere(page);
    await page.getByLabel('Work email').fill('nora@acme.test');
    await page.getByLabel('Password', { exact: true }).fill('abc');
    await page.getByLabel('Confirm password').fill('abd');
    await page.getByLabel('Work email').focus();
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  await test.step('a new password', async () => {
    await page.goto('/reset-password?token=t');
    await expectAccessibleEverywhere(page);
  });
});

test('the profile', async ({ page, expectAccessibleEverywhere }) => {
  await page.goto('/signup');
  await page.getByLabel('Work email').fill(`pia-${Date.now()}@acme-${Date.now()}.test`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await heading(page, 'Complete your profile');
  await expectAccessibleEverywhere(page);
  await page.getByRole('combobox', { name: 'Job title' }).click();
  await page.getByRole('option', { name: 'Other' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Full name is required')).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test('[A-206] the account verification', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  await signIn(page, account);
  await change(page, organizationPath, { requiresActivation: true });
  const colleague = (active: boolean) => [{ id: 'o2', name: 'Acme', active }];
  const states: [string, Reply][] = [
    ['Checking your account', 'never'],
    ['Your account is verified', { status: 200, json: [] }],
    ['Your company is already here', { status: 200, json: colleague(true) }],
    ['Your company’s account is waiting', { status: 200, json: colleague(false) }],
    ['Failed to check your account', { status: 500 }],
  ];
  const askedFor: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/organizations/domain')) askedFor.push(searchParams.get('email'));
  });
  for (const [title, reply] of states) {
    await test.step(title, async () => {
      await answer(page, domainPath, reply);
      await openAnew(page, '/activation');
      await heading(page, title);
      await expectAccessibleEverywhere(page);
    });
  }
  expect(new Set(askedFor)).toEqual(new Set([account.email]));
  await test.step('Your account is being activated', async () => {
    await change(page, `**/internal/v1/users/${account.userId}`, { verified: false });
    await openAnew(page, '/activation');
    await heading(page, 'Your account is being activated');
    await expectAccessibleEverywhere(page);
  });
});

test('the link of a verification mail', async ({ page, expectAccessibleEverywhere }) => {
  const path = `/verify?token=${Buffer.from('u1:nora@acme.test:o1:secret').toString('base64')}`;
  const userPath = '**/internal/v1/users/u1';
  const unverified: Reply = { status: 200, json: { id: 'u1', verified: false } };
  const show = async (title: string) => {
    await page.goto(path);
    await heading(page, title);
    await expectAccessibleEverywhere(page);
  };

  await answer(page, userPath, 'never');
  await show('One moment');
  await answer(page, userPath, { status: 500 });
  await show('Failed to verify your email');
  await answer(page, userPath, { status: 200, json: { id: 'u1', verified: true } });
  await show('Already verified');

  await answer(page, userPath, unverified);
  await answer(page, '**/internal/v1/users/verify/?*', { status: 204 });
  for (const [active, title] of [
    [true, 'Your company is already here'],
    [false, 'Your company’s account is waiting'],
  ] as const) {
    await answer(page, domainPath, { status: 200, json: [{ active }] });
    await show(title);
  }
  await answer(page, domainPath, { status: 200, json: [] });
  await answer(page, '**/organizations/o1/activate', { status: 204 });
  // The page would redirect after ten seconds.
  await page.clock.install();
  await show('Your email is verified');
  await page.goto('/verify?token=x');
  await heading(page, 'Invalid link');
  await expectAccessibleEverywhere(page);
});

test('an invitation', async ({
  page,
  parley,
  createAccount,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const owner = await createAccount();
  const ivan = await createAccount({ name: 'Ivan Novak' });
  const linkOf = async (email: string) => {
    await owner.call(organizations.invite, { body: { email, role: 'member' } });
    const { pathname, search } = await linkMailedTo(parley, email, '/invitation');
    return pathname + search;
  };
  const newcomer = await linkOf(`vera-${Date.now()}@acme.test`);
  const member = await linkOf(ivan.email);
  const detailsPath = '**/internal/v1/organizations/*/invitations/*';

  await answer(page, detailsPath, 'never');
  await page.goto(newcomer);
  await heading(page, 'Checking your invitation');
  await expectAccessibleEverywhere(page);
  await page.unroute(detailsPath);

  await page.goto(`${newcomer}x`);
  await heading(page, 'Invalid Invitation');
  await expectAccessibleEverywhere(page);

  await page.goto(newcomer);
  await expect(page.getByRole('button', { name: 'Create account and join' })).toBeVisible();
  await expectAccessibleEverywhere(page);

  await page.goto(member);
  await expect(page.getByRole('link', { name: 'Sign in to accept' })).toBeVisible();
  await expectAccessibleEverywhere(page);

  await signIn(page, owner);
  await page.goto(member);
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test('an account that is locked, and what is open to everybody', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  await page.goto('/info');
  await heading(page, 'Every conversation, tested');
  await expectAccessibleEverywhere(page);

  await signIn(page, account);
  await page.goto('/error-test');
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: 'Throw Sync Error' }).click();
  await heading(page, 'Something went wrong');
  await page.getByText('View Error Details').click();
  await expectAccessibleEverywhere(page);

  for (const [status, title] of [
    ['trialEnded', 'Trial Period Has Ended'],
    ['disabled', 'Subscription Disabled'],
  ]) {
    await change(page, organizationPath, {
      subscription: { status, planId: 'trial', endDate: null },
    });
    await openAnew(page, '/');
    await heading(page, title ?? '');
    await expectAccessibleEverywhere(page);
  }
});
