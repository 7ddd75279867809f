import { test as base, expect } from '../fixtures.ts';
import { startParley } from '../server.ts';

/** On a developer's own machine. */
const test = base.extend({
  parley: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const server = await startParley({ NODE_ENV: 'development', PARLEY_LOCAL_SIGNIN: 'on' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('[A-010, A-026, A-028, A-029] a developer signs in as any user on the own machine', async ({
  page,
  account,
  expectAccessibleEverywhere,
}) => {
  await page.goto(`/signin/userID/${account.userId}`);
  await expect(page.getByText(`You are signed in as ${account.email}.`)).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByRole('link', { name: 'Go', exact: true }).click();
  await expect(page).toHaveURL(/\/projects$/);
});

test('[A-011, A-012] a custom token in the address signs in and leaves the address', async ({
  page,
  account,
  parley,
}) => {
  const answer = await fetch(`${parley.url}/internal/v1/login/token/${account.userId}`);
  const { authToken } = (await answer.json()) as { authToken: string };
  await page.goto(`/signin?token=${encodeURIComponent(authToken)}`);
  await expect(page).toHaveURL(/\/projects$/);
  await page.goBack();
  await expect(page).not.toHaveURL(/token/);
});

test('an unknown user id is told', async ({ page }) => {
  await page.goto('/signin/userID/nobody');
  await expect(page.getByRole('alert')).toContainText('Login failed. Please try again.');
  await expect(page.getByRole('link', { name: 'Back to sign in' })).toBeVisible();
});
