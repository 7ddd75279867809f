import { expect } from '../fixtures.ts';
import { sayWhoOneIs, test } from '../identity-fixtures.ts';

const google = { name: 'Continue with Google' };

test('[A-006, A-075, A-112, A-337] somebody signs in with Google and completes the profile', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  await page.goto('/signin');
  await expect(page.getByRole('button', google)).toBeVisible();
  await expectAccessibleEverywhere(page);
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', google).click(),
  ]);
  await sayWhoOneIs(popup, `gina-${Date.now()}@acme.test`);
  await expect(page).toHaveURL(/\/onboarding$/);
});

test('[A-266] a free-mail address is refused and signed out again', async ({ page }) => {
  await page.goto('/signup');
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', google).click(),
  ]);
  await sayWhoOneIs(popup, `gina-${Date.now()}@gmail.com`);
  await expect(page.getByText(/We only offer free trials/)).toBeVisible();
  await expect(page).toHaveURL(/\/signup$/);
  expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeNull();
});

test('closing the window leaves the form as it was', async ({ page }) => {
  await page.goto('/signin');
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', google).click(),
  ]);
  await popup.close();
  await expect(page.getByText('Authentication failed. Please try again.')).toBeVisible();
  await expect(page.getByRole('button', google)).toBeEnabled();
});

test('the sign-in form is gone through by the tab key, in the order in which it is read', async ({
  page,
  account,
}) => {
  await page.goto('/signin');
  await expect(page.getByRole('heading', { name: 'Sign in to Parley' })).toBeVisible();
  await expect(page.getByRole('button', google)).toBeEnabled();
  const stops = [
    page.getByLabel('Email'),
    page.getByLabel('Password', { exact: true }),
    page.getByRole('button', { name: 'Show password' }),
    page.getByRole('button', { name: 'Forgot password?' }),
    page.getByRole('button', { name: 'Sign in', exact: true }),
    page.getByRole('button', { name: /Google/ }),
    page.getByRole('link', { name: 'Enterprise SSO' }),
    page.getByRole('link', { name: 'Create an account' }),
  ];
  for (const stop of stops) {
    await page.keyboard.press('Tab');
    await expect(stop).toBeFocused();
  }
  for (const stop of stops.toReversed().slice(1)) {
    await page.keyboard.press('Shift+Tab');
    await expect(stop).toBeFocused();
  }
  await page.keyboard.type(account.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/projects$/);
});
