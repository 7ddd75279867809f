import type { Subscription } from '@parley/contract';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { answerWith, inDays } from '../subscription.ts';

const minuteMs = 60_000;

async function show(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

test('[A-143, A-145, A-236, A-240] the trial ends while somebody works', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  let subscription: Partial<Subscription> = { status: 'trial', endDate: inDays(2) };
  await answerWith(page, () => subscription);
  await page.clock.install();
  await signIn(page, account);
  await expect(page.getByText('Your trial expires in 2 days.')).toBeVisible();

  await test.step('the next read of the organization locks', async () => {
    subscription = { status: 'trialEnded' };
    await page.clock.runFor(3 * minuteMs);
    await expect(page).toHaveURL(/\/subscribe$/);
    await expect(page.getByRole('heading', { name: 'Trial Period Has Ended' })).toBeVisible();
    await expect(page.getByText(/Please subscribe to a plan/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Contact Sales' })).toHaveAttribute(
      'href',
      /^mailto:.*subject=.*subscription/,
    );
    await expectAccessible(page);
  });

  await test.step('every protected address leads there', async () => {
    await page.goto('/projects');
    await expect(page).toHaveURL(/\/subscribe$/);
  });

  await test.step('a paid subscription opens again, when the page is looked at', async () => {
    subscription = { status: 'enabled', planId: 'enterprise' };
    await show(page, 'hidden');
    await page.clock.runFor(2 * minuteMs + 1000);
    await show(page, 'visible');
    await expect(page).toHaveURL(/\/projects$/);
    await expect(page.getByText(/Your trial expires/)).toHaveCount(0);
  });

  await test.step('a disabled one closes', async () => {
    subscription = { status: 'disabled' };
    // The third minute; running the clock much further would time out the read it sets off.
    await page.clock.runFor(minuteMs);
    await expect(page.getByRole('heading', { name: 'Subscription Disabled' })).toBeVisible();
    await expect(page.getByText(/contact support/)).toBeVisible();
  });

  await test.step('logging out is immediate', async () => {
    await page.getByRole('button', { name: 'Log Out' }).click();
    await expect(page).toHaveURL(/\/signin$/);
    await page.goto('/projects');
    await expect(page).toHaveURL(/\/signin$/);
  });
});

test('[A-191] an end date that passes locks at the next tick, though the status stays', async ({
  page,
  account,
  signIn,
}) => {
  const endDate = new Date(Date.now() + 2 * minuteMs).toISOString();
  await answerWith(page, () => ({ status: 'trial', endDate }));
  await page.clock.install();
  await signIn(page, account);
  await page.clock.runFor(3 * minuteMs);
  await expect(page.getByRole('heading', { name: 'Trial Period Has Ended' })).toBeVisible();
});
