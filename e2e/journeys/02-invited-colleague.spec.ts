import { organizations } from '@parley/contract';
import { expect, password, test, toasts } from '../fixtures.ts';
import { invite } from '../join-organization.ts';

const invalidLink =
  'Invalid invitation link. Please check your email for the correct link and retry, or contact your administrator for help.';
const brokenLink = 'Invalid invitation link. Please check your email for the correct link.';

test('[A-231, A-233, A-234, A-278] a new colleague joins by the form', async ({
  page,
  parley,
  account: owner,
  expectAccessible,
}) => {
  const email = `ivan-${Date.now()}@acme.test`;
  const invitation = await invite(parley, owner, email);
  await page.goto(invitation);
  const join = page.getByRole('button', { name: 'Create account and join' });

  await test.step('sees the organization and the invited address', async () => {
    await expect(page.getByRole('heading', { name: /^Join Acme/ })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Email')).not.toBeEditable();
    await expect(page.getByLabel(/news/)).toBeChecked();
    await expect(page.getByLabel(/terms/)).not.toBeChecked();
    await expect(join).toBeDisabled();
    await expectAccessible(page);
  });

  await test.step('fills in everything, and has to accept the terms', async () => {
    await page.getByLabel('Full name').fill('Ivan Novak');
    await page.getByRole('combobox', { name: 'Job title' }).click();
    await expect(page.getByRole('option')).toHaveText([
      'Product Owner/Manager',
      'Software Developer',
      'QA Analyst/Manager',
      'DevOps Engineer',
      'Solutions Architect',
      'Technical Lead',
      'Engineering Manager',
      'Other',
    ]);
    await page.keyboard.press('Escape');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByLabel(/terms/).check();
    await expect(join, 'no job title').toBeDisabled();
    await page.getByRole('combobox', { name: 'Job title' }).click();
    await page.getByRole('option', { name: 'Software Developer' }).click();
    await expect(join).toBeEnabled();
    await page.getByLabel(/terms/).uncheck();
    await expect(join, 'no terms').toBeDisabled();
    await page.getByLabel(/terms/).check();
    await expect(join).toBeEnabled();
    for (const [field, value] of [
      ['Full name', 'Ivan Novak'],
      ['Password', password],
      ['Confirm password', password],
    ] as const) {
      await page.getByLabel(field, { exact: true }).fill('');
      await expect(join).toBeDisabled();
      await page.getByLabel(field, { exact: true }).fill(value);
      await expect(join).toBeEnabled();
    }
  });

  await test.step('joins with one request and gets to work', async () => {
    const accepts: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes('/invitations/')) {
        accepts.push(request.postDataJSON());
      }
    });
    await join.click();
    await expect(page).toHaveURL(/\/projects$/, { timeout: 20_000 });
    expect(accepts).toEqual([
      { fullName: 'Ivan Novak', jobTitle: 'Software Developer', newsletter: true },
    ]);
  });
});

test('[A-226, A-227, A-229, A-322] an existing account signs in, comes back and has accepted', async ({
  page,
  parley,
  createAccount,
}) => {
  const owner = await createAccount();
  const ivan = await createAccount({ name: 'Ivan Novak' });
  const invitation = await invite(parley, owner, ivan.email);

  await page.goto(invitation);
  await page.getByRole('link', { name: 'Sign in to accept' }).click();
  await page.getByLabel('Email').fill(ivan.email);
  await page.getByLabel('Password', { exact: true }).fill(ivan.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Invitation Accepted', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/projects$/);

  await page.goto('/signin');
  await expect(page, 'the way back is used once').toHaveURL(/\/projects$/);
});

test('[A-322] an accepted invitation that is opened again says so and leads on', async ({
  page,
  parley,
  createAccount,
  signIn,
  expectAccessible,
}) => {
  const owner = await createAccount();
  const ivan = await createAccount({ name: 'Ivan Novak' });
  const invitation = await invite(parley, owner, ivan.email);
  await signIn(page, ivan);
  const accepted = page.getByText('Invitation Accepted', { exact: true });
  await page.goto(invitation);
  await expect(accepted).toBeVisible();
  await expect(page).toHaveURL(/\/projects$/);

  await page.goto(invitation);
  await expect(accepted).toBeVisible();
  await expect(page).toHaveURL(/\/projects$/);

  await test.step('but not to somebody who is no member', async () => {
    await owner.call(organizations.removeMember, { params: { memberId: ivan.userId } });
    await page.goto(invitation);
    await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible();
    await expect(page.getByText(invalidLink)).toBeVisible();
    await expectAccessible(page);
  });
});

test('somebody else’s invitation is not accepted; the page names the invited address', async ({
  page,
  parley,
  createAccount,
  signIn,
  expectAccessible,
}) => {
  const owner = await createAccount();
  const ivan = await createAccount({ name: 'Ivan Novak' });
  const anna = await createAccount({ name: 'Anna Berg' });
  const invitation = await invite(parley, owner, ivan.email);

  await signIn(page, anna);
  await page.goto(invitation);
  await expect(page.getByText(`This invitation is for ${ivan.email}`)).toBeVisible();
  await expectAccessible(page);
  await page.route('**/api/auth/sign-out', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in to accept' })).toBeVisible();
  const failure = page.getByRole('alert').filter({ hasText: 'Network error.' });
  await failure.getByRole('button', { name: 'Log out' }).click();
  await expect(failure).toHaveCount(0);
});

test('[A-225, A-363, A-367] a link that is wrong or incomplete shows Invalid Invitation', async ({
  page,
  account,
  parley,
  expectAccessible,
}) => {
  const invitation = await invite(parley, account, `ivan-${Date.now()}@acme.test`);
  await page.goto(invitation.replace(/token=[^&]+/, 'token=wrong'));
  await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible();
  await expect(page.getByText(invalidLink)).toBeVisible();
  await expectAccessible(page);

  for (const path of ['/invitation', '/invitation/anything/below']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible();
    await expect(page.getByText(invalidLink)).toBeVisible();
    await expect(toasts(page).getByText(brokenLink, { exact: true })).toBeVisible();
  }
});

test('[A-235, A-365] when accepting fails after sign-up, the way leads on', async ({
  page,
  parley,
  account: owner,
}) => {
  const email = `ivan-${Date.now()}@acme.test`;
  await page.goto(await invite(parley, owner, email));
  await page.getByLabel('Full name').fill('Ivan Novak');
  await page.getByRole('combobox', { name: 'Job title' }).click();
  await page.getByRole('option', { name: 'Other' }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByLabel(/terms/).check();
  await page.route('**/internal/v1/organizations/*/invitations/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await expect(page.getByText('Failed to join organization.', { exact: true })).toBeVisible();
  await expect(page, 'signed in, in no organization').toHaveURL(/\/onboarding$/);
});
