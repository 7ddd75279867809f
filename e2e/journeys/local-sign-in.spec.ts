import { test as base, expect } from '../fixtures.ts';
import { localCodeOf, localTokenFor, startParley } from '../server.ts';

/** Fixtures for a server on the user's own machine, as `npm start` runs it. */
const test = base.extend({
  parley: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const server = await startParley({ PARLEY_LOCAL_SIGNIN: 'on' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('[A-010, A-026, A-028, A-029] whoever sees the console signs in as any user on the own machine', async ({
  page,
  account,
  parley,
  expectAccessibleEverywhere,
}) => {
  await page.goto(`/signin/userID/${account.userId}#code=${localCodeOf(parley)}`);
  await expect(page.getByText(`You are signed in as ${account.email}.`)).toBeVisible();
  await expect(page, 'the code leaves the address').toHaveURL(/\/signin\/userID\/[\w-]+$/);
  await expectAccessibleEverywhere(page);
  await page.getByRole('link', { name: 'Go', exact: true }).click();
  await expect(page).toHaveURL(/\/projects$/);
});

test('the code can be typed; without it nobody is let in', async ({
  page,
  account,
  parley,
  expectAccessibleEverywhere,
}) => {
  await page.goto(`/signin/userID/${account.userId}`);
  const refusal = page.getByRole('alert').filter({ hasText: 'Login failed. Please try again.' });
  await expect(refusal).toBeVisible();
  await expectAccessibleEverywhere(page);
  for (const wrong of ['wrong', 'wrong']) {
    await page.getByLabel('Code').fill(wrong);
    // The form of the attempt before is shown until this one is sent.
    const answered = page.waitForResponse(/\/login\/token\//);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await answered;
    await expect(refusal).toBeVisible();
  }
  await page.getByLabel('Code').fill(localCodeOf(parley));
  await page.keyboard.press('Enter');
  await expect(page.getByText(`You are signed in as ${account.email}.`)).toBeVisible();
});

test('[A-011, A-012] a custom token in the address signs in and leaves the address', async ({
  page,
  account,
  parley,
}) => {
  const token = await localTokenFor(parley, account.userId);
  await page.goto(`/signin?token=${encodeURIComponent(token)}`);
  await expect(page).toHaveURL(/\/projects$/);
  await page.goBack();
  await expect(page).not.toHaveURL(/token/);
});

test('an unknown user id is told', async ({ page, parley }) => {
  await page.goto(`/signin/userID/nobody#code=${localCodeOf(parley)}`);
  await expect(page.getByRole('alert')).toContainText('Login failed. Please try again.');
  await expect(page.getByRole('link', { name: 'Back to sign in' })).toBeVisible();
});
