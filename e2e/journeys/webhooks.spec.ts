import { webhooks } from '@parley/contract';
import { expect, test, toasts } from '../fixtures.ts';

test('an administrator adds a webhook, looks at what did not arrive and replaces the secret', async ({
  page,
  account,
  signIn,
  expectAccessible,
  expectAccessibleEverywhere,
}) => {
  await signIn(page, account);
  await page.goto('/organization');
  const card = page.getByRole('region', { name: 'Webhooks' });
  const menu = async (item: string) => {
    await card.getByRole('button', { name: 'Actions for Deployments' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  await test.step('an address inside the network is refused, and what was typed stays', async () => {
    await expect(card.getByText('No webhooks yet')).toBeVisible();
    await card.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add webhook' });
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await expect(dialog.getByText('Enter a name')).toBeVisible();
    await dialog.getByLabel('Name').fill('Deployments');
    await dialog.getByLabel('Address').fill('http://169.254.169.254/latest');
    await dialog.getByLabel('Incident opened').check();
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await expect(dialog.getByRole('alert')).toContainText('169.254.169.254');
    await expectAccessible(page);
    await dialog.getByLabel('Address').fill('https://hooks.invalid/parley?key=secret-1');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
  });

  await test.step('the signing secret is shown once', async () => {
    const dialog = page.getByRole('dialog', { name: 'Signing secret' });
    await expect(dialog.getByText('It will not be shown again.')).toBeVisible();
    expect(await dialog.getByLabel('Secret').inputValue()).toMatch(/^whsec_/);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(card).toContainText('hooks.invalid/… · Run finished, Incident opened');
    await expect(page.getByText('secret-1')).toHaveCount(0);
  });

  await test.step('a test that does not arrive says why, and stands in the log', async () => {
    await card.getByRole('button', { name: 'Send test' }).click();
    await expect(toasts(page)).toContainText('The test message was not delivered');
    await menu('Deliveries');
    const dialog = page.getByRole('dialog', { name: 'Deliveries' });
    await expect(dialog.getByText('Not delivered')).toBeVisible();
    await expect(dialog).toContainText('The host name does not exist');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('the secret is replaced', async () => {
    await menu('Replace secret');
    await page.getByRole('button', { name: 'Replace secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'Signing secret' });
    await expect(dialog).toContainText('signed with both');
    await dialog.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('it is turned off, and deleted', async () => {
    await menu('Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit webhook' });
    await dialog.getByLabel('Send messages to this webhook').uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(card.getByText('Off', { exact: true })).toBeVisible();
    await expectAccessibleEverywhere(page);
    await menu('Delete');
    await page.getByRole('button', { name: 'Delete webhook' }).click();
    await expect(card.getByText('No webhooks yet')).toBeVisible();
    expect(await account.call(webhooks.listWebhooks)).toEqual([]);
  });
});
