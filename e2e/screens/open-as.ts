import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import { type Account, password } from '../fixtures.ts';

/** Opens a browser context in which the account is signed in, or nobody if there is none. */
export async function openAs(
  from: Browser,
  account: Account | undefined,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await from.newContext({ reducedMotion: 'reduce', ...options });
  if (account === undefined) return context;
  const page = await context.newPage();
  await page.goto('/signin');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/projects');
  await page.close();
  return context;
}
