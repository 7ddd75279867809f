import type { Page } from '@playwright/test';
import { expect, leaveDashboard, password, test } from '../fixtures.ts';
import { visit } from './visit.ts';

const corporateEmailsOnly =
  'We only offer free trials for users with corporate emails. Please register using your company email to receive a free trial.';

/** Returns the number of the highlighted dot, from 1. */
const markedDot = (page: Page) =>
  page
    .getByRole('img', { name: /^Step \d of 3$/ })
    .evaluate(
      (dots) => [...dots.children].findIndex((dot) => dot.matches('[data-active=true]')) + 1,
    );

test('[A-068, A-069, A-072, A-084] every way in has the logo, the hero and three dots', async ({
  page,
}) => {
  await page.goto('/signin');
  await expect(page.getByRole('banner')).toHaveText('Parley');
  const hero = page.getByRole('complementary', { name: 'About Parley' });
  await expect(hero.getByRole('img')).toBeVisible();
  await expect(hero.getByRole('heading')).toHaveText('Every conversation, tested');
  await expect(hero.getByText(/webchat bots, phone lines and voice assistants/)).toBeVisible();
  await expect(page.getByRole('img', { name: 'Step 1 of 3' }).locator('span')).toHaveCount(3);
  expect(await markedDot(page)).toBe(1);

  await test.step('sign-in and sign-up lead to each other', async () => {
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page).toHaveURL(/\/signup$/);
    expect(await markedDot(page)).toBe(1);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/signin$/);
  });

  await test.step('the third dot is verification', async () => {
    await visit(page, '/verify');
    await expect(page.getByRole('img', { name: 'Step 3 of 3' }).locator('span')).toHaveCount(3);
    expect(await markedDot(page)).toBe(3);
  });

  await test.step('a company in the address wins over the one that is remembered', async () => {
    await page.evaluate(() => localStorage.setItem('parley-sso-company', 'globex'));
    await visit(page, '/signin/sso');
    await expect(page.getByLabel('Company name')).toHaveValue('globex');
    await page.goto('/signin/sso?company=initech');
    await expect(page.getByLabel('Company name')).toHaveValue('initech');
  });
});

test('[A-108, A-268, A-276, A-373] a new account, with every rule on the way', async ({ page }) => {
  await page.goto('/signup');
  const chosen = page.getByLabel('Password', { exact: true });
  const repeated = page.getByLabel('Confirm password');
  const create = page.getByRole('button', { name: 'Create account' });

  await test.step('the password is hidden until it is asked for', async () => {
    await chosen.fill('abc');
    await expect(chosen).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).first().click();
    await expect(chosen).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(chosen).toHaveAttribute('type', 'password');
  });

  await test.step('bar and list say what it lacks', async () => {
    const bar = page.getByRole('progressbar', { name: 'Password strength' });
    await expect(bar).toHaveAttribute('aria-valuenow', '20');
    await expect(page.getByRole('listitem').filter({ hasText: ': met' })).toHaveCount(1);
    await expect(page.getByRole('listitem').filter({ hasText: ': not met' })).toHaveCount(4);
    await chosen.blur();
    await expect(chosen).toHaveAccessibleDescription(/Password does not meet requirements/);
    await chosen.fill(password);
    await expect(bar).toHaveAttribute('aria-valuenow', '100');
    await repeated.fill(`${password}8`);
    await repeated.blur();
    await expect(repeated).toHaveAccessibleDescription(/Passwords do not match/);
    await repeated.fill(password);
  });

  await test.step('an address to throw away is refused', async () => {
    await page.getByLabel('Work email').fill('nora@mail.yopmail.com');
    await create.click();
    await expect(page.getByText(corporateEmailsOnly)).toBeVisible();
    await expect(page).toHaveURL(/\/signup$/);
  });

  await test.step('an address that cannot be judged is allowed, unless the server knows better', async () => {
    await page.route('**/login/validateEmail', (route) => route.fulfill({ status: 500 }));
    await page.getByLabel('Work email').fill('nora-anew@mail.yopmail.com');
    await expect(page.getByText(corporateEmailsOnly)).toBeVisible();
    const judged = page.waitForResponse('**/api/auth/sign-up/email');
    await create.click();
    expect((await judged).status()).toBe(403);
    await expect(page.getByText(corporateEmailsOnly)).toBeVisible();
    await page.getByLabel('Work email').fill(`nora-${Date.now()}@acme-${Date.now()}.test`);
    await create.click();
    await expect(page).toHaveURL(/\/onboarding$/);
    await page.unroute('**/login/validateEmail');
  });

  const proceed = page.getByRole('button', { name: 'Continue' });
  const name = page.getByLabel('Full name');
  const company = page.getByLabel('Company name');
  const jobTitle = page.getByRole('combobox', { name: 'Job title' });

  await test.step('the profile is the second step, and asks for three things', async () => {
    await expect(page.getByRole('img', { name: 'Step 2 of 3' })).toBeVisible();
    expect(await markedDot(page)).toBe(2);
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(2);
    await name.fill('  ');
    await company.fill('  ');
    await proceed.click();
    await expect(name).toHaveAccessibleDescription(/required/);
    await expect(company).toHaveAccessibleDescription(/required/);
    await expect(page.getByText('Job title is required')).toBeVisible();
    await expect(page).toHaveURL(/\/onboarding$/);
  });

  await test.step('the job titles, in their order', async () => {
    await jobTitle.click();
    await expect(page.getByRole('option')).toHaveText([
      'Software Engineer',
      'Product Manager',
      'QA Engineer',
      'DevOps Engineer',
      'Solutions Architect',
      'Technical Lead',
      'Engineering Manager',
      'Other',
    ]);
    await page.getByRole('option', { name: 'QA Engineer' }).click();
  });

  await test.step('a failure is told, and nothing is lost', async () => {
    await page.route('**/organizations', (route) => route.fulfill({ status: 500 }));
    await name.fill('Nora Lind');
    await company.fill('Acme');
    await proceed.click();
    await expect(page.getByText('Failed to complete onboarding')).toBeVisible();
    await page.unroute('**/organizations');
    await proceed.click();
    await expect(page).toHaveURL(/\/projects$/);
  });
});

test('[A-079, A-125] whoever is signed in waits for the checks, on the way in and before the verification', async ({
  page,
  account,
  signIn,
}) => {
  await page.goto('/activation');
  await expect(page, 'nobody is signed in').toHaveURL(/\/signin$/);
  await signIn(page, account);

  let answer = () => {};
  await page.route(`**/internal/v1/users/${account.userId}`, async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });

  await test.step('the sign-in page shows a card in place of the form', async () => {
    await leaveDashboard(page);
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('/signin');
    await expect(page.getByRole('heading', { name: 'Automatic Sign In' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveCount(0);
    answer();
    await expect(page).toHaveURL(/\/projects$/);
  });

  await test.step('the verification shows a loader, then leads on', async () => {
    await leaveDashboard(page);
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('/activation');
    await expect(page.getByRole('status')).toContainText('Loading...');
    await expect(page).toHaveURL(/\/activation$/);
    answer();
    await expect(page).toHaveURL(/\/projects$/);
  });
});

test('[A-075, A-112] an installation without providers says which ways in are not set up', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  const google = page.getByRole('button', { name: 'Continue with Google' });
  await page.goto('/signin');
  await expect(google).toBeDisabled();
  await expect(page.getByText('Google and IBM are not set up on this installation.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Enterprise SSO' })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.goto('/signup');
  await expect(google).toBeDisabled();
  await expect(page.getByText('Google is not set up on this installation.')).toBeVisible();
});
