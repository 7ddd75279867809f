import { organizations } from '@parley/contract';
import { todayIn } from '../calendar-day.ts';
import { expect, test, toasts } from '../fixtures.ts';

test('[A-383, S-006, S-203, S-293] an administrator finds everybody, and what happens to invitations', async ({
  page,
  account,
  signIn,
}) => {
  await account.call(organizations.invite, { body: { email: 'ivan@acme.test', role: 'admin' } });
  await signIn(page, account);
  const toast = (text: string) => toasts(page).getByText(text, { exact: true });
  const pending = page.getByRole('table', { name: 'Pending invitations' });
  const invited = (email: string) => pending.getByRole('row').filter({ hasText: email });
  const today = await todayIn(page);

  await page
    .getByRole('complementary', { name: 'Sidebar' })
    .getByRole('button', { name: /^Acme/ })
    .click();
  await page.getByRole('link', { name: 'Manage' }).click();

  await test.step('two cards with title and subtitle, dates in medium format', async () => {
    for (const text of [
      'View and manage permissions for everyone on your team',
      'Track and manage pending team invitations',
    ]) {
      await expect(page.getByText(text)).toBeVisible();
    }
    const members = page.getByRole('table', { name: 'Members' });
    await expect(members.getByRole('row').filter({ hasText: 'You' })).toContainText(today);
    await expect(invited('ivan@acme.test')).toContainText(today);
    await expect(invited('ivan@acme.test')).toContainText('Administrator');
  });

  await test.step('the search finds nobody', async () => {
    await page.getByPlaceholder('Search members...').fill('nobody at all');
    await expect(page.getByText('No members found')).toBeVisible();
    await expect(page.getByText('0 members')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(page.getByText('1 member', { exact: true })).toBeVisible();
  });

  const dialog = page.getByRole('dialog', { name: 'Add New Member' });

  await test.step('the dialog closes behind a sent invitation, which is then pending', async () => {
    await page.getByRole('button', { name: 'Add New Member' }).click();
    await expect(dialog).toHaveCSS('width', '475px');
    await dialog.getByLabel('Email address').fill('max@acme.test');
    await dialog.getByRole('button', { name: 'Send Invitation' }).click();
    await expect(toast('Invitation sent')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(invited('max@acme.test')).toContainText('Invite Pending');
  });

  await test.step('inviting again resends the one that is there', async () => {
    const { invitations: before } = await account.call(organizations.getOrganization);
    await page.getByRole('button', { name: 'Add New Member' }).click();
    await dialog.getByLabel('Email address').fill('Max@Acme.test');
    await dialog.getByRole('button', { name: 'Send Invitation' }).click();
    await expect(toast('Invitation resent')).toBeVisible();
    const { invitations: after } = await account.call(organizations.getOrganization);
    expect(after.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted());
  });

  await test.step('a deleted one is gone', async () => {
    await page.getByRole('button', { name: 'Delete the invitation of max@acme.test' }).click();
    await page.getByRole('button', { name: 'Delete invitation' }).click();
    await expect(toast('Invitation deleted')).toBeVisible();
    await expect(invited('max@acme.test')).toHaveCount(0);
  });

  await test.step('an organization that cannot be read is told', async () => {
    await page.route(`**/organizations/${account.orgId}`, (route) =>
      route.fulfill({ status: 500 }),
    );
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page).toHaveURL(/\/projects$/);
    await page.goBack();
    const told = toasts(page).filter({ hasText: 'Failed to load organizations' });
    await expect(told.locator('.lucide-circle-alert'), 'destructive').toBeVisible();
  });
});
