import { catalogue, type Installation, suites } from '@parley/contract';
import { createProjectWithSuite, expect, test } from '../fixtures.ts';
import { isNarrow } from '../navigation.ts';

test('steps are shared by a block: made, used, run, renamed and deleted', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const { demoBotUrl }: Installation = await account.call(catalogue.getInstallation);
  const source = [
    ...['configuration:', '  syntax: 2', '  channel:', '    kind: http'],
    `    url: ${demoBotUrl}`,
    ...['---', '# The comment stays.', '- test: Opening hours', '- When are you open?: Monday'],
  ].join('\n');
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Bank', source });
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}`);
  /** Finds an item in the list. On a narrow screen the list is in a popover, which closes after a choice. */
  const listed = async (name: string) => {
    const picker = page.getByRole('button', { name: /\d of \d|^Block / });
    if (isNarrow(page)) await picker.click();
    return page.getByRole('button', { name, exact: true }).filter({ visible: true });
  };

  await test.step('a block is made with a parameter and a step', async () => {
    await (await listed('Add block')).click();
    const name = page.getByRole('textbox', { name: 'Block name' });
    await name.fill('ask on: a day');
    await expect(page.getByText('Enter a unique name of letters')).toBeVisible();
    await name.fill('ask on a day');
    await name.press('Enter');
    await page.getByRole('button', { name: 'Add parameter' }).click();
    const parameter = page.getByRole('textbox', { name: 'Parameter 1' });
    await parameter.fill('day');
    await parameter.press('Enter');
    await page.getByRole('textbox', { name: 'Step 1: say' }).fill('Are you open on {{day}}?');
    await page.getByRole('textbox', { name: 'Step 1, expectation 1: expected' }).fill('Sunday');
    await expect(page.getByText('to use it.')).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  await test.step('a test uses it, and says what is missing until it has a text', async () => {
    await (await listed('Opening hours')).click();
    await page.getByRole('button', { name: 'Use a block' }).click();
    await page.getByRole('menuitem', { name: 'ask on a day' }).click();
    await expect(page.getByText('A text for "day" is missing')).toBeVisible();
    await page.getByRole('textbox', { name: 'Step 2: day' }).fill('Friday');
    await expect(page.getByText('A text for "day" is missing')).toBeHidden();
    await expectAccessibleEverywhere(page);
  });

  await test.step('the run names the step of the block and its use', async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(
      page
        .getByRole('listitem', { name: 'Step 2' })
        .getByText('In step 1 of the block "ask on a day", used in step 2'),
    ).toBeVisible();
    await page.getByRole('link', { name: 'See the run' }).click();
    await expect(
      page.getByText('In step 1 of the block "ask on a day", used in step 2').first(),
    ).toBeVisible();
    await expect(page.getByText('Are you open on Friday?').first()).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  await test.step('a new name is that of its uses, too, and the text keeps what it had', async () => {
    await page.goto(`/test-suite/${suiteId}?block=1`);
    await expect(page.getByRole('list', { name: 'Uses of this block' })).toHaveText(
      'Opening hours, step 2',
    );
    const name = page.getByRole('textbox', { name: 'Block name' });
    await name.fill('opening');
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/^Saved/)).toBeVisible();
    const stored = await account.call(suites.getSuite, { params: { suiteId } });
    expect(stored.source).toContain('# The comment stays.');
    expect(stored.source).toContain('- $USE opening: { day: Friday }');
    expect(stored.source).toContain('- block: opening\n- parameters: [day]');
    await page.getByRole('button', { name: 'Opening hours, step 2' }).click();
    await expect(page.getByRole('textbox', { name: 'Test name' })).toHaveValue('Opening hours');
  });

  await test.step('deleting it asks, since it is used', async () => {
    await page.goto(`/test-suite/${suiteId}?block=1`);
    const menu = await listed('Actions for opening');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('It is used in Opening hours, step 2.');
    await question.getByRole('button', { name: 'Delete block' }).click();
    await expect(page.getByText('There is no block "opening" in this suite.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect(page.getByText('There is no block "opening" in this suite.')).toBeHidden();
  });
});
