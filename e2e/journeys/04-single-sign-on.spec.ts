import { singleSignOn } from '@parley/contract';
import type { Page } from '@playwright/test';
import { expect, leaveDashboard, proveByPassword } from '../fixtures.ts';
import { sayWhoOneIs, test, vouchedDomains } from '../identity-fixtures.ts';
import { joinOrganization } from '../join-organization.ts';
import { openNavigation } from '../navigation.ts';

const company = (page: Page) => page.getByLabel('Company name');
const proceed = (page: Page) => page.getByRole('button', { name: 'Continue with SSO' });

/** Clicks the sign-in button, and enters the email address in the window. */
async function signInAs(page: Page, email: string): Promise<void> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), proceed(page).click()]);
  await sayWhoOneIs(popup, email);
}

test('[A-076, A-087, A-089, A-091] the way to single sign-on, and its form', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/signin');
  await page.getByRole('link', { name: 'Enterprise SSO' }).click();
  await expect(page).toHaveURL(/\/signin\/sso$/);
  await expect(company(page)).toHaveValue('');
  await expect(proceed(page)).toBeDisabled();
  await company(page).fill('   ');
  await expect(proceed(page)).toBeDisabled();
  await expectAccessible(page);

  await page.goto('/signin/sso?company=Globex');
  await expect(company(page)).toHaveValue('Globex');
  await expect(page.getByText(/bookmark/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page).toHaveURL(/\/signin$/);
});

test('[A-007, A-083, A-338, S-305] people of a company sign in through its identity provider', async ({
  page,
  createAccount,
  owners,
  parley,
  sandbox,
}) => {
  const olga = owners.journey;
  const sam = await createAccount({ name: 'Sam Roth', email: `sam@${vouchedDomains.journey}` });
  await olga.proveIdentity();
  await olga.call(singleSignOn.setSingleSignOn, {
    body: { company: 'globex', domain: vouchedDomains.journey, metadata: sandbox.saml.metadata },
  });
  await joinOrganization(parley, { owner: olga, guest: sam, role: 'member' });

  await test.step('an unknown company is told, with a way to support', async () => {
    await page.goto('/signin/sso');
    await company(page).fill('initech');
    await proceed(page).click();
    await expect(
      page.getByText('Invalid company name or operation not allowed. Please check and try again.'),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'Contact support' })).toBeVisible();
  });

  await test.step('an address without a user is told', async () => {
    await company(page).fill('globex');
    await signInAs(page, `nobody@${vouchedDomains.journey}`);
    await expect(
      page.getByText(`No user exists for: nobody@${vouchedDomains.journey}`),
    ).toBeVisible();
    await expect(page.getByText(/Ask an owner of .+ to invite you/)).toBeVisible();
  });

  await test.step('a tile at the identity provider leads to the sign-in page of the company', async () => {
    const service = `${new URL(page.url()).origin}/api/auth/sso/saml2/sp`;
    const portal = new URL(/Location="([^"]+)"/.exec(sandbox.saml.metadata)?.[1] ?? '');
    portal.searchParams.set('consumer', `${service}/acs/saml.globex`);
    portal.searchParams.set('audience', `${service}/metadata?providerId=saml.globex`);
    portal.searchParams.set('RelayState', 'https://elsewhere.test/');
    await page.goto(portal.href);
    await sayWhoOneIs(page, sam.email);
    await expect(page).toHaveURL(/\/signin\/sso\?company=globex$/);
    await expect(company(page)).toHaveValue('globex');
    await expect(proceed(page)).toBeEnabled();
  });

  await test.step('a user gets in, whatever case and blanks the company is typed with', async () => {
    await page.evaluate(() =>
      window.addEventListener('parley:track', (event) => {
        const { event: name, properties } = (event as CustomEvent).detail;
        document.body.dataset.tracked = `${name} ${properties.company}`;
      }),
    );
    await company(page).fill('  GloBex ');
    await signInAs(page, sam.email);
    await expect(page).toHaveURL(/\/projects$/);
    await expect(page.locator('body')).toHaveAttribute('data-tracked', 'sso_login GloBex');
  });

  await test.step('a signed-in user is led on, and no error is shown', async () => {
    await page.goto('/signin/sso');
    await expect(page).toHaveURL(/\/projects$/);
  });

  await test.step('the company is remembered after logging out', async () => {
    await leaveDashboard(page);
    await page.evaluate(() => localStorage.removeItem('jwt'));
    await page.context().clearCookies();
    await page.goto('/signin/sso');
    await expect(company(page)).toHaveValue('GloBex', { timeout: 15_000 });
  });
});

test('[A-086, A-094] a failure is not told to somebody who has signed in elsewhere meanwhile', async ({
  page,
  context,
  owners,
  signIn,
  sandbox,
}) => {
  const olga = owners.elsewhere;
  await olga.proveIdentity();
  await olga.call(singleSignOn.setSingleSignOn, {
    body: {
      company: 'globex-elsewhere',
      domain: vouchedDomains.elsewhere,
      metadata: sandbox.saml.metadata,
    },
  });
  let fail = () => {};
  const isAsked = new Promise<void>((tell) => {
    void page.route('**/users/tokenForSAML', async (route) => {
      tell();
      await new Promise<void>((resolve) => {
        fail = resolve;
      });
      await route.fulfill({ status: 500 });
    });
  });
  await page.goto('/signin/sso?company=globex-elsewhere');
  await signInAs(page, olga.email);
  await isAsked;
  await page.evaluate(() => {
    const look = () => {
      if (document.querySelector('[role=alert]')) document.body.dataset.told = 'a failure';
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  await signIn(await context.newPage(), olga);
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  fail();
  await expect(page).toHaveURL(/\/projects$/);
  await expect(page.locator('body')).not.toHaveAttribute('data-told');
});

test('somebody with two organizations opens the other one after signing in again', async ({
  page,
  createAccount,
  owners,
  parley,
  sandbox,
  expectAccessibleEverywhere,
}) => {
  const olga = owners.two;
  const sam = await createAccount({
    organizationName: 'Initech',
    email: `sam@${vouchedDomains.two}`,
  });
  await olga.proveIdentity();
  await olga.call(singleSignOn.setSingleSignOn, {
    body: { company: 'globex-two', domain: vouchedDomains.two, metadata: sandbox.saml.metadata },
  });
  await joinOrganization(parley, { owner: olga, guest: sam, role: 'member' });
  const organization = page.getByRole('button', { name: /^(Globex|Initech)/ });
  const question = page.getByRole('dialog', { name: 'Sign in again to open Initech' });

  async function choose(name: string) {
    await openNavigation(page);
    await organization.click();
    await page.getByRole('option', { name }).click();
  }

  await page.goto('/signin/sso?company=globex-two');
  await signInAs(page, sam.email);
  await expect(page).toHaveURL(/\/projects$/);
  await test.step('the other organization is listed, and asks for another sign-in', async () => {
    await choose('Initech');
    await expect(question).toContainText('single sign-on of Globex');
    await expectAccessibleEverywhere(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await openNavigation(page);
    await expect(organization).toContainText('Globex');
  });

  await test.step('the account page says what this sign-in leaves out', async () => {
    await page.goto('/account');
    const card = page.getByRole('region', { name: 'Your whole account' });
    await expect(card).toContainText('single sign-on of Globex');
    await expect(page.getByRole('button', { name: 'Delete my account' })).toHaveCount(0);
    await expectAccessibleEverywhere(page);
  });

  await test.step('the password opens it', async () => {
    await page.goto('/projects');
    await choose('Initech');
    await question.getByRole('button', { name: 'Sign in again' }).click();
    await expect(page).toHaveURL(/\/signin$/);
    await page.getByLabel('Email').fill(sam.email);
    await page.getByLabel('Password', { exact: true }).fill(sam.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/\/projects$/);
    await openNavigation(page);
    await expect(organization).toContainText('Initech');
  });
});

test('an owner sets single sign-on up and takes it away; the audit log on the page tells it at once', async ({
  page,
  account,
  signIn,
  sandbox,
}) => {
  const refusals: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refusals.push(`${response.status()} ${response.url()}`);
  });
  await signIn(page, account);
  await page.goto('/organization');
  const card = page.getByRole('region', { name: 'Single sign-on' });
  const newest = page.getByRole('table', { name: 'Audit log' }).getByRole('row').nth(1);
  await card.getByRole('button', { name: 'Set up single sign-on' }).click();
  await proveByPassword(page);
  expect(refusals, 'where nothing is set up nothing is refused').toEqual([]);

  await page.getByLabel('Company name').fill('globex-told');
  await page.getByLabel('Email domain').fill('told.globex.test');
  await page.getByText('Metadata XML', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Metadata XML' }).fill(sandbox.saml.metadata);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(newest).toContainText('set up single sign-on for told.globex.test');

  await card.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove single sign-on' }).click();
  await expect(newest).toContainText('removed single sign-on for told.globex.test');
});
