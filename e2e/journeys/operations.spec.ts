import { organizations } from '@parley/contract';
import type { Page } from '@playwright/test';
import { choose } from '../choose.ts';
import { type Account, createAccount, expect, test, toasts } from '../fixtures.ts';
import { type ParleyServer, startParley } from '../server.ts';

const operatorEmail = 'grace@operators.test';

let own: ParleyServer;
let operator: Account;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  own = await startParley({ PARLEY_OPERATORS: operatorEmail });
  operator = await createAccount(own.url, { email: operatorEmail, mailbox: own });
});

test.afterAll(() => own.stop());

async function signInAsOperator(page: Page): Promise<void> {
  await page.goto(`${own.url}/signin`);
  await page.getByLabel('Email').fill(operator.email);
  await page.getByLabel('Password', { exact: true }).fill(operator.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('an operator sees processes, queues and storage', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  await signInAsOperator(page);
  await page.waitForURL('**/projects');
  await page.getByRole('link', { name: 'Operations' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible();

  const processes = page.getByRole('table', { name: 'Processes' });
  await expect(processes.getByRole('row').nth(1)).toContainText('Dashboard and worker');
  await expect(processes.getByText('Alive')).toBeVisible();
  const queues = page.getByRole('table', { name: 'Queues' });
  await expect(queues.getByRole('row', { name: /^Runs 0/ })).toBeVisible();
  await expect(page.getByText('No failed work.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Storage' })).toContainText('Embedded database');
  const ways = page.getByRole('region', { name: 'Sign-in methods' });
  for (const way of ['Google', 'IBM'])
    await expect(ways.getByRole('listitem').filter({ hasText: way })).toContainText('Not set up');
  const guide = await ways.getByRole('link', { name: 'Setup guide' }).getAttribute('href');
  const told = await page.request.get(`${own.url}${guide}`);
  expect(await told.text()).toContain('PARLEY_GOOGLE_CLIENT_ID');
  await expectAccessibleEverywhere(page);
});

test('for somebody else there is no such page', async ({ page, account, signIn }) => {
  await signIn(page, account);
  await expect(page.getByRole('link', { name: 'Virtual Devices' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Operations' })).toHaveCount(0);
  await page.goto('/operations');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toHaveCount(1);
});

test('an operator sets plan, limits and areas of an organization, and is asked before a lock', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  const customer = await createAccount(own.url, { organizationName: 'Globex' });
  const subscription = async () =>
    (await customer.call(organizations.getOrganization)).subscription;
  await signInAsOperator(page);
  await page.waitForURL('**/projects');
  await page.goto(`${own.url}/operations`);
  await page.getByRole('tab', { name: 'Organizations' }).click();
  const table = page.getByRole('table', { name: 'Organizations' });
  await expect(table.getByRole('link')).toHaveCount(2);
  await page.getByLabel('Search by name').fill('glob');
  await expect(table.getByRole('link')).toHaveText(['Globex']);
  await expectAccessibleEverywhere(page);
  await table.getByRole('link', { name: 'Globex' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Globex' })).toBeVisible();

  await test.step('private addresses, and what is none of them', async () => {
    const card = page.getByRole('region', { name: 'Private addresses' });
    await choose(page, 'Reachable private addresses', /Only these/i);
    await card.getByLabel('Addresses', { exact: true }).fill('10.1.0.0/16:443\n10.2.0.0');
    await card.getByRole('button', { name: 'Save addresses' }).click();
    await expect(card.getByRole('alert')).toContainText('"10.2.0.0" is not an address to allow');
    await card.getByLabel('Addresses', { exact: true }).fill('10.1.0.0/16:443');
    await card.getByRole('button', { name: 'Save addresses' }).click();
    await expect(toasts(page)).toContainText('Private addresses saved');
  });

  await test.step('a plan with an end and a quota of its own', async () => {
    await choose(page, 'Plan', /Contact Centers/i);
    await choose(page, 'Status', /Enabled/i);
    await page.getByLabel('Last day').fill('2035-01-31');
    await choose(page, 'Interactions', /Custom limit/i);
    await page.getByLabel('Limit of interactions').fill('many');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Enter a whole number')).toBeVisible();
    await page.getByLabel('Limit of interactions').fill('4000');
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(toasts(page)).toContainText('Plan and limits saved');
    expect(await subscription()).toEqual({
      status: 'enabled',
      planId: 'contact-centers',
      endDate: '2035-01-31T23:59:59.000Z',
    });
  });

  await test.step('an area for one person', async () => {
    const name = 'Exploratory testing of Nora Lind';
    await page.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: 'On', exact: true }).click();
    await expect(toasts(page)).toContainText('Areas of Nora Lind saved');
    await expect(page.getByRole('combobox', { name })).toHaveText('On');
  });

  await test.step('a lock, which is asked about first', async () => {
    await choose(page, 'Status', /^Disabled/);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Lock Globex?' });
    await expect(dialog).toContainText('Its member is locked out immediately');
    await expectAccessibleEverywhere(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await subscription())?.status).toBe('enabled');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('button', { name: 'Lock' }).click();
    await expect(page.getByText('Locked', { exact: true })).toBeVisible();
    expect((await subscription())?.status).toBe('disabled');
  });
});

test('an operator whose own organization is locked opens it again', async ({ page }) => {
  const { orgId } = operator;
  await signInAsOperator(page);
  await page.waitForURL('**/projects');
  await page.goto(`${own.url}/operations/organizations/${orgId}`);
  await choose(page, 'Status', /^Disabled/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lock' }).click();
  await expect(page.getByText('Locked', { exact: true })).toBeVisible();
  await page.goto(`${own.url}/projects`);
  await expect(page).toHaveURL(/\/subscribe$/);
  await page.goto(`${own.url}/operations/organizations/${orgId}`);
  await choose(page, 'Status', /Enabled/i);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Locked', { exact: true })).toHaveCount(0);
  await page.goto(`${own.url}/projects`);
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
});
