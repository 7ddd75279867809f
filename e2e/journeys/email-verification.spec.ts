import { test as base, expect, password } from '../fixtures.ts';
import { linkMailedTo } from '../mailbox.ts';
import { startParley } from '../server.ts';

/** Fixtures for a server whose operator requires verified email addresses. */
const test = base.extend({
  parley: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const server = await startParley({ PARLEY_VERIFY_EMAIL: 'on' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('[A-016, A-126, A-132, A-223] an account waits until its email is verified', async ({
  page,
  parley,
  expectAccessible,
}) => {
  const email = `vera-${Date.now()}@verify-${Date.now()}.test`;

  await test.step('signs up and completes the profile', async () => {
    await page.goto('/signup');
    await page.getByLabel('Work email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByLabel('Full name').fill('Vera Holm');
    await page.getByLabel('Company name').fill('Holm');
    await page.getByRole('combobox', { name: 'Job title' }).click();
    await page.getByRole('option', { name: 'Technical Lead' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
  });

  await test.step('is told to wait', async () => {
    await expect(page).toHaveURL(/\/activation$/);
    await expect(page.getByRole('button', { name: 'Back to Login' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Step 3 of 3' })).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(page).toHaveURL(/\/activation$/);
  });

  const { pathname, search } = await linkMailedTo(parley, email, '/verify');

  await test.step('opens the link of the mail', async () => {
    await page.goto(pathname + search);
    await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
    await expect(page.getByText('Email verified successfully', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('is led on after ten seconds', async () => {
    await expect(page).toHaveURL(/\/projects$/, { timeout: 15_000 });
  });

  await test.step('finds the link used when it is opened again', async () => {
    await page.goto(pathname + search);
    await expect(page.getByRole('heading', { name: 'Already verified' })).toBeVisible();
  });
});

test('[A-033, A-213, A-214] a link that is none is told', async ({ page, expectAccessible }) => {
  for (const token of ['', 'dTE6bm9yYUBhY21lLnRlc3Q=', '%25%25']) {
    await page.goto(`/verify?token=${token}`);
    await expect(page.getByRole('heading', { name: 'Invalid link' })).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await expect(page).toHaveURL(/\/signin$/);
});
