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
