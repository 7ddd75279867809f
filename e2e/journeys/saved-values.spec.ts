import { catalogue, type Installation } from '@parley/contract';
import { createProjectWithSuite, expect, test } from '../fixtures.ts';

test('a value of a reply is saved for the next message, in the editor and in the run', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const { demoBotUrl }: Installation = await account.call(catalogue.getInstallation);
  const source = [
    ...['configuration:', '  syntax: 2', '  channel:', '    kind: http'],
    `    url: ${demoBotUrl}`,
    ...['---', '- test: Opening hours', '- When are you open?:', '  - prompt: Monday'],
    '  - save: { day: "/(Monday) to/" }',
    '- Are you open on {{day}}?: Monday',
  ].join('\n');
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Bank', source });
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}`);

  await test.step('the editor shows and changes it', async () => {
    await page.getByText('save day: /(Monday) to/').click();
    const dialog = page.getByRole('dialog');
    const saved = dialog.getByRole('group', { name: 'Saved values' });
    await expect(saved.getByRole('textbox').first()).toHaveValue('day');
    await expectAccessibleEverywhere(page);
    await saved.getByRole('textbox').nth(1).fill('/to (\\w+)/');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'YAML' }).click();
    await expect(page.getByText('/to (\\\\w+)/')).toBeVisible();
  });

  await test.step('the run fills it in, and shows it', async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('link', { name: 'See the run' }).click();
    await expect(page.getByText('Saved day:')).toBeVisible();
    await expect(page.getByText('Are you open on Friday?')).toBeVisible();
    await expectAccessibleEverywhere(page);
  });
});
