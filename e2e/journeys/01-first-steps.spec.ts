import type { Page } from '@playwright/test';
import { expect, password, test } from '../fixtures.ts';
import { pressKey } from '../keyboard.ts';
import { openNavigation } from '../navigation.ts';

/** Counts clicks and taps on any page. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeBinding('tellClick', () => {
    clicks += 1;
  });
  await page.addInitScript(() => {
    const { tellClick } = window as unknown as { tellClick: () => void };
    // Count pointer presses, because a click event can also come from Enter.
    addEventListener('pointerdown', () => tellClick(), { capture: true });
  });
  return () => clicks;
}

test('somebody new comes from the sign-up to a live run that passes within five clicks', async ({
  page,
  expectAccessible,
}) => {
  const clicks = await countClicks(page);

  await test.step('signs up', async () => {
    await page.goto('/signup');
    await page.getByLabel('Work email').fill(`nora-${Date.now()}@acme.test`);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL(/\/onboarding$/);
    expect(clicks()).toBe(1);
  });
  const [clicksBefore, began] = [clicks(), Date.now()];

  await test.step('completes the profile', async () => {
    const name = page.getByLabel('Full name');
    await name.click();
    await page.keyboard.type('Nora Lind');
    await page.keyboard.press('Tab');
    const company = page.getByLabel('Company name');
    await expect(company).toBeFocused();
    await page.keyboard.type('Acme');
    await page.getByRole('combobox', { name: 'Job title' }).click();
    await page.getByRole('option', { name: 'QA Engineer' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/projects$/);
    await expectAccessible(page);
  });

  await test.step('tries the demo bot, and watches the run pass', async () => {
    await page.getByRole('button', { name: 'Try the demo bot' }).click();
    await expect(page).toHaveURL(/\/history\/testruns\/[^/]+$/);
    await expect(page.getByRole('main')).toContainText('1 passed');
    test.info().annotations.push({
      type: 'from the sign-up to the first green run',
      description: `${clicks() - clicksBefore} clicks, ${Date.now() - began} ms`,
    });
    expect(clicks() - clicksBefore).toBe(5);
    await expect(page.getByText('Monday to Friday').first()).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('finds the suite in a project of its own', async () => {
    const sidebar = await openNavigation(page);
    await sidebar.getByRole('link', { name: 'Demo bot' }).click();
    await expect(page.getByRole('article')).toContainText('First conversation');
  });
});

test('the demo bot is tried from an empty project and from the overview, by keyboard', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const tryIt = page.getByRole('button', { name: 'Try the demo bot' });
  await signIn(page, account);

  await test.step('from the overview', async () => {
    await page.goto('/overview');
    await expect(tryIt).toBeVisible();
    await expectAccessibleEverywhere(page);
    await pressKey(page, tryIt);
    await expect(page).toHaveURL(/\/history\/testruns\/[^/]+$/);
    await expect(page.getByRole('main')).toContainText('1 passed');
  });

  await test.step('from an empty project, in which the suite then is', async () => {
    await page.goto('/projects');
    await page.getByRole('button', { name: 'New project' }).click();
    await page.getByLabel('Name').fill('Hotline');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Hotline' })).toBeVisible();
    await expectAccessibleEverywhere(page);
    await pressKey(page, tryIt);
    await expect(page.getByRole('main')).toContainText('1 passed');
    const sidebar = await openNavigation(page);
    await sidebar.getByRole('link', { name: 'Hotline' }).click();
    await expect(page.getByRole('article')).toContainText('First conversation');
  });
});
