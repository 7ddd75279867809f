import { projects } from '@parley/contract';
import { type Account, createProjectWithSuite, expect, test, toasts } from '../fixtures.ts';
import { joinOrganization } from '../join-organization.ts';
import { openNavigationByKeys, pressKey } from '../keyboard.ts';
import { isNarrow } from '../navigation.ts';

test('[A-378, A-379, A-382, S-052] Ctrl+B folds the sidebar to named icons, and it stays so', async ({
  page,
  context,
  account,
  signIn,
  expectAccessible,
}) => {
  test.skip(isNarrow(page), 'A narrow screen has a drawer, which does not fold to icons.');
  await createProjectWithSuite(account);
  for (let number = 1; number <= 6; number += 1)
    await account.call(projects.createProject, { body: { name: `Line ${number}` } });
  await signIn(page, account);
  const rail = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(rail).toHaveCSS('width', '256px');
  const listed = rail.getByRole('navigation', { name: 'Projects' }).getByRole('link');
  await rail.getByRole('button', { name: 'Show 2 More' }).click();
  await expect(listed).toHaveCount(7);
  await page.keyboard.press('Control+b');
  await expect(rail).toHaveCSS('width', '48px');
  await expect(listed).toHaveCount(5);
  await expect(rail.getByRole('link', { name: 'Hotline' })).toBeVisible();
  await expect(rail.getByRole('link', { name: 'History' })).toBeVisible();
  await expectAccessible(page);

  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state');
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(Math.round(days)).toBe(7);
  await page.reload();
  await expect(rail).toHaveCSS('width', '48px');
  await page.keyboard.press('Meta+b');
  await expect(rail).toHaveCSS('width', '256px');
});

test('the keyboard alone reaches the content, the theme and the way out', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, account);
  await page.goto('/projects');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  const menu = page.getByRole('button', { name: /User menu/ });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Account' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('menuitemradio', { name: 'Light' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Account' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/signin$/);
});

test('[S-047, S-145, S-198] a tour is chosen, followed and left by keys', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, account);
  await page.goto('/history');
  const sidebar = await openNavigationByKeys(page);
  await pressKey(page, sidebar.getByRole('button', { name: 'Guided tours' }));
  await expect(page.getByRole('menuitem', { name: 'Dashboard overview' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/projects$/);
  await expect(page.getByRole('dialog', { name: 'Welcome to Parley' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'The main pages' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('[S-132, S-135, S-268, S-271] feedback is refused, failed and sent', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, account);
  const sidebar = await openNavigationByKeys(page);
  const opener = sidebar.getByRole('button', { name: 'Share Feedback' });
  await pressKey(page, opener);
  const form = page.getByRole('dialog', { name: 'Share Feedback' });
  const field = form.getByRole('textbox');
  await expect(field).toBeFocused();
  await expect(field).toHaveCount(1);
  await expectAccessible(page);

  const send = form.getByRole('button', { name: 'Send feedback' });
  await send.press('Enter');
  await expect(toasts(page).getByText('Feedback is empty')).toBeVisible();

  await page.route('**/helpers/feedback', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.fulfill({ status: 500 });
  });
  await field.fill('More keyboard shortcuts, please.');
  await send.press('Enter');
  await expect(form.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await expect(toasts(page).getByText('Submission failed')).toBeVisible();
  await expect(field).toHaveValue('More keyboard shortcuts, please.');
  await page.unroute('**/helpers/feedback');

  await send.press('Enter');
  await expect(toasts(page).getByText('Feedback submitted')).toBeVisible();
  await expect(form).toHaveCount(0);
  // The drawer has gone, and the button with it.
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' });
  await expect(isNarrow(page) ? toggle : opener).toBeFocused();
});

test('[S-084, S-086] another organization is found and chosen by keys', async ({
  page,
  parley,
  createAccount,
  signIn,
}) => {
  const olga: Account = await createAccount({ organizationName: 'Globex Insurance' });
  const ada = await createAccount({ organizationName: 'Initech Telecom' });
  await joinOrganization(parley, { owner: olga, guest: ada, role: 'member' });
  await signIn(page, ada);
  const findSwitcher = async () =>
    (await openNavigationByKeys(page)).getByRole('button', { name: /Globex|Initech/ });
  const switcher = await findSwitcher();
  await expect(switcher).toBeVisible();
  const isAtGlobex = (await switcher.textContent())?.includes('Globex');
  const wanted = isAtGlobex ? 'Initech Telecom' : 'Globex Insurance';
  await pressKey(page, switcher);
  await expect(page.getByRole('combobox', { name: 'Search organizations' })).toBeFocused();
  await page.keyboard.type(wanted.slice(0, 4).toUpperCase());
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/projects$/);
  await expect(await findSwitcher()).toContainText(wanted);
});

test('a dialog keeps the focus inside and gives it back', async ({ page, account, signIn }) => {
  await signIn(page, account);
  await page.goto('/organization');
  const opener = page.getByRole('button', { name: 'Add New Member' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add New Member' });
  await expect(dialog.getByLabel('Email address')).toBeFocused();
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab');
    const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement));
    await expect.poll(isInside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});
