import { organizations } from '@parley/contract';
import { expect, password, test } from '../fixtures.ts';
import { linkMailedTo } from '../mailbox.ts';

test('[A-137, A-138, A-139, A-366] the link says organization, email and token, and a failed account is told', async ({
  page,
  parley,
  account: owner,
}) => {
  const email = `ivan-${Date.now()}@acme.test`;
  await owner.call(organizations.invite, { body: { email, role: 'member' } });
  const { searchParams } = await linkMailedTo(parley, email, '/invitation');

  await test.step('a link that lacks one of them is invalid', async () => {
    for (const name of ['organizationId', 'email', 'token']) {
      const rest = new URLSearchParams(searchParams);
      rest.delete(name);
      await page.goto(`/invitation?${rest}`);
      await expect(page.getByRole('heading', { name: 'Invalid Invitation' }), name).toBeVisible();
    }
  });

  await test.step('the whole link is checked by the server, here below /invitation', async () => {
    let answer = () => {};
    const asked = new Promise<URL>((tell) => {
      void page.route('**/internal/v1/organizations/*/invitations/*', async (route) => {
        tell(new URL(route.request().url()));
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        await route.continue();
      });
    });
    await page.goto(`/invitation/accept?${searchParams}`);
    await expect(page.getByRole('heading', { name: 'Checking your invitation' })).toBeVisible();
    const { pathname, searchParams: query } = await asked;
    expect(pathname).toContain(`/${searchParams.get('organizationId')}/invitations/`);
    expect(decodeURIComponent(pathname)).toMatch(new RegExp(`/${email}$`));
    expect(query.get('token')).toBe(searchParams.get('token'));
    answer();
    await expect(page.getByRole('heading', { name: /^Join Acme/ })).toBeVisible();
  });

  await test.step('an account that cannot be made is told, and the form stays filled', async () => {
    await page.route('**/api/auth/sign-up/email', (route) => route.fulfill({ status: 500 }));
    await page.getByLabel('Full name').fill('Ivan Novak');
    await page.getByRole('combobox', { name: 'Job title' }).click();
    await page.getByRole('option', { name: 'Technical Lead' }).click();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByLabel(/terms/).check();
    await page.getByRole('button', { name: 'Create account and join' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Failed to create account. Please try again later.',
    );
    await expect(page.getByLabel('Full name')).toHaveValue('Ivan Novak');
  });
});

test('[A-141] somebody with an account is asked to sign in, not to fill in a profile', async ({
  page,
  parley,
  createAccount,
}) => {
  const owner = await createAccount();
  const ivan = await createAccount({ name: 'Ivan Novak' });
  await owner.call(organizations.invite, { body: { email: ivan.email, role: 'admin' } });
  const { pathname, search } = await linkMailedTo(parley, ivan.email, '/invitation');
  await page.goto(pathname + search);
  await expect(page.getByRole('link', { name: 'Sign in to accept' })).toBeVisible();
  await expect(page.getByText(ivan.email)).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

test('an invitation that nobody can check right now can be tried again', async ({
  page,
  parley,
  account: owner,
  expectAccessibleEverywhere,
}) => {
  const email = `vera-${Date.now()}@acme.test`;
  await owner.call(organizations.invite, { body: { email, role: 'member' } });
  const { pathname, search } = await linkMailedTo(parley, email, '/invitation');
  const path = '**/internal/v1/organizations/*/invitations/*';
  await page.route(path, (route) => route.fulfill({ status: 503 }));
  await page.goto(pathname + search);
  await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible();
  await expect(page.getByText('Your invitation may still be valid.')).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.unroute(path);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: /^Join Acme/ })).toBeVisible();
});
