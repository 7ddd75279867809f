/** Tests everything that shows current failures: the overview, the suites of all projects, the sidebar and the projects. */
import { overview, runs, suites } from '@parley/contract';
import { choose } from '../choose.ts';
import { type Account, createProjectWithSuite, expect, test } from '../fixtures.ts';
import { closeNavigation, openNavigation } from '../navigation.ts';

async function storeSuite(account: Account, suiteId: string, expected: string): Promise<void> {
  const { source } = await account.call(suites.getSuite, { params: { suiteId } });
  const head = source.split('\n---\n')[0] ?? '';
  await account.call(suites.updateSuite, {
    params: { suiteId },
    body: { source: `${head}\n---\n- test: Opening hours\n- When are you open?: ${expected}` },
  });
}

async function tagTests(account: Account, suiteId: string, tags: string[]): Promise<void> {
  const { source } = await account.call(suites.getSuite, { params: { suiteId } });
  const tagged = source.replace(/- test: .*/, `$&\n  tags: [${tags.join(', ')}]`);
  await account.call(suites.updateSuite, { params: { suiteId }, body: { source: tagged } });
}

async function runOnce(account: Account, suiteId: string): Promise<void> {
  const { id } = await account.call(runs.startRun, { params: { suiteId }, body: {} });
  await expect
    .poll(async () => (await account.call(runs.getRun, { params: { runId: id } })).status, {
      timeout: 30_000,
    })
    .toMatch(/passed|failed|error/);
}

test('the overview tells what fails, why and since when, and leads to the run by keyboard', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  await signIn(page, account);
  await test.step('says where to start while nothing is tested', async () => {
    await page.goto('/overview');
    await expect(page.getByRole('heading', { name: 'Nothing is tested yet' })).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  const [one, two] = [
    await createProjectWithSuite(account, { project: 'Bank', suite: 'Hours' }),
    await createProjectWithSuite(account, { project: 'Shop', suite: 'Counter' }),
  ];
  await storeSuite(account, one.suiteId, 'Monday to Friday');
  await runOnce(account, one.suiteId);
  await storeSuite(account, two.suiteId, 'Monday to Friday');
  await runOnce(account, two.suiteId);

  await test.step('says in one line that all passed', async () => {
    await page.goto('/overview');
    await expect(page.getByRole('heading', { name: 'No test suite is failing' })).toBeVisible();
    await expect(page.getByText('Every suite passed in its last run.')).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  await account.call(overview.markOverview, {
    body: { from: null, to: new Date().toISOString() },
  });
  for (const { suiteId } of [one, two]) await storeSuite(account, suiteId, 'at the weekend only');
  await runOnce(account, one.suiteId);
  await runOnce(account, two.suiteId);

  await test.step('shows failures of one cause as one, without a reload', async () => {
    await expect(
      page.getByRole('heading', { name: '2 test suites failed in their last runs' }),
    ).toBeVisible({ timeout: 40_000 });
    const rows = page.getByRole('list', { name: 'Broken now' }).locator('> li');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('at the weekend only');
    await expect(rows).toContainText('Monday to Friday');
    await expect(rows).toContainText('and 1 other place, same cause');
    await expect(rows.getByRole('link', { name: /^Last passed/ })).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  await test.step('marks what is new since the last look, until somebody says it is seen', async () => {
    await page.reload();
    const rows = page.getByRole('list', { name: 'Broken now' }).locator('> li');
    await expect(rows.getByText('New', { exact: true }).first()).toBeVisible();
    await expect(page.getByText(/^1 new since you last looked/)).toBeVisible();
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Mark as seen' }).click();
    await expect(page.getByText(/^Nothing new since you last looked/)).toBeVisible();
    await expect(page.getByText('New', { exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(/^1 new since you last looked/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^1 new since you last looked/)).toBeVisible();
    await page.getByRole('button', { name: 'Mark as seen' }).click();
    await expect(page.getByText(/^Nothing new since you last looked/)).toBeVisible();
  });

  await test.step('counts what fails in the sidebar, below the main items', async () => {
    const sidebar = await openNavigation(page);
    const watch = sidebar.getByRole('navigation', { name: 'Watch' });
    await expect(watch.getByRole('link', { name: 'Overview 2 failing' })).toBeVisible();
    await expect(watch.getByRole('link', { name: 'Suites 2 failing' })).toBeVisible();
    await expect(watch.getByRole('link', { name: 'Monitors', exact: true })).toBeVisible();
    await closeNavigation(page);
  });

  await test.step('opens the failing run by keyboard', async () => {
    const open = page.getByRole('link', { name: /^Open run of/ }).first();
    await open.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/history\/testruns\//);
  });

  await test.step('lists suites of all projects, filtered by the address', async () => {
    await page.goto('/suites');
    const table = page.getByRole('table', { name: 'Suites' });
    await expect(table.getByRole('row')).toHaveCount(3);
    await expect(table.getByRole('row', { name: /Failed Counter/ })).toContainText('Shop');
    await expectAccessibleEverywhere(page);
    await page.goto('/suites?state=passed');
    await expect(page.getByText('No suites match')).toBeVisible();
    await page.goto('/suites?q=hours');
    await expect(table.getByRole('row')).toHaveCount(2);
  });

  await test.step('lists the suites with a tag, and keeps the tag in the address', async () => {
    const field = page.getByRole('combobox', { name: 'Tag' });
    await page.goto('/suites');
    await expect(page.getByRole('combobox', { name: 'Monitor' })).toBeVisible();
    // There is no choice while no test has a tag.
    await expect(field).toHaveCount(0);
    await tagTests(account, one.suiteId, ['smoke', 'must']);
    await tagTests(account, two.suiteId, ['nightly']);
    await page.reload();
    await field.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option')).toHaveText(['All tags', 'must', 'nightly', 'smoke']);
    await expectAccessibleEverywhere(page);
    await page.getByRole('option', { name: 'smoke', exact: true }).press('Enter');
    await expect(page).toHaveURL(/[?&]tag=smoke/);
    const suitesShown = page.getByRole('table', { name: 'Suites' });
    await expect(suitesShown.getByRole('row')).toHaveCount(2);
    await expect(suitesShown.getByRole('row', { name: /Hours/ })).toBeVisible();
    await page.reload();
    await expect(suitesShown.getByRole('row')).toHaveCount(2);
    await expect(field).toContainText('smoke');
    await choose(page, 'Tag', 'nightly');
    await expect(suitesShown.getByRole('row', { name: /Counter/ })).toBeVisible();
    await expect(suitesShown.getByRole('row')).toHaveCount(2);
    await choose(page, 'Tag', 'All tags');
    await expect(suitesShown.getByRole('row')).toHaveCount(3);
    await expect(page).not.toHaveURL(/tag=/);
    await page.goto('/suites?tag=gone');
    await expect(page.getByText('No suites match')).toBeVisible();
    await expect(field).toContainText('gone');
  });

  await test.step('saves filters as a view, shares it, opens with it, and deletes it', async () => {
    const save = page.getByRole('dialog', { name: 'Save view' });
    const openSave = async () => {
      await page.getByRole('button', { name: 'Views', exact: true }).press('Enter');
      await page.getByRole('menuitem', { name: 'Save as new view…' }).press('Enter');
      await expect(save).toBeVisible();
    };
    // Without a table behind it, whose covered headers the check takes for empty ones.
    await page.goto('/suites?q=nothing%20like%20it');
    await openSave();
    await expectAccessibleEverywhere(page);
    await save.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Views', exact: true }).press('Enter');
    await expect(page.getByRole('menuitemradio', { name: 'All suites' })).toBeVisible();
    await expectAccessibleEverywhere(page);

    await page.goto('/suites?q=hours');
    await openSave();
    await save.getByRole('button', { name: 'Save' }).click();
    await expect(save.getByText('Enter a name.')).toBeVisible();
    await save.getByRole('textbox', { name: 'Name' }).fill('Opening hours');
    await save.getByRole('checkbox', { name: /^Share with everyone/ }).check();
    await save.getByRole('checkbox', { name: 'Open Suites with this view' }).check();
    await save.getByRole('button', { name: 'Save' }).click();
    const views = page.getByRole('button', { name: 'View: Opening hours' });
    await expect(views).toBeVisible();
    await expect(page).toHaveURL(/q=hours&view=/);

    // An address without parameters opens this view; the view of all suites has a separate address.
    await page.goto('/suites');
    await expect(views).toBeVisible();
    await expect(page).toHaveURL(/q=hours&view=/);
    await expectAccessibleEverywhere(page);
    await views.click();
    await page.getByRole('menuitemradio', { name: 'All suites' }).click();
    await expect(page).toHaveURL(/\?view=all$/);
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Opening hours (default)' }).click();

    await choose(page, 'Monitor', 'Not monitored');
    const edited = page.getByRole('button', { name: 'View: Opening hours (edited)' });
    await edited.click();
    await page.getByRole('menuitem', { name: /^Update “Opening hours”/ }).click();
    await expect(views).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(edited).toBeVisible();
    await edited.click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    const rename = page.getByRole('dialog', { name: 'Rename view' });
    await rename.getByRole('textbox', { name: 'Name' }).fill('Hours');
    await rename.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('button', { name: 'View: Hours (edited)' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const asked = page.getByRole('alertdialog', { name: 'Delete “Hours”?' });
    await expect(asked).toContainText('deleted for everyone');
    await asked.getByRole('button', { name: 'Delete view' }).click();
    await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible();
    await page.goto('/suites');
    await expect(
      page.getByRole('searchbox', { name: 'Search suites of all projects' }),
    ).toHaveValue('');
  });

  await test.step('acts on several suites by keyboard', async () => {
    await page.goto('/suites');
    const bar = page.getByRole('region', { name: 'Selected suites' });
    await page.getByRole('checkbox', { name: 'Select Counter of Shop' }).focus();
    await page.keyboard.press('Space');
    await expect(bar.getByRole('status')).toHaveText('1 suite selected');
    await page.getByRole('checkbox', { name: 'Select Hours of Bank' }).focus();
    await page.keyboard.press('Shift+Space');
    await expect(bar.getByRole('status')).toHaveText('2 suites selected');
    await expectAccessibleEverywhere(page);
    await bar.getByRole('button', { name: 'Run' }).focus();
    await page.keyboard.press('Enter');
    const asked = page.getByRole('alertdialog', { name: 'Run 2 test suites?' });
    await expect(asked).toContainText('This runs 2 tests');
    await asked.getByRole('button', { name: 'Run' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 runs started').first()).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Run' })).toBeFocused();
    await bar.getByRole('button', { name: 'Move to project' }).click();
    const move = page.getByRole('dialog', { name: 'Move 2 test suites' });
    await move.getByRole('combobox', { name: 'Project' }).click();
    await page.getByRole('option', { name: 'Shop' }).click();
    await move.getByRole('button', { name: 'Move' }).click();
    await expect(page.getByText('1 suite moved to Shop').first()).toBeVisible();
    const rows = page.getByRole('table', { name: 'Suites' }).getByRole('row');
    await expect(rows.filter({ hasText: 'Shop' })).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows.filter({ hasText: 'Shop' })).toHaveCount(1);
  });
});
