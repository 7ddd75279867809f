import { catalogue, type Installation } from '@parley/contract';
import { choose } from '../choose.ts';
import { createProjectWithSuite, expect, test, toasts } from '../fixtures.ts';

test('a suite runs in an environment of its project, whose secret nobody reads again', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const { demoBotUrl }: Installation = await account.call(catalogue.getInstallation);
  const source = [
    ...['configuration:', '  syntax: 2', '  channel:', '    kind: http', '    url: "{{api}}"'],
    '    headers: { authorization: "Bearer {{secret.token}}" }',
    ...['---', '- test: Opening hours', '- When are you open on {{day}}?: Monday'],
  ].join('\n');
  const { suiteId, projectId } = await createProjectWithSuite(account, { suite: 'Bank', source });
  await signIn(page, account);
  const dialog = page.getByRole('dialog');

  await test.step('an environment is created in the project', async () => {
    await page.goto(`/projects/${projectId}`);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Environments' }).click();
    await expect(page.getByRole('heading', { name: 'Environments', level: 1 })).toBeVisible();
    await expect(page.getByText('No environments')).toBeVisible();
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'New environment' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('staging');
    await dialog.getByLabel('Name of variable 1').fill('api');
    await dialog.getByLabel('Value of variable 1').fill(demoBotUrl ?? '');
    await dialog.getByRole('button', { name: 'Add variable' }).click();
    await dialog.getByLabel('Name of variable 2').fill('day');
    await dialog.getByLabel('Value of variable 2').fill('Monday');
    await dialog.getByRole('button', { name: 'Add secret' }).click();
    await dialog.getByLabel('Name of secret 1').fill('token');
    await dialog.getByLabel('Value of secret 1').fill('short');
    await dialog.getByRole('button', { name: 'Create environment' }).click();
    await expect(dialog.getByText('at least 8 characters.')).toBeVisible();
    await dialog.getByLabel('Value of secret 1').fill('staging-token-1');
    await expectAccessibleEverywhere(page);
    await dialog.getByRole('button', { name: 'Create environment' }).click();
    await expect(page.getByText('2 variables · 1 secret · version 1')).toBeVisible();
  });

  await test.step('its secret is replaced and never shown', async () => {
    await page.getByRole('button', { name: 'Edit staging' }).click();
    await expect(dialog.getByLabel('New value of token')).toHaveValue('');
    await dialog.getByLabel('New value of token').fill('staging-token-2');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('version 2')).toBeVisible();
  });

  await test.step('a run chooses it, and says which values it used', async () => {
    await page.goto(`/test-suite/${suiteId}`);
    await page.getByRole('button', { name: 'More ways to run' }).click();
    await page.getByRole('menuitem', { name: 'Run with a label…' }).click();
    await choose(page, 'Environment', 'staging');
    await expectAccessibleEverywhere(page);
    await dialog.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('link', { name: 'See the run' }).click();
    await expect(page.getByText('staging (version 2)')).toBeVisible();
    await expect(page.getByText('When are you open on Monday?')).toBeVisible();
    await page.getByText('Environment', { exact: true }).last().click();
    await expect(page.getByRole('region', { name: 'Values of staging' })).toContainText(
      'secret.token',
    );
    await expectAccessibleEverywhere(page);
  });

  await test.step('it is deleted', async () => {
    await page.goto(`/projects/${projectId}/environments`);
    await page.getByRole('button', { name: 'Delete staging' }).click();
    await page.getByRole('button', { name: 'Delete environment' }).click();
    await expect(toasts(page).getByText('“staging” was deleted')).toBeVisible();
    await expect(page.getByText('No environments')).toBeVisible();
  });
});
