import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';

test('[A-056] an account shows its sessions, gives its data and says what deleting it means', async ({
  page,
  browser,
  account,
  baseURL,
  signIn,
  expectAccessible,
  expectAccessibleEverywhere,
}) => {
  await signIn(page, account);
  const elsewhere = await browser.newPage(baseURL ? { baseURL } : {});
  await signIn(elsewhere, account);

  await page.goto('/account');
  const sessions = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(sessions.getByText('This browser')).toHaveCount(1);
  const out = sessions.getByRole('button', { name: 'Sign out', exact: true });
  const before = await out.count();
  expect(before).toBeGreaterThan(0);
  await out.first().click();
  await expect(out).toHaveCount(before - 1);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  expect(file.profile.email).toBe(account.email);

  await expectAccessibleEverywhere(page);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(question).toContainText('You are the only member of Acme');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();

  await sessions.getByRole('button', { name: 'Sign out everywhere' }).click();
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await elsewhere.goto('/projects');
  await expect(elsewhere).toHaveURL(/\/signin$/);
  await elsewhere.close();
});
