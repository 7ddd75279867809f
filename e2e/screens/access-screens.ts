/** Screens for signing in and up, and pages that are open to everybody, in each of their states. */
import type { Page } from '@playwright/test';
import type { Organizations } from './organizations.ts';
import { openAnew, type Screen, text } from './screen.ts';

type Answer = { status: number; json?: unknown } | 'never';

const answer = (page: Page, address: string | RegExp, reply: Answer) =>
  page.route(address, (route) => (reply === 'never' ? undefined : route.fulfill(reply)));

const fillSignIn = async (page: Page) => {
  await page.getByLabel('Email').fill('nobody@acme.test');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
};

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const signIn: Screen[] = [
  { name: 'signin', as: 'visitor', path: '/signin' },
  {
    name: 'signin-incomplete',
    as: 'visitor',
    path: '/signin',
    until: (page) => press(page, 'Sign in'),
  },
  {
    name: 'signin-refused',
    as: 'visitor',
    path: '/signin',
    until: async (page) => {
      await fillSignIn(page);
      await press(page, 'Sign in');
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'signin-password-forgotten',
    as: 'visitor',
    path: '/signin',
    until: async (page) => {
      await fillSignIn(page);
      await press(page, 'Forgot password?');
      await text(/Password reset email sent/)(page);
    },
  },
  {
    name: 'signin-automatic',
    as: 'visitor',
    path: '/signin',
    until: async (page) => {
      await answer(page, '**/api/auth/custom-token', 'never');
      await page.goto('/signin?token=t');
    },
  },
  { name: 'signin-sso', as: 'visitor', path: '/signin/sso' },
  {
    name: 'signin-sso-refused',
    as: 'visitor',
    path: '/signin/sso?company=nobody',
    until: async (page) => {
      await press(page, 'Continue with SSO');
      await page.getByRole('link', { name: 'Contact support' }).waitFor();
    },
  },
  { name: 'signin-ibm', as: 'visitor', path: '/ibm-login?instance_id=i-1' },
  { name: 'signin-ibm-refused', as: 'visitor', path: '/ibm-login?code=c1' },
  { name: 'signin-local', as: 'visitor', path: '/signin/userID/nobody' },
  { name: 'signup', as: 'visitor', path: '/signup' },
  {
    name: 'signup-incomplete',
    as: 'visitor',
    path: '/signup',
    until: async (page) => {
      await page.getByLabel('Work email').fill('nora@acme.test');
      await page.getByLabel('Password', { exact: true }).fill('abc');
      await page.getByLabel('Confirm password').fill('abd');
      await page.getByLabel('Work email').focus();
    },
  },
  { name: 'password-reset', as: 'visitor', path: '/reset-password?token=t' },
  { name: 'onboarding', as: 'newcomer', path: '/onboarding' },
  {
    name: 'onboarding-incomplete',
    as: 'newcomer',
    path: '/onboarding',
    until: (page) => press(page, 'Continue'),
  },
];

const userPath = '**/internal/v1/users/u1';
const domainPath = '**/internal/v1/organizations/domain?*';
const verifyPath = `/verify?token=${Buffer.from('u1:nora@acme.test:o1:secret').toString('base64')}`;
const unverified: Answer = { status: 200, json: { id: 'u1', verified: false } };

const verify = (
  name: string,
  user: Answer,
  domain: Answer = { status: 200, json: [] },
): Screen => ({
  name: `verify-${name}`,
  as: 'visitor',
  path: '/livez',
  until: async (page) => {
    await answer(page, userPath, user);
    await answer(page, '**/internal/v1/users/verify/?*', { status: 204 });
    await answer(page, '**/organizations/o1/activate', { status: 204 });
    await answer(page, domainPath, domain);
    // The page would redirect after ten seconds.
    await page.clock.install();
    await page.goto(verifyPath);
  },
});

const verification: Screen[] = [
  { name: 'verify-invalid', as: 'visitor', path: '/verify' },
  verify('waiting', 'never'),
  verify('failed', { status: 500 }),
  verify('already', { status: 200, json: { id: 'u1', verified: true } }),
  verify('company-here', unverified, { status: 200, json: [{ active: true }] }),
  verify('company-waits', unverified, { status: 200, json: [{ active: false }] }),
  verify('done', unverified),
];

const organizationPath = /\/internal\/v1\/users\/[^/]+\/organizations\/[^/?]+$/;

/**
 * Creates a screen with changed organization data in the response that the guards read. The session in the browser is read
 * again each time.
 */
const guarded = (name: string, changed: object, domain?: Answer): Screen => ({
  name,
  as: 'guarded',
  path: '/livez',
  until: async (page) => {
    await page.route(organizationPath, async (route) => {
      const response = await route.fetch().catch(() => undefined);
      // The page was closed and no longer waits for the response.
      if (!response) return;
      await route.fulfill({ response, json: { ...(await response.json()), ...changed } });
    });
    if (domain) await answer(page, domainPath, domain);
    await openAnew('/')(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
});

const subscription = (status: string) => ({
  subscription: { status, planId: 'trial', endDate: null },
});
const inactive = { requiresActivation: true };

const guards: Screen[] = [
  guarded('activation-checking', inactive, 'never'),
  guarded('activation-verified', inactive, { status: 200, json: [] }),
  guarded('activation-company-here', inactive, {
    status: 200,
    json: [{ id: 'o2', name: 'Acme', active: true }],
  }),
  guarded('activation-company-waits', inactive, {
    status: 200,
    json: [{ id: 'o2', name: 'Acme', active: false }],
  }),
  guarded('activation-failed', inactive, { status: 500 }),
  guarded('locked-trial-ended', subscription('trialEnded')),
  guarded('locked-disabled', subscription('disabled')),
  {
    name: 'workspace-loading',
    as: 'guarded',
    path: '/livez',
    until: async (page) => {
      await answer(page, /\/internal\/v1\/users\/[^/]+$/, 'never');
      await openAnew('/projects')(page);
    },
  },
  {
    name: 'workspace-failed',
    as: 'guarded',
    path: '/livez',
    until: async (page) => {
      await page.route(/\/internal\/v1\/users\//, (route) => route.abort());
      await openAnew('/projects')(page);
    },
  },
];

/** Screens for signing in and up, and those that are open to everybody. */
export function accessScreens({
  invitations,
  full,
  statusSlug,
  sharedRun,
}: Organizations): Screen[] {
  return [
    ...signIn,
    ...verification,
    ...guards,
    {
      name: 'invitation-checking',
      as: 'visitor',
      path: '/livez',
      until: async (page) => {
        await answer(page, '**/internal/v1/organizations/*/invitations/*', 'never');
        await page.goto(invitations.newcomer);
      },
    },
    { name: 'invitation-invalid', as: 'visitor', path: '/invitation' },
    { name: 'invitation', as: 'visitor', path: invitations.newcomer, isWhole: true },
    { name: 'invitation-sign-in', as: 'visitor', path: invitations.known },
    { name: 'invitation-of-another', as: 'empty', path: invitations.known },
    { name: 'info', as: 'visitor', path: '/info', isWhole: true },
    { name: 'unsubscribe-invalid', as: 'visitor', path: '/unsubscribe?token=forged' },
    {
      name: 'unsubscribe',
      as: 'visitor',
      path: '/livez',
      until: async (page) => {
        const json = { email: full.account.email, kind: 'alerts' };
        await answer(page, '**/internal/v1/unsubscribe?*', { status: 200, json });
        await page.goto('/unsubscribe?token=t');
        await page.getByRole('heading', { level: 1 }).waitFor();
      },
    },
    { name: 'alert-recipient-invalid', as: 'visitor', path: '/alert-recipient?token=forged' },
    {
      name: 'alert-recipient',
      as: 'visitor',
      path: '/livez',
      until: async (page) => {
        const json = { email: full.account.email, organization: 'Acme', answer: null };
        await answer(page, '**/internal/v1/alert-recipients?*', { status: 200, json });
        await page.goto('/alert-recipient?token=t');
        await page.getByRole('button', { name: 'Confirm' }).waitFor();
      },
    },
    { name: 'status-page', as: 'visitor', path: `/status/${statusSlug}`, isWhole: true },
    { name: 'status-page-unknown', as: 'visitor', path: '/status/nobody-at-all' },
    { name: 'shared-run', as: 'visitor', path: sharedRun, isWhole: true },
    { name: 'shared-run-ended', as: 'visitor', path: '/shared/run#ended' },
    { name: 'api-reference', as: 'visitor', path: '/docs' },
  ];
}
