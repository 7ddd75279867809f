/**
 * Tests every dialog and menu of the shell: opened by keyboard, readable in both themes, and closed with the focus back where
 * it was.
 */
import type { Locator, Page } from '@playwright/test';
import { type Account, createProjectWithSuite, expect, test } from '../fixtures.ts';
import { joinOrganization } from '../join-organization.ts';

interface Place {
  path: string;
  /** Button that opens it; with `item`, the button opens a menu that contains the item. */
  from: { button: string; item?: string };
  /** The dialog or menu that is then open. */
  shows: (page: Page) => Locator;
}

const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });
const alertDialog = (name: RegExp) => (page: Page) =>
  page.getByRole('alertdialog', { name }).or(page.getByRole('dialog', { name }));
const menu = (page: Page) => page.getByRole('menu');

function placesOf(projectId: string, guest: Account): Place[] {
  const project = { path: '/projects', from: { button: 'Actions for Hotline' } };
  const suite = { path: `/projects/${projectId}`, from: { button: 'Actions for Greeting' } };
  const item = (place: typeof project, name: string) => ({
    ...place,
    from: { ...place.from, item: name },
  });
  return [
    { path: '/projects', from: { button: 'New project' }, shows: dialog('New project') },
    { ...project, shows: menu },
    { ...item(project, 'Rename or describe'), shows: dialog('Edit project') },
    { ...item(project, 'New sub-project'), shows: dialog('New project') },
    { ...item(project, 'Delete'), shows: alertDialog(/^Delete/) },
    { path: suite.path, from: { button: 'New test suite' }, shows: dialog('New test suite') },
    { ...suite, shows: menu },
    { ...item(suite, 'Rename'), shows: dialog('Rename test suite') },
    { ...item(suite, 'Edit details'), shows: dialog('Edit details') },
    { ...item(suite, 'Clone into another project'), shows: dialog(/Clone/) },
    { ...item(suite, 'Move to another project'), shows: dialog(/Move/) },
    { ...item(suite, 'Delete'), shows: alertDialog(/^Delete/) },
    { path: '/organization', from: { button: 'Add New Member' }, shows: dialog('Add New Member') },
    {
      path: '/organization',
      from: { button: `Remove ${guest.name}` },
      shows: alertDialog(/^Remove/),
    },
    { path: '/organization', from: { button: 'About roles' }, shows: dialog('Available roles') },
  ];
}

for (const width of [1440, 390]) {
  test(`every dialog and menu is reached by keys, is accessible and gives the focus back, ${width} px wide`, async ({
    page,
    parley,
    createAccount,
    signIn,
    expectAccessible,
  }) => {
    test.setTimeout(300_000);
    const account = await createAccount({ name: 'Olga Owner' });
    const guest = await createAccount({ name: 'Max Member' });
    await joinOrganization(parley, { owner: account, guest, role: 'member' });
    const { projectId } = await createProjectWithSuite(account, { suite: 'Greeting' });
    await signIn(page, account);
    await page.setViewportSize({ width, height: 900 });

    for (const { path, from, shows } of placesOf(projectId, guest)) {
      await test.step([from.button, from.item].filter(Boolean).join(' › '), async () => {
        if (new URL(page.url()).pathname !== path) await page.goto(path);
        const opener = page
          .getByRole('main')
          .getByRole('button', { name: from.button, exact: true })
          .first();
        await opener.press('Enter');
        if (from.item) {
          await page.getByRole('menuitem', { name: from.item, exact: true }).press('Enter');
        }
        await expect(shows(page)).toBeVisible();
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await expectAccessible(page);
        }
        await page.keyboard.press('Escape');
        await expect(shows(page)).toHaveCount(0);
        await expect(opener).toBeFocused();
      });
    }
  });
}

test('a dialog scrolls on a phone that lies on its side, and its buttons stay in sight', async ({
  page,
  account,
  signIn,
}) => {
  const { projectId } = await createProjectWithSuite(account, { suite: 'Greeting' });
  await signIn(page, account);
  await page.setViewportSize({ width: 640, height: 360 });
  await page.goto(`/projects/${projectId}`);
  await page.getByRole('button', { name: 'New test suite' }).click();
  const form = page.getByRole('dialog', { name: 'New test suite' });
  await expect(form.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
  await form.getByLabel('Name').fill('Opening hours');
  await form.getByLabel('Description (optional)').fill('When the bank is open.');
  await expect(form.getByLabel('Description (optional)')).toBeInViewport({ ratio: 1 });
  const create = form.getByRole('button', { name: 'Create test suite' });
  await expect(create).toBeInViewport({ ratio: 1 });
  await create.click();
  await expect(page).toHaveURL(/\/test-suite\/[^/]+$/);
  await page.goto(`/projects/${projectId}`);
  await expect(page.getByRole('link', { name: 'Opening hours' })).toBeVisible();

  // A menu that scrolls below the pointer highlights the item that moves there.
  await page.mouse.move(0, 0);
  for (const [item, button] of [
    ['Rename', 'Rename'],
    ['Edit details', 'Save'],
    ['Move to another project', 'Move'],
  ] as const) {
    await page.getByRole('button', { name: 'Actions for Greeting' }).press('Enter');
    await page.getByRole('menuitem', { name: item, exact: true }).press('Enter');
    const submit = page.getByRole('dialog').getByRole('button', { name: button, exact: true });
    await expect(submit).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
