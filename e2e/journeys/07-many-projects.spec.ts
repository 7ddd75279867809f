import { projects, suites } from '@parley/contract';
import type { Page } from '@playwright/test';
import { type Account, expect, test, toasts } from '../fixtures.ts';
import { closeNavigation, openNavigation } from '../navigation.ts';

const names = ['Alpha', 'Beta', 'Delta', 'Epsilon', 'Eta', 'Gamma', 'Zeta'];

async function createProjects(account: Account, wanted = names): Promise<string[]> {
  const ids: string[] = [];
  for (const name of wanted) {
    const { id } = await account.call(projects.createProject, { body: { name } });
    ids.push(id);
  }
  return ids;
}

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Projects' });
const listed = (page: Page) => sidebar(page).getByRole('link').allInnerTexts();

async function pin(page: Page, name: string): Promise<void> {
  const button = sidebar(page).getByRole('button', { name: `Pin ${name}` });
  await sidebar(page).getByRole('link', { name, exact: true }).hover();
  await expect(button).toHaveCSS('opacity', '1');
  await button.click();
}

test('[S-061, S-063, S-174, S-210] the sidebar keeps many projects in five places', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  await createProjects(account);
  await signIn(page, account);
  await openNavigation(page);
  await expect(sidebar(page).getByRole('link')).toHaveCount(5);
  await page.getByRole('button', { name: 'Show 2 More' }).click();
  await expect(sidebar(page).getByRole('link')).toHaveCount(7);
  await page.getByRole('button', { name: 'Show Less' }).click();

  const search = page.getByRole('searchbox', { name: 'Search projects' });
  await search.fill('ETA');
  await expect(sidebar(page).getByRole('link')).toHaveCount(3);
  expect(await listed(page)).toEqual(['B\nBeta', 'E\nEta', 'Z\nZeta']);
  await search.fill('');
  await expect(sidebar(page).getByRole('link')).toHaveCount(5);

  await pin(page, 'Delta');
  await pin(page, 'Beta');
  await expect(sidebar(page).getByRole('separator')).toHaveCount(1);
  expect((await listed(page)).map((text) => text.slice(2))).toEqual([
    'Beta',
    'Delta',
    'Alpha',
    'Epsilon',
    'Eta',
  ]);
  for (const name of ['Alpha', 'Epsilon', 'Eta']) await pin(page, name);
  await page.getByRole('button', { name: 'Show 2 More' }).click();
  await expect(sidebar(page).getByRole('button', { name: 'Pin Zeta' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.reload();
  await openNavigation(page);
  await expect(sidebar(page).getByRole('button', { name: /^Unpin/ })).toHaveCount(5);
  await expectAccessible(page);
});

test('a list that an earlier page has stored is read again if projects changed since', async ({
  page,
  account,
  signIn,
}) => {
  await signIn(page, account);
  await expect(page.getByRole('heading', { name: 'Create your first project' })).toBeVisible();
  await page.goto('about:blank');
  await createProjects(account, ['Alpha']);
  // What the server announces about the last seconds would otherwise help.
  await page.waitForTimeout(6000);
  await page.goto('/projects');
  await expect(page.getByRole('main').getByRole('link', { name: 'Alpha' })).toBeVisible();
});

test('[S-070, S-207, S-208, S-237] projects are created, found, renamed, opened and deleted', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, account);
  await expect(page.getByRole('heading', { name: 'Create your first project' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'New project' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('Hotline');
  await dialog.getByLabel('Description').fill('The support line.');
  await dialog.getByRole('button', { name: 'Create project' }).click();
  await expect(page).toHaveURL(/\/projects\/[^/]+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Hotline' })).toBeVisible();
  const toProjects = page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'Projects' });
  await toProjects.click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Hotline' })).toBeVisible();
  await openNavigation(page);
  await expect(sidebar(page).getByRole('link', { name: 'Hotline' })).toBeVisible();
  await closeNavigation(page);

  await page.getByRole('button', { name: 'New project' }).click();
  await dialog.getByLabel('Name').fill('HOTLINE');
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/already/);
  await expect(dialog.getByRole('button', { name: 'Create project' })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('Cards');
  await dialog.getByRole('combobox', { name: 'Inside' }).click();
  await page.getByRole('option', { name: 'Hotline' }).click();
  await dialog.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cards' })).toBeVisible();
  await toProjects.click();
  await expect(
    page
      .getByRole('list', { name: 'Sub-projects of Hotline' })
      .getByRole('link', { name: 'Cards' }),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Hotline' }).click();
  await page.getByRole('menuitem', { name: 'Rename or describe' }).click();
  await dialog.getByLabel('Name').fill('Support hotline');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Support hotline' })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Support hotline' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(dialog).toContainText('cannot be deleted');
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await openNavigation(page);
  await sidebar(page).getByRole('link', { name: 'Cards' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cards' })).toBeVisible();
  await openNavigation(page);
  await expect(sidebar(page).getByRole('link', { name: 'Cards' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await closeNavigation(page);
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(trail).toHaveText(/Dashboard.*Projects.*Cards/);

  await page.getByRole('button', { name: 'Actions for Cards' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete project' }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await openNavigation(page);
  await expect(sidebar(page).getByRole('link', { name: 'Support hotline' })).toBeVisible();
  await expect(sidebar(page).getByRole('link', { name: 'Cards' })).toHaveCount(0);
});

test('[S-191, S-193, S-194, S-196] a tour that needs a suite waits until one is open', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  const [projectId = ''] = await createProjects(account, ['Hotline']);
  const body = { name: 'Greeting', projectId, platform: 'phone' as const };
  const suite = await account.call(suites.createSuite, { body });
  await signIn(page, account);
  await (await openNavigation(page)).getByRole('button', { name: 'Guided tours' }).click();
  await page.getByRole('menuitem', { name: 'Test and monitor' }).click();
  await expect(toasts(page).getByText('Action Required')).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Hotline' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Greeting' }).click();
  await expect(page).toHaveURL(new RegExp(`/test-suite/${suite.id}$`));
  const tour = page.getByRole('dialog', { name: 'Testing a phone line' });
  await expect(tour).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(tour).toHaveCount(0);
});

test('[S-191, S-195] a tour of phone suites starts in a project that has one, although the list shows others', async ({
  page,
  account,
  signIn,
}) => {
  const [projectId = ''] = await createProjects(account, ['Hotline']);
  for (const platform of ['phone', 'webchat'] as const) {
    await account.call(suites.createSuite, { body: { name: platform, projectId, platform } });
  }
  await signIn(page, account);
  await page.goto(`/projects/${projectId}`);
  await page.getByRole('combobox', { name: 'Platform' }).click();
  await page.getByRole('option', { name: 'Webchat' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await (await openNavigation(page)).getByRole('button', { name: 'Guided tours' }).click();
  await page.getByRole('menuitem', { name: 'IVR guide' }).click();
  await expect(page.getByRole('dialog', { name: 'Testing a phone line' })).toBeVisible();
  await expect(toasts(page).getByText('Action Required')).toHaveCount(0);
});

test('projects beyond the first windows appear as somebody scrolls to them', async ({
  page,
  account,
  signIn,
}) => {
  const many = Array.from({ length: 70 }, (_, number) => `Line ${number}`);
  await createProjects(account, many);
  await signIn(page, account);
  const cards = page.getByRole('list', { name: 'Projects' }).getByRole('heading');
  await expect(cards).toHaveCount(60);
  await cards.last().scrollIntoViewIfNeeded();
  await expect(cards).toHaveCount(70);
});
