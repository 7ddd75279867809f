import { catalogue, type Installation, libraries, suites } from '@parley/contract';
import { createProjectWithSuite, expect, test } from '../fixtures.ts';

test('a project has a library of blocks: written, used, run, renamed and deleted', async ({
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
  const { projectId } = await account.call(suites.getSuite, { params: { suiteId } });
  await signIn(page, account);
  const write = async (blocks: string) => {
    await page.getByRole('textbox', { name: 'Text of the library' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    if (blocks) await page.keyboard.insertText(blocks);
  };

  await test.step('a block is written, and mistakes are shown where they are', async () => {
    await page.goto(`/projects/${projectId}/library`);
    await expect(page.getByText('A library has blocks, for example')).toBeVisible();
    await write('- block: ask on a day\n- parameters: [day]\n');
    await expect(page.getByText('Line 1: The block "ask on a day" has no steps')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    await write('- block: ask on a day\n- parameters: [day]\n- Are you open on {{day}}?: Sunday\n');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Library saved', { exact: true })).toBeVisible();
    await expect(page.getByText('Not used in a suite')).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  await test.step('leaving asks before changes are lost, and can save them', async () => {
    const text = page.getByRole('textbox', { name: 'Text of the library' });
    const asked = page.getByRole('dialog', { name: 'Save your changes?' });
    const toProject = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last();
    const block =
      '- block: ask on a day\n- parameters: [day]\n- Are you open on {{day}}?: Sunday\n';
    await write('- block: ask on a day\n');
    await toProject.click();
    await expect(asked).toContainText('The library has unsaved changes.');
    await expect(asked.getByRole('button', { name: 'Save and leave' })).toHaveCount(0);
    await asked.getByRole('button', { name: 'Stay' }).click();
    await expect(text).toContainText('ask on a day');
    await write(`${block}# Kept.\n`);
    await toProject.click();
    await expectAccessibleEverywhere(page);
    await asked.getByRole('button', { name: 'Save and leave' }).click();
    await expect(page).not.toHaveURL(/\/library$/);
    await page.goto(`/projects/${projectId}/library`);
    await expect(text).toContainText('# Kept.');
  });

  await test.step('a suite uses it', async () => {
    await page.goto(`/test-suite/${suiteId}`);
    await page.getByRole('button', { name: 'Use a block' }).click();
    await page.getByRole('menuitem', { name: 'ask on a day' }).click();
    await expect(page.getByText('A text for "day" is missing')).toBeVisible();
    await page.getByRole('textbox', { name: 'Step 2: day' }).fill('Friday');
    await expect(page.getByText('A text for "day" is missing')).toBeHidden();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(
      page
        .getByRole('listitem', { name: 'Step 2' })
        .getByText('In step 1 of the library block "ask on a day", used in step 2'),
    ).toBeVisible();
  });

  await test.step('it is renamed in the suite, too', async () => {
    await page.goto(`/projects/${projectId}/library`);
    const blocks = page.getByRole('list', { name: 'Blocks' });
    await expect(blocks.getByRole('link', { name: 'Bank' })).toBeVisible();
    await blocks.getByRole('button', { name: 'Rename ask on a day' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('opening');
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await expect(page.getByText('Block renamed in 1 suite', { exact: true })).toBeVisible();
    await expect(blocks.getByText('opening')).toBeVisible();
    const stored = await account.call(suites.getSuite, { params: { suiteId } });
    expect(stored.source).toContain('# The comment stays.');
    expect(stored.source).toContain('- $USE opening: { day: Friday }');
  });

  await test.step('deleting it says who uses it, and leaves the suite with an error', async () => {
    await write('');
    await page.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('“opening” is used in Bank.');
    await question.getByRole('button', { name: 'Save anyway' }).click();
    await expect(page.getByText('Library saved', { exact: true })).toBeVisible();
    const library = await account.call(libraries.getLibrary, { params: { projectId } });
    expect(library.source).toBe('');
    await page.goto(`/test-suite/${suiteId}`);
    await expect(page.getByText('There is no block "opening" in this suite.')).toBeVisible();
  });
});
