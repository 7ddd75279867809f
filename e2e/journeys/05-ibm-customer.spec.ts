import { expect, leaveDashboard } from '../fixtures.ts';
import { sayWhoOneIs, test } from '../identity-fixtures.ts';
import { linkMailedTo } from '../mailbox.ts';

test('[A-009, A-100, A-104, A-275] an IBM customer signs in and completes the profile', async ({
  page,
  parley,
  account: taken,
  sandbox,
  expectAccessibleEverywhere,
}) => {
  const email = `ines-${Date.now()}@ibm-customer.test`;
  const typed = `ines@initech-${Date.now()}.test`;

  await test.step('needs an instance', async () => {
    await page.goto('/ibm-login');
    await expect(page).toHaveURL(/\/signin$/);
  });

  await test.step('leaves for IBM and says who she is', async () => {
    await page.goto('/ibm-login?instance_id=i-77');
    await expect(page.getByRole('link', { name: 'Back to sign in' })).toBeVisible();
    await expectAccessibleEverywhere(page);
    const leaving = page.waitForRequest((request) => request.url().startsWith(sandbox.ibm.issuer));
    await page.getByRole('button', { name: 'Sign in with IBM' }).click();
    const { searchParams } = new URL((await leaving).url());
    expect(searchParams.get('state'), 'the instance id to the letter').toBe('i-77');
    await sayWhoOneIs(page, email);
  });

  await test.step('comes back to the profile, which asks for an email', async () => {
    await expect(page).toHaveURL(/\/onboarding$/);
    await page.getByLabel('Full name').fill('Ines Marin');
    await page.getByLabel('Company name').fill('Initech');
    await page.getByRole('combobox', { name: 'Job title' }).click();
    await page.getByRole('option', { name: 'QA Engineer' }).click();
    await page.getByLabel('Work email').fill('ines@gmail.com');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Please use your company email address')).toBeVisible();
    await expect(page).toHaveURL(/\/onboarding$/);
  });

  await test.step('arrives at the projects', async () => {
    await page.getByLabel('Work email').fill(taken.email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(
      page.getByText('This email is already registered. Please sign in instead.'),
    ).toBeVisible();
    await page.getByLabel('Work email').fill(typed);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/projects$/);
  });

  await test.step('has the typed address at once, and its link proves it', async () => {
    await page.goto('/account');
    const profile = page.getByRole('region', { name: 'Profile' });
    await expect(profile.getByLabel('Email address')).toHaveValue(typed);
    await expect(profile.getByText(/Open the link we emailed/)).toBeVisible();
    await expectAccessibleEverywhere(page);
    await profile.getByRole('button', { name: 'Resend link' }).click();
    await expect(page.getByText('Verification email sent', { exact: true })).toBeVisible();
    const { pathname, search } = await linkMailedTo(parley, typed, '/verify');
    await page.goto(pathname + search);
    await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
    await page.goto('/account');
    await expect(profile.getByLabel('Email address')).toHaveValue(typed);
    await expect(profile.getByRole('button', { name: 'Resend link' })).toHaveCount(0);
  });

  await test.step('the second time goes straight there', async () => {
    await leaveDashboard(page);
    await page.evaluate(() => localStorage.clear());
    await page.context().clearCookies();
    await page.goto('/ibm-login?instance_id=i-77');
    await page.getByRole('button', { name: 'Sign in with IBM' }).click();
    await sayWhoOneIs(page, email);
    await expect(page).toHaveURL(/\/projects$/);
  });
});

test('[A-099, A-360] an answer of IBM that cannot be used is told', async ({
  page,
  parley,
  sandbox,
}) => {
  await page.goto('/ibm-login?code=c1');
  await expect(page.getByText('Invalid IBM instance ID')).toBeVisible();
  await expect(page).toHaveURL(/\/ibm-login$/);

  await page.goto('/ibm-login?code=c1&state=i-77');
  await expect(page.getByText('IBM authentication failed')).toBeVisible();
  await expect(page).toHaveURL(/\/ibm-login\?instance_id=i-77$/);

  await test.step('also in a tab that has begun, where somebody slips a code of theirs into it', async () => {
    await page.getByRole('button', { name: 'Sign in with IBM' }).click();
    await page.waitForURL((url) => url.href.startsWith(sandbox.ibm.issuer));
    await page.goto(`${parley.url}/ibm-login?code=theirs&state=i-77`);
    await expect(page.getByText('IBM authentication failed')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign in with IBM' })).toBeVisible();
  });
});
