import { readFile } from 'node:fs/promises';
import { organizations } from '@parley/contract';
import { expect, test } from '../fixtures.ts';

test('an administrator sees who did what, filters it and takes it along', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  await account.call(organizations.invite, { body: { email: 'ivan@acme.test', role: 'admin' } });
  await account.call(organizations.updateOrganization, { body: { name: 'Acme Corp' } });
  await signIn(page, account);
  await page.goto('/organization');
  const card = page.getByRole('region', { name: 'Audit log' });
  const rows = card.getByRole('table', { name: 'Audit log' }).getByRole('row');
  await expect(card).toContainText('Kept for 90 days');
  await expect(rows.nth(1)).toContainText(`${account.name} renamed the organization to Acme Corp`);
  await expect(rows.nth(2)).toContainText('invited ivan@acme.test as admin');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  await card.getByRole('combobox', { name: 'What' }).click();
  await page.getByRole('option', { name: 'Runs' }).click();
  await expect(card.getByText('No entries match these filters.')).toBeVisible();
  await card.getByRole('combobox', { name: 'What' }).click();
  await page.getByRole('option', { name: 'Everything' }).click();
  await card.getByRole('combobox', { name: 'Who' }).click();
  await page.getByRole('option', { name: account.name }).click();
  await expect(rows).toHaveCount(3);

  const waiting = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Export CSV' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe('audit-log.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text.trimEnd().split('\r\n')).toHaveLength(3);
});
