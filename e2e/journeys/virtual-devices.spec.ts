import { suites } from '@parley/contract';
import type { Page } from '@playwright/test';
import { choose } from '../choose.ts';
import { createProjectWithSuite, createVisitor, expect, test } from '../fixtures.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('[S-002] a visitor and a caller are created, found, renamed, changed and deleted', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, account);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Virtual Devices' })
    .click();
  await expect(heading(page)).toHaveText('Virtual Devices');

  await test.step('a visitor, from the empty page', async () => {
    await page.getByRole('button', { name: 'New device' }).click();
    const dialog = page.getByRole('dialog', { name: 'New virtual device' });
    await dialog.getByRole('button', { name: 'Create device' }).click();
    await expect(dialog.getByText('Enter a name.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Name').fill('Visitor on a phone');
    await choose(page, 'Browser', /Safari on iPhone/i);
    await expect(dialog.getByLabel('Viewport width')).toHaveValue('390');
    await dialog.getByRole('button', { name: 'Create device' }).click();
    await expect(heading(page)).toHaveText('Visitor on a phone');
    await expect(page.getByText('Safari on iPhone, 390 × 844')).toBeVisible();
  });

  await test.step('a caller, whose number is checked', async () => {
    await page.getByRole('link', { name: 'Virtual Devices' }).last().click();
    await page.getByRole('button', { name: 'New device' }).click();
    const dialog = page.getByRole('dialog', { name: 'New virtual device' });
    await dialog.getByText('Phone', { exact: true }).click();
    await dialog.getByLabel('Name').fill('Caller from Berlin');
    await choose(page, 'Locale', /German \(Germany\)/i);
    await choose(page, 'Voice', /Vicki/i);
    await dialog.getByLabel('Caller number', { exact: true }).fill('030 5550123');
    await dialog.getByRole('button', { name: 'Create device' }).click();
    await expect(dialog.getByText(/Include the country code/)).toBeVisible();
    await dialog.getByLabel('Caller number', { exact: true }).fill('+49 30 5550123');
    await dialog.getByRole('button', { name: 'Create device' }).click();
    await expect(heading(page)).toHaveText('Caller from Berlin');
  });

  await test.step('renamed where the name stands', async () => {
    await page.getByRole('button', { name: 'Rename Caller from Berlin' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('visitor ON a phone');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/There is already a virtual device/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Name' }).fill('Berlin line');
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText('Berlin line');
    await expect(page.getByRole('button', { name: 'Rename Berlin line' })).toBeFocused();
    await page.getByRole('button', { name: 'Rename Berlin line' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Never mind');
    await page.keyboard.press('Escape');
    await expect(heading(page)).toHaveText('Berlin line');
  });

  await test.step('changed', async () => {
    await page.getByLabel('Simultaneous conversations').fill('0');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByText('A device allows at least 1 conversation.')).toBeVisible();
    await page.getByLabel('Simultaneous conversations').fill('2');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByRole('button', { name: 'Save settings' })).toBeDisabled();
    await page.reload();
    await expect(page.getByLabel('Simultaneous conversations')).toHaveValue('2');
    await expectAccessible(page);
  });

  await test.step('searched and filtered, in the address', async () => {
    await page.getByRole('link', { name: 'Virtual Devices' }).last().click();
    const table = page.getByRole('table', { name: 'Virtual devices' });
    await expect(table.getByRole('link')).toHaveText(['Berlin line', 'Visitor on a phone']);
    await page.getByRole('searchbox', { name: 'Search virtual devices' }).fill('LINE');
    await expect(table.getByRole('link')).toHaveText(['Berlin line']);
    await choose(page, 'Platform', /Webchat/i);
    await expect(page.getByRole('heading', { name: 'No virtual devices match' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No virtual devices match' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all virtual devices' }).click();
    await expect(table.getByRole('link')).toHaveCount(2);
  });

  await test.step('deleted, after a question', async () => {
    await page.getByRole('link', { name: 'Berlin line' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('No test suite uses it');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await question.getByRole('button', { name: 'Delete device' }).click();
    await expect(heading(page)).toHaveText('Virtual Devices');
    await expect(page.getByRole('link', { name: 'Berlin line' })).toHaveCount(0);
  });
});

test('the pages are accessible at both widths and in both themes', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  await signIn(page, account);
  await page.goto('/devices');
  await expect(
    page.getByRole('heading', { name: 'Create your first virtual device' }),
  ).toBeVisible();
  await expectAccessibleEverywhere(page);
  const device = await createVisitor(account, 'Visitor');
  for (const path of ['/devices', `/devices/${device.id}`, '/devices/none']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expectAccessibleEverywhere(page);
  }
});

test('a suite speaks as a device, which then says where it is used', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  await createVisitor(account, 'Front door');
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Greeting' });
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}?view=connection`);
  await choose(page, 'Use device', /Front door/i);
  await expect(page.getByRole('link', { name: 'Show its activity' })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Use device' })).toHaveText('Front door');

  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.goto('/history');
  await page.getByRole('table', { name: 'Runs' }).getByRole('link', { name: 'Greeting' }).click();
  await expect(page.getByText('3 of 3 passed').or(page.getByText('1 of 1 passed'))).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Front door' }).click();

  await expect(heading(page)).toHaveText('Front door');
  const calendar = page.getByRole('region', { name: 'Calendar' });
  await expect(calendar).toContainText('0 of 5 conversations in use');
  await expect(calendar).toContainText('No active or queued runs.');
  await expect(calendar).toContainText('No monitored suites due');
  await account.call(suites.setMonitoring, { params: { suiteId }, body: { isMonitoring: true } });
  const upcoming = calendar.getByRole('region', { name: 'Coming up' });
  await expect(upcoming.getByRole('listitem')).toHaveCount(5);
  await upcoming.getByRole('button', { name: /Show all/ }).click();
  await expect(upcoming.getByRole('link', { name: 'Greeting' }).nth(5)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('One test suite uses it and then runs without a device');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('list', { name: 'Test suites' })
    .getByRole('link', { name: 'Greeting' })
    .click();
  await expect(heading(page)).toHaveText('Greeting');

  await page.goto(`/test-suite/${suiteId}?view=connection`);
  await choose(page, 'Use device', /No virtual device/i);
  await expect(page.getByRole('link', { name: 'Manage virtual devices' })).toBeVisible();
});
