import { createProjectWithSuite, expect, test } from '../fixtures.ts';

const source = `configuration:
  channel: { kind: http, url: "https://bot.example/" }
---
- test: Booking
- book a flight: where to
- Paris: booked
`;

test('labels, branches, settings of a step and data rows are edited without the text', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Travel', source });
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}`);
  const text = page.getByRole('textbox', { name: 'Text of the test suite' });
  const details = page.getByRole('dialog', { name: 'Step 1: label, branches and settings' });

  await test.step('a step gets a label, a branch with a condition, and a setting', async () => {
    await page.getByRole('button', { name: 'Actions for step 1' }).click();
    await page.getByRole('menuitem', { name: 'Label, branches and settings' }).click();
    await details.getByRole('textbox', { name: 'Label' }).fill('start');
    await details.getByRole('button', { name: 'Add branch' }).click();
    await details.getByRole('button', { name: 'Add a condition' }).click();
    await details.getByRole('textbox', { name: 'Branch 1, condition: expected' }).fill('sorry');
    await details.getByRole('combobox', { name: 'Branch 1: go to' }).click();
    await page.getByRole('option', { name: 'Step 2: Paris' }).click();
    await details.getByRole('button', { name: 'Add setting' }).click();
    await details.getByRole('textbox', { name: 'Setting 1' }).fill('replyTimeout');
    await details.getByRole('textbox', { name: 'Value 1' }).fill('30');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'YAML' }).click();
    await expect(text).toContainText('- label: start');
    await expect(text).toContainText('sorry goto Paris');
    await expect(text).toContainText('- set replyTimeout: 30');
  });

  await test.step('shows them at the step, where they are opened again', async () => {
    await page.getByRole('tab', { name: 'Tests' }).click();
    await page
      .getByRole('button', { name: /Change label, branches and settings of step 1/ })
      .click();
    await details.getByRole('button', { name: 'Remove branch 1', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'YAML' }).click();
    await expect(text).not.toContainText('goto');
  });

  await test.step('a row of test data is added and chosen for a test', async () => {
    await page.getByRole('tab', { name: 'Connection' }).click();
    await page.getByRole('button', { name: 'Add row' }).click();
    const row = page.getByRole('region', { name: /^Row / });
    await row.getByRole('textbox', { name: 'Row name' }).fill('premium');
    await row.getByRole('button', { name: 'Add value' }).click();
    await row.getByRole('textbox', { name: 'name 1' }).fill('city');
    await row.getByRole('textbox', { name: 'Value 1' }).fill('Paris');
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Tests' }).click();
    await page.getByRole('button', { name: 'Tags, data row and description' }).click();
    await page.getByRole('combobox', { name: 'Data row' }).click();
    await page.getByRole('option', { name: 'premium' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'YAML' }).click();
    await expect(text).toContainText('premium:');
    await expect(text).toContainText('city: Paris');
    await expect(text).toContainText('- dataRow: premium');
  });

  await test.step('a row that is renamed offers to rename its uses, and undo takes that back', async () => {
    await page.getByRole('tab', { name: 'Connection' }).click();
    const name = page.getByRole('textbox', { name: 'Row name' });
    await name.fill('gold');
    await name.press('Tab');
    const note = page.getByRole('alert').filter({ hasText: 'is still used in one place' });
    await expect(note.getByRole('list', { name: 'Uses' })).toContainText('premium gold');
    await expectAccessible(page);
    await note.getByRole('button', { name: 'Rename to “gold”' }).click();
    await expect(note).toBeHidden();
    await page.getByRole('tab', { name: 'YAML' }).click();
    await expect(text).toContainText('- dataRow: gold');
    await page.getByRole('tab', { name: 'Tests' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('tab', { name: 'YAML' }).click();
    await expect(text).toContainText('- dataRow: premium');
  });
});
