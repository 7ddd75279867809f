import { expect, test } from '../fixtures.ts';

test('the example project is made by one click and removed by one', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  await signIn(page, account);
  const main = page.getByRole('main');
  const menu = page.getByRole('button', { name: 'More about projects' });

  await test.step('from the empty state', async () => {
    await page.getByRole('button', { name: 'Create example project' }).click();
    await expect(page).toHaveURL(/\/projects\/[^/]+$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Example project/);
    for (const name of ['Exchange rates', 'Loans', 'Opening hours and balance'])
      await expect(page.getByRole('article').filter({ hasText: name })).toBeVisible();
  });

  await test.step('its failing test and its monitors are on the overview', async () => {
    await page.goto('/overview');
    await expect(main).toContainText('1 monitor fails');
    await expect(main).toContainText('8 percent');
  });

  await test.step('a project of its menu says what it is', async () => {
    await page.goto('/projects');
    await expect(main.getByText('Example', { exact: true })).toBeVisible();
    await menu.click();
    await expect(page.getByRole('menuitem', { name: 'Create example project' })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Remove example project' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Test suites that you changed');
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Remove example' }).click();
    await expect(page.getByRole('heading', { name: 'Create your first project' })).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  await test.step('nothing of it is left', async () => {
    await page.goto('/history');
    await expect(main).not.toContainText('Loans');
  });
});
