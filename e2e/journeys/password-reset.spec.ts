import { expect, test } from '../fixtures.ts';
import { linkMailedTo } from '../mailbox.ts';

test('[A-074, A-340] somebody who forgot the password sets a new one by mail', async ({
  page,
  parley,
  account,
  expectAccessible,
}) => {
  const newPassword = 'Better-Horse-8';
  await page.goto('/signin');
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('alert')).toContainText('Password reset email sent.');
  const { pathname, search } = await linkMailedTo(parley, account.email, '/reset-password');

  await test.step('chooses a strong one', async () => {
    await page.goto(pathname + search);
    const change = page.getByRole('button', { name: 'Change password' });
    await expect(change).toBeDisabled();
    await page.getByLabel('Password', { exact: true }).fill(newPassword);
    await page.getByLabel('Confirm password').fill(newPassword);
    await expectAccessible(page);
    await change.click();
    await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  });

  await test.step('signs in with it', async () => {
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(newPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/\/projects$/);
  });

  await test.step('cannot use the link again', async () => {
    await page.goto(pathname + search);
    await page.getByLabel('Password', { exact: true }).fill(newPassword);
    await page.getByLabel('Confirm password').fill(newPassword);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText(/This link is invalid, was already used/)).toBeVisible();
  });
});
