import { type Account, createAccount, expect, test } from '../fixtures.ts';
import { type ParleyServer, startParley } from '../server.ts';

const operatorEmail = 'grace@operators.test';

let own: ParleyServer;
let operator: Account;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  own = await startParley({ PARLEY_OPERATORS: operatorEmail });
  operator = await createAccount(own.url, { email: operatorEmail });
});

test.afterAll(() => own.stop());

test('an operator sees processes, queues and storage', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  await page.goto(`${own.url}/signin`);
  await page.getByLabel('Email').fill(operator.email);
  await page.getByLabel('Password', { exact: true }).fill(operator.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/projects');
  await page.getByRole('link', { name: 'Operations' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible();

  const processes = page.getByRole('table', { name: 'Processes' });
  await expect(processes.getByRole('row').nth(1)).toContainText('Dashboard and worker');
  await expect(processes.getByText('Alive')).toBeVisible();
  const queues = page.getByRole('table', { name: 'Queues' });
  await expect(queues.getByRole('row', { name: /^Runs 0/ })).toBeVisible();
  await expect(page.getByText('Nothing was given up.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Storage' })).toContainText('Embedded database');
  const ways = page.getByRole('region', { name: 'Ways to sign in' });
  for (const way of ['Google', 'IBM'])
    await expect(ways.getByRole('listitem').filter({ hasText: way })).toContainText('Not set up');
  const guide = await ways.getByRole('link', { name: 'How to set them up' }).getAttribute('href');
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
