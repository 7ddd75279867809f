import type { Page } from '@playwright/test';
import { type Account, createAccount, expect, test } from '../fixtures.ts';
import { type ParleyServer, startParley } from '../server.ts';

const dayMs = 86_400_000;

let selfHosted: ParleyServer;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  selfHosted = await startParley({ PARLEY_EDITION: 'self-hosted', PARLEY_LOAD_TESTING_FOR: '' });
});

test.afterAll(() => selfHosted.stop());

/** Signs in, and returns to the same page 15 days later by the browser's clock. */
async function comeBackLater(page: Page, url: string, account: Account): Promise<void> {
  await page.clock.install();
  await page.goto(`${url}/signin`);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/projects');
  await page.clock.setSystemTime(Date.now() + 15 * dayMs);
  await page.goto(`${url}/projects`);
}

test('an organization of a self-hosted installation has everything, and no trial that ends', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  const account = await createAccount(selfHosted.url, {});
  await comeBackLater(page, selfHosted.url, account);
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await expect(page).toHaveURL(/\/projects$/);
  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Exploratory Testing', 'Load Testing', 'Virtual Devices', 'History'])
    await expect(menu.getByRole('link', { name })).toBeVisible();

  await menu.getByRole('link', { name: 'Billing & Usage' }).click();
  const plan = page.getByRole('region', { name: 'Self-hosted plan' });
  await expect(plan).toContainText('No end date');
  await expect(plan).toContainText('The operators of this installation set plans and quotas.');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByText(/trial|sales|subscri/i)).toHaveCount(0);
  await expectAccessibleEverywhere(page);
});

test('an organization of a hosted installation is on trial, and locked when that has ended', async ({
  page,
  parley,
  account,
}) => {
  await comeBackLater(page, parley.url, account);
  await expect(page.getByRole('heading', { name: 'Trial Period Has Ended' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact Sales' })).toBeVisible();
});
