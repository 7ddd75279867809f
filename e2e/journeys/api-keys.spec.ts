import { publicApi } from '@parley/contract';
import { expect, test, toasts } from '../fixtures.ts';

test('an API key is created, shown once, used and revoked', async ({
  page,
  account,
  signIn,
  expectAccessible,
  expectAccessibleEverywhere,
  parley,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, account);
  await page.goto('/account');
  const card = page.getByRole('region', { name: 'API keys' });
  const opens = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(parley.url + publicApi.readSuites.path, { headers })).status;
  };
  let key = '';

  await test.step('a name is asked for, and what was typed stays', async () => {
    await expect(card.getByText('No API keys yet')).toBeVisible();
    await card.getByRole('button', { name: 'Create API key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create API key' });
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await expect(dialog.getByText('Enter a name that says what uses the key')).toBeVisible();
    await dialog.getByLabel('Name').fill('GitHub Actions');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create key' }).click();
  });

  await test.step('it is shown once, with a button that copies it', async () => {
    const dialog = page.getByRole('dialog', { name: 'Your new API key' });
    await expect(dialog.getByText('will not be shown again')).toBeVisible();
    key = await dialog.getByLabel('API key').inputValue();
    expect(key).toMatch(/^parley_/);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(key)).toHaveCount(0);
  });

  await test.step('it opens the public API, and the card says so', async () => {
    expect(await opens(key)).toBe(200);
    await page.reload();
    const row = card.getByRole('row').filter({ hasText: 'GitHub Actions' });
    await expect(row).toContainText(key.slice(0, 12));
    await expect(row).toContainText('just now');
    await expectAccessibleEverywhere(page);
  });

  await test.step('renamed, it still opens the public API', async () => {
    await card.getByRole('button', { name: 'Rename GitHub Actions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename API key' });
    await dialog.getByLabel('Name').fill('Nightly');
    await expectAccessible(page);
    await dialog.getByLabel('Name').press('Enter');
    await expect(card.getByRole('row').filter({ hasText: 'Nightly' })).toBeVisible();
    expect(await opens(key)).toBe(200);
    await card.getByRole('button', { name: 'Rename Nightly' }).click();
    await dialog.getByLabel('Name').fill('GitHub Actions');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(card.getByRole('row').filter({ hasText: 'GitHub Actions' })).toBeVisible();
  });

  await test.step('revoked after a question, it opens nothing any more', async () => {
    await card.getByRole('button', { name: 'Revoke GitHub Actions' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await expect(toasts(page).getByText('“GitHub Actions” was revoked')).toBeVisible();
    await expect(card.getByText('No API keys yet')).toBeVisible();
    expect(await opens(key)).toBe(401);
  });
});

test('the API reference at /docs works under the content security policy', async ({
  page,
  parley,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(parley.url) && !request.url().startsWith('data:'))
      foreign.push(request.url());
  });
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: /Parley API/ })).toBeVisible();
  await page.getByPlaceholder('Filter by tag').fill('Runs');
  await page.getByRole('button', { name: /Start a run of a test suite/ }).click();
  await expect(page.getByText('Idempotency-Key').last()).toBeVisible();
  expect(complaints).toEqual([]);
  expect(foreign).toEqual([]);
});

test('the API reference is as dark as the dashboard, whatever the system is', async ({ page }) => {
  const toggle = (to: 'light' | 'dark') =>
    page.getByRole('button', { name: `Switch to ${to} mode` });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/docs');
  await expect(toggle('dark')).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(toggle('light')).toBeVisible();

  await page.evaluate(() => localStorage.setItem('parley-theme', 'light'));
  await page.reload();
  await expect(toggle('dark')).toBeVisible();

  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(() => localStorage.setItem('parley-theme', 'dark'));
  await page.reload();
  await expect(toggle('light')).toBeVisible();
});
