import { organizations } from '@parley/contract';
import type { Locator, Page } from '@playwright/test';
import { type Account, expect, test, toasts } from '../fixtures.ts';
import { joinOrganization } from '../join-organization.ts';
import { closeNavigation, isNarrow, openNavigation } from '../navigation.ts';

interface Team {
  olga: Account;
  ada: Account;
  max: Account;
}

const team = test.extend<{ team: Team }>({
  team: async ({ parley, createAccount }, use) => {
    const olga = await createAccount({ name: 'Olga Owner' });
    const ada = await createAccount({ name: 'Ada Admin' });
    const max = await createAccount({ name: 'Max Member' });
    await joinOrganization(parley, { owner: olga, guest: ada, role: 'admin' });
    await joinOrganization(parley, { owner: olga, guest: max, role: 'member' });
    await use({ olga, ada, max });
  },
});

/** Row of a member or an invitation. The search is limited to these tables, because the audit log also names people. */
const row = (page: Page, text: string): Locator =>
  page
    .getByRole('table', { name: /^(Members|Pending invitations)$/ })
    .getByRole('row')
    .filter({ hasText: text });
const toast = (page: Page, text: string): Locator => toasts(page).getByText(text);

async function openMembers(page: Page): Promise<void> {
  await page.goto('/organization');
  await expect(page.getByRole('heading', { name: 'Existing Users' })).toBeVisible();
  await expect(page.getByText(/^\d+ members?$/)).toBeVisible();
}

team(
  '[S-006, S-025, S-104, S-107] shows an admin who is here',
  async ({ page, team: { olga, ada, max }, signIn, expectAccessible }) => {
    await signIn(page, ada);
    await switchTo(page, olga);
    await openSwitcher(page);
    await page.getByRole('link', { name: 'Manage' }).click();
    await expect(page).toHaveURL(/\/organization$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Organization Management');
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText(
      /Organization Management$/,
    );
    await expect(
      page.getByText('View and manage permissions for everyone on your team'),
    ).toBeVisible();
    await expect(page.getByText('3 members')).toBeVisible();

    const members = page.getByRole('table', { name: 'Members' });
    await expect(members.getByRole('columnheader')).toHaveText(
      isNarrow(page)
        ? ['Member', /^Role/, 'Actions']
        : ['Member', 'Member Since', 'Last Active', /^Role/, 'Actions'],
    );
    const first = row(page, max.email).getByRole('cell').first();
    await expect(first).toContainText('Max Member');
    if (isNarrow(page)) await expect(first).toContainText('Last active -');
    else {
      await expect(first.getByText('MM', { exact: true })).toBeVisible();
      await expect(row(page, max.email).getByRole('cell').nth(2)).toHaveText('-');
      await expect(row(page, ada.email).getByRole('cell').nth(2)).toHaveText(/\d{4}/);
    }

    await expect(row(page, olga.email)).toContainText('Owner');
    await expect(row(page, olga.email).getByRole('combobox')).toHaveCount(0);
    await expect(row(page, olga.email).getByRole('button')).toHaveCount(0);
    await expect(row(page, ada.email)).toContainText('You');
    await expect(row(page, max.email).getByRole('combobox')).toHaveText('Member');

    const search = page.getByRole('searchbox', { name: 'Search members' });
    await search.fill('MAX MEM');
    await expect(page.getByText('1 member', { exact: true })).toBeVisible();
    await expect(row(page, olga.email)).toHaveCount(0);
    await search.fill('zzz');
    await expect(page.getByText('No members found')).toBeVisible();
    await search.fill('');

    await page.getByRole('button', { name: 'About roles' }).click();
    const help = page.getByRole('dialog', { name: 'Available roles' });
    await expect(help.getByText('Administrator')).toBeVisible();
    await expect(help.getByText('Standard access to testing features.')).toBeVisible();
    await expectAccessible(page);
  },
);

team(
  '[S-126, S-288, S-294, S-295] an admin changes a role and removes a member',
  async ({ page, team: { olga, ada, max }, signIn }) => {
    await signIn(page, ada);
    await switchTo(page, olga);
    await openMembers(page);

    await page.route('**/members/*', (route) => route.fulfill({ status: 500 }));
    await chooseRole(page, max, 'Administrator');
    await expect(toast(page, 'Failed to update member role. Please try again.')).toBeVisible();
    await expect(row(page, max.email).getByRole('combobox')).toHaveText('Member');
    await page.unroute('**/members/*');

    await chooseRole(page, max, 'Administrator');
    await expect(toast(page, 'Role updated')).toBeVisible();
    await expect(toast(page, 'Member role has been updated successfully')).toBeVisible();
    await expect(row(page, max.email).getByRole('combobox')).toHaveText('Administrator');

    await row(page, max.email)
      .getByRole('button', { name: /Remove/ })
      .click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('cannot be undone');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(page, max.email)).toBeVisible();

    await row(page, max.email)
      .getByRole('button', { name: /Remove/ })
      .click();
    await question.getByRole('button', { name: 'Remove member' }).click();
    await expect(toast(page, 'Member has been removed from the organization')).toBeVisible();
    await expect(page.getByText('2 members')).toBeVisible();
  },
);

test('[S-118, S-213, S-216, S-219] the dialog says at once what is wrong with an address', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, account);
  await openMembers(page);
  await page.getByRole('button', { name: 'Add New Member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Member' });
  // On a narrow screen, the dialog leaves a margin on both sides.
  const width = Math.min(475, (page.viewportSize()?.width ?? 0) - 2 * 16);
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(width);
  const email = dialog.getByLabel('Email address');
  const send = dialog.getByRole('button', { name: 'Send Invitation' });
  await expect(email).toBeFocused();
  await expect(dialog.getByRole('combobox', { name: 'Role' })).toHaveText('Member');
  await expect(dialog).toContainText('Standard access to testing features.');
  await expect(send).toBeDisabled();

  for (const [typed, message] of [
    ['a@b.test,c@d.test', 'Please enter only one email address'],
    ['a b@c.test', 'Please enter a single valid email address without spaces'],
    ['abc', 'Please enter a valid email address'],
    [account.email.toUpperCase(), 'This user is already a member of the organization'],
  ] as const) {
    await email.fill(typed);
    await expect(email).toHaveAccessibleDescription(message);
    await expect(send).toBeDisabled();
  }
  await expectAccessible(page);
});

test('[S-122, S-125, S-203, S-297] invitations are sent, sent again and deleted', async ({
  page,
  account,
  signIn,
}) => {
  await account.call(organizations.invite, { body: { email: 'ivan@acme.test', role: 'member' } });
  await signIn(page, account);
  await openMembers(page);
  await expect(page.getByText('Track and manage pending team invitations')).toBeVisible();
  const pending = page.getByRole('table', { name: 'Pending invitations' });
  await expect(pending.getByRole('columnheader')).toHaveText(
    isNarrow(page)
      ? ['Pending Member', 'Actions']
      : ['Pending Member', 'Invited On', 'Role', 'Actions'],
  );
  await expect(row(page, 'ivan@acme.test')).toContainText('Invite Pending');

  await invite(page, 'IVAN@acme.test', async (dialog) => {
    await expect(dialog.getByLabel('Email address')).toHaveAccessibleDescription(
      'This email has a pending invitation. Submitting will resend the invitation.',
    );
  });
  await expect(toast(page, 'Invitation resent')).toBeVisible();
  await expect(row(page, 'Invite Pending')).toHaveCount(1);

  await page.route('**/invitations', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await invite(page, 'new@acme.test');
  await expect(page.getByRole('button', { name: 'Sending Invitation...' })).toBeVisible();
  await expect(toast(page, 'Invitation sent')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(toasts(page).getByText(/new@acme\.test/)).toBeVisible();
  await expect(row(page, 'new@acme.test')).toContainText('Invite Pending');

  await row(page, 'new@acme.test').getByRole('button', { name: 'Resend invite' }).click();
  await expect(toast(page, 'Invitation resent')).toBeVisible();

  const question = page.getByRole('alertdialog');
  const remove = page.getByRole('button', { name: 'Delete the invitation of new@acme.test' });
  await remove.click();
  await expect(question).toContainText('cannot be undone');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'new@acme.test')).toBeVisible();
  await expect(remove).toBeFocused();

  for (const email of ['new@acme.test', 'ivan@acme.test']) {
    await page.getByRole('button', { name: `Delete the invitation of ${email}` }).click();
    await question.getByRole('button', { name: 'Delete invitation' }).click();
    await expect(toasts(page).getByText(new RegExp(email))).toBeVisible();
  }
  await expect(
    page.getByText(
      'No pending invitations at the moment. Use the form above to invite new members to your organization.',
    ),
  ).toBeVisible();
});

test('[S-293] a failure to load the organization is told', async ({ page, account, signIn }) => {
  await signIn(page, account);
  await page.route(`**/organizations/${account.orgId}`, (route) => route.fulfill({ status: 500 }));
  await openSwitcher(page);
  await page.getByRole('link', { name: 'Manage' }).click();
  await expect(toast(page, 'Failed to load organizations')).toBeVisible();
  await expect(row(page, account.email)).toBeVisible();
});

team(
  '[S-079] a plain member looks, and changes nothing',
  async ({ page, team: { olga, max }, signIn }) => {
    await signIn(page, max);
    await switchTo(page, olga);
    await openSwitcher(page);
    await expect(page.getByText('Other Organizations (1)')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Manage' })).toHaveCount(0);
    await openMembers(page);
    await expect(page.getByRole('button', { name: 'Add New Member' })).toHaveCount(0);
    await expect(page.getByRole('table', { name: 'Members' }).getByRole('combobox')).toHaveCount(0);
  },
);

team(
  '[S-074, S-076, S-081, S-087] the switcher searches, copies an id and stays where a switch fails',
  async ({ page, context, team: { olga, ada }, signIn }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, ada);
    await switchTo(page, olga);
    await openSwitcher(page);
    await expect(page.getByText('Other Organizations (1)')).toBeVisible();
    const search = page.getByRole('combobox', { name: 'Search organizations' });
    await search.fill('zzz');
    await expect(page.getByText('No organizations found.')).toBeVisible();

    await page.route('**/organizations/*', (route) => route.fulfill({ status: 500 }));
    await search.fill('');
    await search.press('ArrowDown');
    await search.press('Enter');
    const switcher = await findSwitcher(page);
    await expect(switcher).toContainText(`Acme ${nameOf(olga)}`);
    await expect(toasts(page).getByText('Failed')).toHaveCount(0);
    await page.unroute('**/organizations/*');

    await switcher.locator('[data-organization-icon]').click({ clickCount: 3, delay: 20 });
    await expect(toast(page, 'Organization ID copied to clipboard')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(olga.orgId);
  },
);

/** Returns the organization name of an account, which the fixtures derive from the number in the owner's address. */
function nameOf({ email }: Account): string {
  return /-(.+)@/.exec(email)?.[1] ?? '';
}

async function findSwitcher(page: Page): Promise<Locator> {
  return (await openNavigation(page)).getByRole('button', { name: /Acme/ });
}

async function openSwitcher(page: Page): Promise<void> {
  await (await findSwitcher(page)).click();
}

async function switchTo(page: Page, owner: Account): Promise<void> {
  const name = `Acme ${nameOf(owner)}`;
  const switcher = await findSwitcher(page);
  await expect(switcher).toBeVisible();
  if (!(await switcher.textContent())?.includes(name)) {
    await switcher.click();
    await page.getByRole('option', { name }).click();
    await expect(page).toHaveURL(/\/projects$/);
    await expect(await findSwitcher(page)).toContainText(name);
  }
  await closeNavigation(page);
}

async function chooseRole(page: Page, { email }: Account, role: string): Promise<void> {
  await row(page, email).getByRole('combobox').click();
  await page.getByRole('option', { name: role }).click();
}

async function invite(
  page: Page,
  email: string,
  look: (dialog: Locator) => Promise<void> = async () => {},
): Promise<void> {
  await page.getByRole('button', { name: 'Add New Member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Member' });
  await dialog.getByLabel('Email address').fill(email);
  await look(dialog);
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
}
