/**
 * Requirements of the dashboard for any identity provider, tested in a real browser. They apply to Parley's own accounts
 * (specification/identity-port.spec.ts) and to Firebase (firebase/).
 */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { localTokenFor, type ParleyServer } from './server.ts';

export interface IdentityPort {
  /** Token in the newest email about a password reset. */
  resetToken(server: ParleyServer, email: string): Promise<string>;
  /** Message for a wrong password. */
  wrongPassword: RegExp;
}

const first = 'Abcdef1!';
const second = 'Better-Horse-8';
const third = 'Third-Horse-9';

export function identityPortHolds(title: string, port: IdentityPort): void {
  test(title, async ({ page, parley }) => {
    const email = `port-${Date.now()}@acme.test`;
    let userId = '';

    await test.step('signs up', async () => {
      await page.goto('/signup');
      await page.getByLabel('Work email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(first);
      await page.getByLabel('Confirm password').fill(first);
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page).toHaveURL(/\/onboarding/);
      userId = await foundOrganization(page, parley.url);
    });

    await test.step('stays signed in when the page is opened anew, and logs out', async () => {
      await page.goto('/projects');
      await expect(page).toHaveURL(/\/projects$/);
      await logOut(page);
    });

    await test.step('is refused with a wrong password', async () => {
      await signIn(page, email, second);
      await expect(page.getByText(port.wrongPassword)).toBeVisible();
    });

    await test.step('signs in', async () => {
      await signIn(page, email, first);
      await expect(page).toHaveURL(/\/projects$/);
    });

    await test.step('changes the password, with proof of the old one', async () => {
      await page.goto('/account');
      await changePassword(page, 'Wrong-Horse-1', second);
      await expect(page.getByText(port.wrongPassword)).toBeVisible();
      await changePassword(page, first, second);
      await expect(page.getByText('Password changed').first()).toBeVisible();
      await page.goto('/projects');
      await logOut(page);
      await signIn(page, email, first);
      await expect(page.getByText(port.wrongPassword)).toBeVisible();
    });

    await test.step('sets a new password by mail', async () => {
      await page.goto('/signin');
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Forgot password?' }).click();
      await expect(page.getByRole('alert')).toContainText('Password reset email sent.');
      const token = await port.resetToken(parley, email);
      await page.goto(`/reset-password?token=${encodeURIComponent(token)}`);
      await page.getByLabel('Password', { exact: true }).fill(third);
      await page.getByLabel('Confirm password').fill(third);
      await page.getByRole('button', { name: 'Change password' }).click();
      await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
      await page.goto('/signin');
      await signIn(page, email, third);
      await expect(page).toHaveURL(/\/projects$/);
      await logOut(page);
    });

    await test.step('signs in with a custom token', async () => {
      const token = await localTokenFor(parley, userId);
      await page.goto(`/signin?token=${encodeURIComponent(token)}`);
      await expect(page).toHaveURL(/\/projects$/);
    });

    await test.step('is signed out in every tab', async () => {
      const other = await page.context().newPage();
      await other.goto(`${parley.url}/projects`);
      await expect(other).toHaveURL(/\/projects$/);
      await logOut(page);
      await expect(other).toHaveURL(/\/signin/);
    });
  });
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/signin/);
}

async function changePassword(page: Page, current: string, next: string): Promise<void> {
  const card = page.getByRole('region', { name: 'Sign-in password' });
  await card.getByLabel('Current password').fill(current);
  await card.getByLabel('New password').fill(next);
  await card.getByLabel('Confirm password').fill(next);
  await card.getByRole('button', { name: 'Change password' }).click();
}

/** Creates an organization with the page's token, and returns the user's id. */
async function foundOrganization(page: Page, url: string): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('jwt'));
  const authorization = `Bearer ${token}`;
  const stored = await page.evaluate(() => localStorage.getItem('auth'));
  const userId: string = JSON.parse(stored ?? '').state.user.id;
  const response = await fetch(`${url}/internal/v1/users/${userId}/organizations`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Nora',
      jobTitle: 'QA Engineer',
      surveyCompleted: true,
      onboardingData: { organizationName: `Port ${userId}` },
    }),
  });
  expect(response.status).toBeLessThan(300);
  return userId;
}
