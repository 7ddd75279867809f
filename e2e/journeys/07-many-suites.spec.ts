import { projects, suites } from '@parley/contract';
import type { Page } from '@playwright/test';
import { choose } from '../choose.ts';
import { type Account, expect, test } from '../fixtures.ts';
import { isNarrow } from '../navigation.ts';

async function createSuites(account: Account, count: number): Promise<string> {
  const project = await account.call(projects.createProject, { body: { name: 'Hotline' } });
  for (let number = 1; number <= count; number += 1) {
    await account.call(suites.createSuite, {
      body: {
        name: `Suite ${String(number).padStart(2, '0')}`,
        projectId: project.id,
        platform: number % 3 === 0 ? 'phone' : 'webchat',
      },
    });
  }
  return project.id;
}

const total = (page: Page) => page.getByRole('status').filter({ hasText: /test suite/ });

async function act(page: Page, suite: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${suite}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

test('[S-176, S-177, S-184, S-190] many suites are listed page by page, filtered, searched and sorted', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  const projectId = await createSuites(account, 45);
  // High enough for the button of the first page: scrolling to it would load more by itself.
  const width = page.viewportSize()?.width ?? 0;
  await page.setViewportSize({ width, height: isNarrow(page) ? 4500 : 1500 });
  await signIn(page, account);
  await page.goto(`/projects/${projectId}`);

  await test.step('twenty cards at first, and more on demand', async () => {
    await expect(total(page)).toHaveText('20 of 45 test suites');
    await expect(page.getByRole('article').first()).toContainText('Suite 01');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(total(page)).toHaveText('40 of 45 test suites');
    // The new cards may be laid out only after the first key press.
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(total(page)).toHaveText('45 test suites', { timeout: 3_000 });
    }).toPass();
    await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
  });

  await test.step('a filter and a search start at the first page again', async () => {
    await choose(page, 'Platform', /Phone/i);
    await expect(total(page)).toHaveText('15 test suites');
    await page.getByRole('searchbox', { name: 'Search test suites' }).fill('suite 3');
    await expect(total(page)).toHaveText('4 test suites');
    await page.getByRole('searchbox', { name: 'Search test suites' }).fill('nothing like it');
    await expect(page.getByRole('heading', { name: 'No test suites match' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all test suites' }).click();
    await expect(total(page)).toHaveText('20 of 45 test suites');
  });

  await test.step('a table sorts by name, platform and last change, and is kept', async () => {
    await page.getByTitle('Table').click();
    await expect(total(page)).toHaveText('20 of 45 test suites');
    const first = page.getByRole('row').nth(1);
    await page.getByRole('button', { name: 'Name' }).click();
    await expect(first).toContainText('Suite 45');
    // On a phone, the table has no platform column, so sort by the field above it.
    if (isNarrow(page)) {
      await choose(page, 'Sort by', /Phone first/i);
      await expect(first).toContainText('Suite 03');
    } else {
      await page.getByRole('button', { name: 'Platform' }).click();
      await expect(first).toContainText('Phone');
    }
    await page.getByRole('button', { name: 'Last modified' }).click();
    await expect(first).toContainText('Suite 01');
    await expect(page.getByRole('columnheader', { name: 'Tests' }).getByRole('button')).toHaveCount(
      0,
    );
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByRole('table', { name: 'Test suites' })).toBeVisible();
  });
});

test('[S-247, S-249, S-252, S-254] a suite is renamed, described, cloned, moved, monitored and deleted', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  const projectId = await createSuites(account, 3);
  const [first] = await account.call(suites.listSuites, { query: { projectId } });
  const monitoringConfig = { everyMinutes: 5, notify: ['ops@acme.test'] } as const;
  await account.call(suites.updateSuite, {
    params: { suiteId: first?.id ?? '' },
    body: { monitoringConfig },
  });
  await account.call(projects.createProject, { body: { name: 'Archive' } });
  await signIn(page, account);
  await page.goto(`/projects/${projectId}`);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(3);

  await act(page, 'Suite 01', 'Rename');
  await page.getByRole('textbox', { name: 'Name' }).fill('Greeting');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(cards.first()).toContainText('Greeting');

  await act(page, 'Greeting', 'Edit details');
  await page.getByRole('textbox', { name: 'Description' }).fill('How a conversation begins.');
  await expectAccessible(page);
  const saved = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await saved).postDataJSON()).toEqual({
    name: 'Greeting',
    description: 'How a conversation begins.',
    monitoringConfig,
    version: expect.any(Number),
  });
  await expect(cards.first()).toContainText('How a conversation begins.');

  await act(page, 'Greeting', 'Turn monitoring on');
  await expect(cards.first()).toContainText('Monitored');

  await act(page, 'Greeting', 'Clone');
  await expect(cards).toHaveCount(4);
  await expect(cards.nth(1)).toContainText('Greeting');
  await expect(total(page)).toHaveText('4 test suites');

  await act(page, 'Suite 02', 'Move to another project');
  await choose(page, 'Project', /Archive/i);
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(cards).toHaveCount(3);
  await expect(total(page)).toHaveText('3 test suites');

  await act(page, 'Suite 03', 'Delete');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('cannot be undone');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(cards).toHaveCount(3);
  await act(page, 'Suite 03', 'Delete');
  await question.getByRole('button', { name: 'Delete test suite' }).click();
  await expect(cards).toHaveCount(2);
});

test('[S-255, S-256, S-257] a suite is downloaded, and imported again', async ({
  page,
  account,
  signIn,
}, testInfo) => {
  const projectId = await createSuites(account, 1);
  await signIn(page, account);
  await page.goto(`/projects/${projectId}`);

  const waiting = page.waitForEvent('download');
  await act(page, 'Suite 01', 'Download');
  const zip = await waiting;
  expect(zip.suggestedFilename()).toBe('Suite 01.e2e.zip');

  const waitingForExcel = page.waitForEvent('download');
  await act(page, 'Suite 01', 'Download as Excel');
  expect((await waitingForExcel).suggestedFilename()).toBe('Suite 01.xlsx');

  const path = testInfo.outputPath(zip.suggestedFilename());
  await zip.saveAs(path);
  await page.getByLabel('File to import').setInputFiles(path);
  await expect(total(page)).toHaveText('2 test suites');
});

test('tests of other tools are imported with a report, and suites are downloaded for them', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const projectId = await createSuites(account, 1);
  await signIn(page, account);
  await page.goto(`/projects/${projectId}`);
  await page.getByLabel('File to import').setInputFiles({
    name: 'bank.rasa.yml',
    mimeType: 'application/yaml',
    buffer: Buffer.from(
      'test_cases:\n- test_case: Hello\n  steps:\n  - user: Hi\n  - slot_was_set: name\n  - bot: Welcome\n',
    ),
  });
  const dialog = page.getByRole('dialog', { name: '“bank” was imported' });
  await expect(dialog.getByText('1 test with 1 interaction imported from Rasa.')).toBeVisible();
  const losses = dialog.getByRole('region', { name: 'Not imported' });
  await expect(losses.getByRole('listitem')).toHaveCount(1);
  await expect(losses).toContainText('bank.rasa.yml, line 5');
  await expectAccessibleEverywhere(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(total(page)).toHaveText('2 test suites');

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Actions for Suite 01' }).click();
  await page.getByRole('menuitem', { name: 'Download for another tool' }).press('ArrowRight');
  await page.getByRole('menuitem', { name: 'Botium BotScript' }).click();
  expect((await waiting).suggestedFilename()).toBe('Suite 01.botscript.zip');

  await page.getByRole('button', { name: 'Actions for Suite 01' }).click();
  await page.getByRole('menuitem', { name: 'Download for another tool' }).press('ArrowRight');
  const waitingForRasa = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Rasa end-to-end tests' }).click();
  expect((await waitingForRasa).suggestedFilename()).toBe('Suite 01.rasa.yml');
});
