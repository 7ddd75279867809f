import type { Subscription } from '@parley/contract';
import type { Page } from '@playwright/test';
import { expect, leaveDashboard, test } from '../fixtures.ts';
import { visit } from './visit.ts';

/** Changes the subscription in the server's responses, because only an operator can change billing. */
async function answerWith(page: Page, subscription: () => Partial<Subscription>): Promise<void> {
  await page.route(/\/organizations\/[^/?]+$/, async (route) => {
    const response = await route.fetch();
    const organization = await response.json();
    const changed = { ...organization.subscription, ...subscription() };
    await route.fulfill({ response, json: { ...organization, subscription: changed } });
  });
}

test('[A-144, S-030] /subscribe is for those whose subscription is lost', async ({
  page,
  account,
  signIn,
}) => {
  let subscription: Partial<Subscription> = {};
  await answerWith(page, () => subscription);
  await page.goto('/subscribe');
  await expect(page, 'no user').toHaveURL(/\/signin$/);
  await signIn(page, account);
  for (const path of ['/subscribe', '/']) {
    await visit(page, path);
    await expect(page, 'active subscription').toHaveURL(/\/projects$/);
  }

  for (const [status, title] of [
    ['trialEnded', 'Trial Period Has Ended'],
    ['disabled', 'Subscription Disabled'],
  ] as const) {
    await test.step(`${status} locks every page`, async () => {
      subscription = { status };
      // Simulate a long pause, after which stored data is read again.
      await leaveDashboard(page);
      await page.evaluate(() => sessionStorage.clear());
      await page.goto('/');
      await expect(page).toHaveURL(/\/subscribe$/);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expect(page.getByRole('complementary')).toHaveCount(0);
    });
  }

  const sales = page.getByRole('link', { name: 'Contact Sales' });
  await expect(sales).toHaveAttribute('href', /^mailto:sales@parley\.example\?subject=/);
  const href = (await sales.getAttribute('href')) ?? '';
  expect(decodeURIComponent(href)).toContain('subscription request');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/signin$/);
});
