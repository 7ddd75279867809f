import { agents, catalogue, type Installation, suites } from '@parley/contract';
import { createProjectWithSuite, expect, test, toasts } from '../fixtures.ts';

test('an agent is described once, named by a suite, run, changed and kept while it is used', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const { demoBotUrl }: Installation = await account.call(catalogue.getInstallation);
  const source = [
    ...['configuration:', '  syntax: 2', '  channel:', '    kind: http'],
    '    url: https://nowhere.example/message',
    ...['---', '- test: Opening hours', '- When are you open?: Monday'],
  ].join('\n');
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Bank', source });
  const { projectId } = await account.call(suites.getSuite, { params: { suiteId } });
  const agentText = (version: string) =>
    `agent: Support\nversion: "${version}"\nchannel: { kind: http, url: "${demoBotUrl}" }\n`;
  await signIn(page, account);
  const write = async (text: string) => {
    await page.getByRole('textbox', { name: 'Text of the agent' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(text);
  };

  await test.step('it is written, and mistakes are shown where they are', async () => {
    await page.goto(`/projects/${projectId}/agents`);
    await expect(page.getByRole('heading', { name: 'No agents' })).toBeVisible();
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'New agent' }).click();
    await write('agent: Support\n');
    await expect(page.getByRole('region', { name: 'Problems in the text' })).toContainText(
      'channel',
    );
    await expect(page.getByRole('button', { name: 'Save agent' })).toBeDisabled();
    await expectAccessibleEverywhere(page);
  });

  await test.step('cancelling asks before the text is lost', async () => {
    await page.getByRole('button', { name: 'Cancel' }).click();
    const asked = page.getByRole('alertdialog', { name: 'Discard changes?' });
    await expect(asked).toBeVisible();
    await asked.getByRole('button', { name: 'Keep editing' }).click();
    await write(agentText('1.0'));
    await page.getByRole('button', { name: 'Save agent' }).click();
    await expect(toasts(page).getByText('“Support” was saved').first()).toBeVisible();
    const list = page.getByRole('list', { name: 'Agents' });
    await expect(list).toContainText('version 1.0');
    await expect(list).toContainText('Not named by a suite');
    await expectAccessibleEverywhere(page);
  });

  await test.step('a suite names it instead of its own channel, and tests it', async () => {
    await page.goto(`/test-suite/${suiteId}`);
    await page.getByRole('tab', { name: 'Connection' }).click();
    await page.getByRole('combobox', { name: 'Agent' }).click();
    await page.getByRole('option', { name: 'Support' }).click();
    await expect(page.getByText('Version 1.0. The suite uses its channel')).toBeVisible();
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Latest run' })).toContainText('Passed');
    const stored = await account.call(suites.getSuite, { params: { suiteId } });
    expect(stored.source).toContain('agent: Support');
    expect(stored.source).not.toContain('nowhere.example');
  });

  await test.step('it is changed, and cannot be deleted while a suite names it', async () => {
    await page.goto(`/projects/${projectId}/agents`);
    const list = page.getByRole('list', { name: 'Agents' });
    await expect(list.getByRole('link', { name: 'Bank' })).toBeVisible();
    await list.getByRole('button', { name: 'Edit Support' }).click();
    await write(agentText('2.0'));
    await page.getByRole('button', { name: 'Save agent' }).click();
    await expect(list).toContainText('version 2.0');
    await list.getByRole('button', { name: 'Delete Support' }).click();
    const asked = page.getByRole('alertdialog', { name: 'Delete “Support”?' });
    await asked.getByRole('button', { name: 'Delete agent' }).click();
    await expect(page.getByText(/Bank/).first()).toBeVisible();
    await page.keyboard.press('Escape');
    const found = await account.call(agents.listAgents, { params: { projectId } });
    expect(found.map(({ agentVersion }) => agentVersion)).toEqual(['2.0']);
  });
});
