import type { Subscription } from '@parley/contract';
import { createProjectWithSuite, expect, password, test } from '../fixtures.ts';
import { invite } from '../join-organization.ts';
import { chooseByKeys, pressKey, signInByKeys, tabTo, typeInto } from '../keyboard.ts';
import { answerWith, inDays } from '../subscription.ts';

// Show focus rings immediately instead of fading them in.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a new colleague joins by the keyboard alone', async ({ page, parley, account: owner }) => {
  await page.goto(await invite(parley, owner, `ivan-${Date.now()}@acme.test`));
  const join = page.getByRole('button', { name: 'Create account and join' });
  await typeInto(page, page.getByLabel('Full name'), 'Ivan Novak');
  await chooseByKeys(page, page.getByRole('combobox', { name: 'Job title' }), 'Technical Lead');
  await typeInto(page, page.getByLabel('Password', { exact: true }), password);
  await typeInto(page, page.getByLabel('Confirm password'), password);
  await expect(join).toBeDisabled();
  await pressKey(page, page.getByLabel(/terms/), 'Space');
  await pressKey(page, join);
  await expect(page).toHaveURL(/\/projects$/, { timeout: 20_000 });
});

test('an invited user signs in to accept by the keyboard alone', async ({
  page,
  parley,
  createAccount,
}) => {
  const owner = await createAccount();
  const ivan = await createAccount({ name: 'Ivan Novak' });
  await page.goto(await invite(parley, owner, ivan.email));
  await pressKey(page, page.getByRole('link', { name: 'Sign in to accept' }));
  await typeInto(page, page.getByLabel('Email'), ivan.email);
  await typeInto(page, page.getByLabel('Password', { exact: true }), ivan.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invitation Accepted', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/projects$/);
});

test('the end of a trial is met by the keyboard alone', async ({ page, account }) => {
  let subscription: Partial<Subscription> = { status: 'trial', endDate: inDays(2) };
  await answerWith(page, () => subscription);
  await page.clock.install();
  await signInByKeys(page, account);

  await test.step('its banner is read and put away', async () => {
    const banner = page.getByRole('region', { name: 'Trial' });
    await tabTo(page, banner.getByRole('link', { name: 'Contact Sales' }));
    await pressKey(page, banner.getByRole('button', { name: 'Dismiss' }));
    await expect(banner).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('the locked account offers two ways on', async () => {
    subscription = { status: 'trialEnded' };
    await page.clock.runFor(3 * 60_000);
    await expect(page).toHaveURL(/\/subscribe$/);
    await tabTo(page, page.getByRole('link', { name: 'Contact Sales' }));
    await pressKey(page, page.getByRole('button', { name: 'Log Out' }));
    await expect(page).toHaveURL(/\/signin$/);
  });
});

test('a deep link leads through the sign-in form by the keyboard alone', async ({
  page,
  account,
}) => {
  const { suiteId } = await createProjectWithSuite(account);
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  await page.goto(`/test-suite/${suiteId}`);
  await expect(page).toHaveURL(/\/signin$/);

  await test.step('the stops of the form, in their order', async () => {
    const stops = [
      email,
      password,
      page.getByRole('button', { name: 'Forgot password?' }),
      page.getByRole('button', { name: 'Sign in', exact: true }),
      page.getByRole('link', { name: 'Enterprise SSO' }),
      page.getByRole('link', { name: 'Create an account' }),
    ];
    for (const stop of stops) await tabTo(page, stop);
  });

  await test.step('it says what is missing, and goes there', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Sign in', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription('Email is required');
    await page.keyboard.type(account.email);
    await page.keyboard.press('Enter');
    await expect(password).toBeFocused();
    await expect(password).toHaveAccessibleDescription(/Password is required/);
  });

  await test.step('a wrong password is typed again', async () => {
    await page.keyboard.type('Wrong-Horse-7');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').getByText('Password is incorrect.')).toBeVisible();
    await expect(password).toBeFocused();
    await expect(password).toHaveValue('');
    await page.keyboard.type(account.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/projects$/);
  });

  await test.step('the link works now, and one that leads nowhere leads home', async () => {
    await page.goto(`/test-suite/${suiteId}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Greeting');
    await page.goto('/nowhere');
    await pressKey(page, page.getByRole('link', { name: 'Go Home' }));
    await expect(page).toHaveURL(/\/projects$/);
  });
});
