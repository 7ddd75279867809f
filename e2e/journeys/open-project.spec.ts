import { projects } from '@parley/contract';
import { createProjectWithSuite, expect, test } from '../fixtures.ts';
import { openNavigation } from '../navigation.ts';

test('the list of a project stays when its link is pressed again, or another opens in a new tab', async ({
  page,
  account,
  signIn,
}) => {
  const { projectId } = await createProjectWithSuite(account, { project: 'Bank' });
  await account.call(projects.createProject, { body: { name: 'Another' } });
  await signIn(page, account);
  await page.goto(`/projects/${projectId}`);
  const suite = page.getByRole('link', { name: 'Greeting' });
  await expect(suite).toBeVisible();
  await openNavigation(page);
  const sidebar = page.getByRole('navigation', { name: 'Projects' });

  await test.step('the same project', async () => {
    const read = page.waitForResponse((response) => response.url().includes('/testsuites/list?'));
    await sidebar.getByRole('link', { name: 'Bank' }).click();
    await read;
    await expect(suite).toBeVisible();
  });

  await test.step('another in a new tab', async () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/testsuites/list?')) asked.push(request.url());
    });
    const opened = page.context().waitForEvent('page');
    await sidebar.getByRole('link', { name: 'Another' }).click({ modifiers: ['Control'] });
    await opened;
    expect(asked).toEqual([]);
    await expect(suite).toBeVisible();
  });
});

test('[S-069, S-070] a project that is clicked is opened and selected, with its list as it is at first', async ({
  page,
  account,
  signIn,
}) => {
  const { projectId } = await createProjectWithSuite(account, { project: 'Bank' });
  const another = await createProjectWithSuite(account, { project: 'Another', suite: 'Farewell' });
  await signIn(page, account);
  await page.goto(`/projects/${projectId}`);
  const search = page.getByRole('searchbox', { name: 'Search test suites' });
  await search.fill('nothing like it');
  await expect(page.getByRole('heading', { name: 'No test suites match' })).toBeVisible();
  const sidebar = await openNavigation(page);
  await sidebar
    .getByRole('navigation', { name: 'Projects' })
    .getByRole('link', { name: 'Another' })
    .click();
  await expect(page).toHaveURL(new RegExp(`/projects/${another.projectId}$`));
  await expect(page.getByRole('link', { name: 'Farewell' })).toBeVisible();
  await expect(search).toHaveValue('');
  const stored = await page.evaluate(() => localStorage.getItem('project-storage') ?? '');
  expect(JSON.parse(stored).state.selectedProjectId).toBe(another.projectId);
});

test('a sub-project is the last level', async ({ page, account, signIn }) => {
  const top = await account.call(projects.createProject, { body: { name: 'Bank' } });
  const body = { name: 'Cards', parentProjectId: top.id };
  const below = await account.call(projects.createProject, { body });
  await signIn(page, account);
  await page.goto(`/projects/${below.id}`);

  await page.getByRole('button', { name: 'Actions for Cards' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'New sub-project' })).toBeHidden();

  await page.goto('/projects');
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('combobox', { name: 'Inside' }).click();
  await expect(page.getByRole('option', { name: 'Bank' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Cards' })).toBeHidden();
});
