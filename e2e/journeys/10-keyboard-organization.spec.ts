import { organizations, projects, suites } from '@parley/contract';
import { expect, test, toasts } from '../fixtures.ts';
import { joinOrganization } from '../join-organization.ts';
import {
  chooseByKeys,
  chooseInMenu,
  openNavigationByKeys,
  pressKey,
  signInByKeys,
  tabTo,
  typeInto,
} from '../keyboard.ts';

// Show focus rings immediately instead of fading them in.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('members are invited, promoted and removed by the keyboard alone', async ({
  page,
  parley,
  account: owner,
  createAccount,
}) => {
  const max = await createAccount({ name: 'Max Member' });
  await joinOrganization(parley, { owner, guest: max, role: 'member' });
  await owner.call(organizations.invite, { body: { email: 'ivan@acme.test', role: 'member' } });
  await signInByKeys(page, owner);
  const members = page.getByRole('table', { name: 'Members' });
  const invitations = page.getByRole('table', { name: 'Pending invitations' });
  const question = page.getByRole('alertdialog');

  await test.step('the switcher leads to them', async () => {
    const sidebar = await openNavigationByKeys(page);
    await pressKey(page, sidebar.getByRole('button', { name: /Acme/ }));
    await pressKey(page, page.getByRole('link', { name: 'Manage' }));
    await expect(page.getByText('2 members')).toBeVisible();
  });

  await test.step('one is found and gets another role', async () => {
    await typeInto(page, page.getByRole('searchbox', { name: 'Search members' }), 'MAX');
    await expect(page.getByText('1 member', { exact: true })).toBeVisible();
    await chooseByKeys(page, members.getByRole('combobox'), 'Administrator');
    await expect(toasts(page)).toContainText('Role updated');
  });

  await test.step('and is removed, after a question that gives the focus back', async () => {
    const remove = members.getByRole('button', { name: 'Remove Max Member' });
    await pressKey(page, remove);
    await expect(question).toContainText('cannot be undone');
    await page.keyboard.press('Escape');
    await expect(remove).toBeFocused();
    await page.keyboard.press('Enter');
    await pressKey(page, question.getByRole('button', { name: 'Remove member' }));
    await expect(toasts(page)).toContainText('Member removed');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('somebody is invited, and an invitation taken back', async () => {
    await pressKey(page, page.getByRole('button', { name: 'Add New Member' }));
    const dialog = page.getByRole('dialog', { name: 'Add New Member' });
    await expect(dialog.getByLabel('Email address')).toBeFocused();
    await page.keyboard.type('new@acme.test');
    await chooseByKeys(page, dialog.getByRole('combobox', { name: 'Role' }), 'Administrator');
    await pressKey(page, dialog.getByRole('button', { name: 'Send Invitation' }));
    await expect(toasts(page)).toContainText('Invitation sent');
    await expect(invitations).toContainText('new@acme.test');
    await pressKey(
      page,
      invitations.getByRole('button', { name: 'Delete the invitation of ivan@acme.test' }),
    );
    await pressKey(page, question.getByRole('button', { name: 'Delete invitation' }));
    await expect(toasts(page)).toContainText('Invitation deleted');
    await expect(invitations).not.toContainText('ivan@acme.test');
  });
});

test('many projects and suites are found, pinned and monitored by the keyboard alone', async ({
  page,
  account,
}) => {
  for (const name of ['Alpha', 'Beta', 'Delta', 'Epsilon', 'Eta', 'Gamma', 'Zeta']) {
    await account.call(projects.createProject, { body: { name } });
  }
  const { id: projectId } = await account.call(projects.createProject, { body: { name: 'Theta' } });
  for (const name of ['Greeting', 'Payments']) {
    await account.call(suites.createSuite, { body: { name, projectId, platform: 'webchat' } });
  }
  await signInByKeys(page, account);

  await test.step('the sidebar shows all, finds some and keeps one on top', async () => {
    const sidebar = await openNavigationByKeys(page);
    const list = sidebar.getByRole('navigation', { name: 'Projects' });
    await pressKey(page, list.getByRole('button', { name: 'Show 3 More' }));
    await expect(list.getByRole('link')).toHaveCount(8);
    await tabTo(page, list.getByRole('searchbox', { name: 'Search projects' }), 'Shift+Tab');
    await page.keyboard.type('ETA');
    await expect(list.getByRole('link')).toHaveCount(4);
    const unpin = list.getByRole('button', { name: 'Unpin Theta' });
    await pressKey(page, list.getByRole('button', { name: 'Pin Theta', exact: true }));
    await expect(unpin).toBeFocused();
    await expect(list.getByRole('link').first()).toContainText('Theta');
    await page.keyboard.press('Enter');
    await expect(unpin).toHaveCount(0);
    await expect(list.getByRole('button', { name: 'Pin Theta', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(unpin).toBeFocused();
    await tabTo(page, list.getByRole('link', { name: 'Theta' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Theta' })).toBeVisible();
  });

  await test.step('the list of suites is filtered, searched and shown as a table', async () => {
    const total = page.getByRole('status').filter({ hasText: /test suite/ });
    await expect(total).toHaveText('2 test suites');
    await typeInto(page, page.getByRole('searchbox', { name: 'Search test suites' }), 'pay');
    await expect(total).toHaveText('1 test suite');
    await chooseByKeys(page, page.getByRole('combobox', { name: 'Platform' }), 'Phone');
    await pressKey(page, page.getByRole('button', { name: 'Show all test suites' }));
    await expect(total).toHaveText('2 test suites');
    await tabTo(page, page.getByRole('radio', { name: 'Cards' }));
    await page.keyboard.press('ArrowRight');
    const table = page.getByRole('table', { name: 'Test suites' });
    await pressKey(page, table.getByRole('button', { name: 'Name' }));
    await expect(table.getByRole('row').nth(1)).toContainText('Payments');
  });

  await test.step('a suite is monitored from its menu', async () => {
    const opener = page.getByRole('button', { name: 'Actions for Greeting' });
    await chooseInMenu(page, opener, 'Turn monitoring on');
    await expect(toasts(page)).toContainText('Monitoring of “Greeting” is on');
    await expect(opener).toBeFocused();
  });
});
