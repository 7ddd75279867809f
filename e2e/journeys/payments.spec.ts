import { organizations } from '@parley/contract';
import { startTestStripe, type TestStripe } from '@parley/server/testing/test-stripe';
import { expect, test } from '../fixtures.ts';
import { pressKey, tabTo } from '../keyboard.ts';
import { startParley } from '../server.ts';

const paid = test.extend<object, { stripe: TestStripe }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const stripe = await startTestStripe();
      await use(stripe);
      await stripe.close();
    },
    { scope: 'worker' },
  ],
  parley: [
    async ({ stripe }, use) => {
      const server = await startParley(stripe.settings);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

paid(
  'an owner buys a plan, sees its invoice and goes to manage it',
  async ({ page, account, signIn, stripe, expectAccessible, expectAccessibleEverywhere }) => {
    await signIn(page, account);
    await page.goto('/billing');
    await expect(page.getByRole('region', { name: 'Trial plan' })).toBeVisible();
    await page.getByRole('button', { name: 'Choose a plan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a plan' });
    await expect(dialog.getByRole('radio')).toHaveCount(2);
    await expect(dialog).toContainText('€99.00 per month');
    await dialog.getByText('Contact Centers').click();
    await expect(dialog.getByRole('radio', { name: /Contact Centers/ })).toBeChecked();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Continue to payment' }).click();

    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page).toHaveURL(/\/billing$/);
    const plan = page.getByRole('region', { name: 'Contact Centers plan' });
    await expect(plan).toContainText('Active');
    await expect(plan).toContainText('Renews on');
    await expect(page.getByText('Your trial expires')).toHaveCount(0);
    const invoices = page.getByRole('table', { name: 'Invoices' });
    await expect(invoices.getByRole('row')).toHaveCount(2);
    await expect(invoices.getByRole('link', { name: /PDF of invoice/ })).toHaveAttribute(
      'href',
      /\.pdf$/,
    );
    await expectAccessibleEverywhere(page);

    await plan.getByRole('button', { name: 'Manage subscription' }).click();
    await expect(page.getByRole('heading', { name: 'Customer portal' })).toBeVisible();

    const [subscription] = stripe.subscriptions.values();
    stripe.subscribe(String(subscription?.customer), {
      id: String(subscription?.id),
      status: 'past_due',
    });
    await page.goto('/billing?checkout=done');
    await expect(page.getByRole('alert')).toContainText('The last payment failed');
    await expectAccessible(page);
  },
);

paid(
  'a plan that cannot be paid at the moment says so',
  async ({ page, account, signIn, stripe }) => {
    await signIn(page, account);
    await page.goto('/billing');
    await page.getByRole('button', { name: 'Choose a plan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a plan' });
    await expect(dialog.getByRole('radio').first()).toBeChecked();
    stripe.isAway = true;
    try {
      await dialog.getByRole('button', { name: 'Continue to payment' }).click();
      await expect(dialog.getByRole('alert')).toContainText(
        'payment service returned an unexpected response',
      );
    } finally {
      stripe.isAway = false;
    }
    const { subscription } = await account.call(organizations.getOrganization);
    expect(subscription?.status).toBe('trial');
  },
);

paid('a plan is chosen and paid by the keyboard alone', async ({ page, account, signIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, account);
  await page.goto('/billing');
  const opener = page.getByRole('button', { name: 'Choose a plan' });
  const dialog = page.getByRole('dialog', { name: 'Choose a plan' });
  await pressKey(page, opener);
  await expect(dialog.getByRole('radio').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('radio').first());
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: /Contact Centers/ })).toBeChecked();
  await pressKey(page, dialog.getByRole('button', { name: 'Continue to payment' }));
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
});
