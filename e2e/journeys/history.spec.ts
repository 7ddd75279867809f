/** History: figures and charts, filters in the address, two runs side by side, a flaky test in quarantine. */
import { readFile } from 'node:fs/promises';
import { projects, runs, suites } from '@parley/contract';
import { choose } from '../choose.ts';
import { type Account, createProjectWithSuite, expect, test } from '../fixtures.ts';

/** Stores a suite with two tests; the second expects the given text. */
async function storeSuite(account: Account, suiteId: string, expected: string): Promise<void> {
  const { source } = await account.call(suites.getSuite, { params: { suiteId } });
  const head = source.split('\n---\n')[0] ?? '';
  const tests = [
    '- test: Welcome\n- hello: "*"',
    `- test: Opening hours\n- When are you open?: ${expected}`,
  ];
  await account.call(suites.updateSuite, {
    params: { suiteId },
    body: { source: [head, ...tests].join('\n---\n') },
  });
}

async function runOnce(account: Account, suiteId: string): Promise<string> {
  const { id } = await account.call(runs.startRun, { params: { suiteId }, body: {} });
  await expect
    .poll(async () => (await account.call(runs.getRun, { params: { runId: id } })).status, {
      timeout: 30_000,
    })
    .toMatch(/passed|failed|error/);
  return id;
}

const good = 'Monday to Friday';
const bad = 'at the weekend only';

test('the history tells in figures, charts and a list what came of runs, filtered by the address', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const bank = await createProjectWithSuite(account, { project: 'Bank', suite: 'Hours' });
  await storeSuite(account, bank.suiteId, good);
  for (let count = 0; count < 3; count += 1) await runOnce(account, bank.suiteId);
  await storeSuite(account, bank.suiteId, bad);
  await runOnce(account, bank.suiteId);
  await account.call(projects.createSubproject, {
    params: { projectId: bank.projectId },
    body: { name: 'Branches' },
  });
  await signIn(page, account);

  await test.step('shows the last two weeks', async () => {
    await page.goto('/history');
    await expect(page.getByRole('term').filter({ hasText: 'Pass rate' })).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: '75%' })).toBeVisible();
    await expect(page.getByRole('img', { name: /^Runs per day/ })).toBeVisible();
    await expect(page.getByRole('img', { name: /^Latency percentiles/ })).toBeVisible();
    const platforms = page.getByRole('table', { name: 'Runs by platform' });
    await expect(
      platforms.getByRole('row', { name: /^Webchat 4 runs, Webchat .*75%/ }),
    ).toBeVisible();
    await expect(page.getByRole('table', { name: 'Runs by trigger' })).toContainText('Manual');
    const causes = page.getByRole('table', { name: 'Runs by cause of failure' });
    await expect(
      causes.getByRole('row', { name: 'Wrong answer 1 failed run, Wrong answer 75%' }),
    ).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  await test.step('leads from a number to its runs, also by keyboard', async () => {
    const list = page.getByRole('table', { name: 'Runs', exact: true });
    const failed = page.getByRole('link', { name: '1 failed run', exact: true });
    await failed.focus();
    await failed.press('Enter');
    await expect(page).toHaveURL(/status=failing/);
    await expect(list.getByRole('row')).toHaveCount(2);
    await expect(list.getByRole('row', { name: /Failed.*Hours · #4/ })).toBeVisible();
    const byDay = page.getByRole('region', { name: 'By day' });
    await byDay.getByText('Table', { exact: true }).click();
    await byDay.getByRole('link', { name: /^4 runs, / }).click();
    await expect(page).toHaveURL(/status=ended/);
    await expect(list.getByRole('row')).toHaveCount(5);
    await expectAccessibleEverywhere(page);
    await byDay.getByText('Chart', { exact: true }).click();
    await page.goto('/history');
    // The last day is today.
    const plot = page.getByRole('img', { name: /^Runs per day/ }).locator('.u-over');
    const width = (await plot.boundingBox())?.width ?? 0;
    await plot.click({ position: { x: width - 4, y: 90 } });
    const today = new Date().toISOString().slice(0, 10);
    await expect(page).toHaveURL(new RegExp(`from=${today}.*to=${today}`));
    await expect(page).toHaveURL(/status=ended/);
    await expect(list.getByRole('row')).toHaveCount(5);
    await page.goto('/history');
  });

  await test.step('finds runs by the text of a failure, a step or a test', async () => {
    const list = page.getByRole('table', { name: 'Runs', exact: true });
    const field = page.getByRole('searchbox', { name: 'Search tests, steps and errors' });
    await field.fill('weekend ONLY');
    await expect(page).toHaveURL(/search=weekend/);
    await expect(list.getByRole('row')).toHaveCount(2);
    await expect(list.getByRole('row', { name: /Failed.*Hours · #4/ })).toBeVisible();
    await expect(page.getByText('the list shows only those that match the search')).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: '75%' })).toBeVisible();
    await page.reload();
    await expect(field).toHaveValue('weekend ONLY');
    await expectAccessibleEverywhere(page);
    await field.fill('when are you open');
    await expect(list.getByRole('row')).toHaveCount(5);
    await field.fill('nobody says this');
    await expect(
      page.getByRole('heading', { name: 'No run with “nobody says this”' }),
    ).toBeVisible();
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Show all' }).last().click();
    await expect(field).toHaveValue('');
    await expect(list.getByRole('row')).toHaveCount(5);
  });

  await test.step('shows the runs first, and the charts beside or below them', async () => {
    const newest = page.getByRole('table', { name: 'Runs', exact: true }).getByRole('row').nth(1);
    await expect(newest).toBeInViewport();
    await expect(newest.getByRole('link')).toHaveAccessibleName(/^Hours · #\d$/);
    const chart = page.getByRole('img', { name: /^Runs per day/ });
    const follows = await newest.evaluate(
      (row, other) => row.compareDocumentPosition(other as Node) & Node.DOCUMENT_POSITION_FOLLOWING,
      await chart.elementHandle(),
    );
    expect(follows).toBeTruthy();
  });

  await test.step('shows the numbers of the charts as a table', async () => {
    await page.getByRole('radio', { name: 'Table' }).check({ force: true });
    const days = page.getByRole('table', { name: 'Runs by day' });
    await expect(days.getByRole('row')).toHaveCount(15);
    await expect(days.getByRole('row').nth(1)).toContainText('75%');
    await expectAccessibleEverywhere(page);
    await page.getByRole('radio', { name: 'Chart' }).check({ force: true });
  });

  await test.step('keeps the filters in the address, also after a reload', async () => {
    await choose(page, 'Result', 'Failed');
    await choose(page, 'Failure class', 'Wrong answer');
    await choose(page, 'Days', 'Last 30 days');
    await expect(page).toHaveURL(/status=failed/);
    // The rate covers all runs; a rate of failed runs alone would be meaningless.
    await expect(page.getByRole('definition').filter({ hasText: '75%' })).toBeVisible();
    await expect(page.getByText('The figures count runs of every result')).toBeVisible();
    await expect(page).toHaveURL(/failureClass=wrong/);
    await expect(page).toHaveURL(/days=30/);
    await page.reload();
    const list = page.getByRole('table', { name: 'Runs', exact: true });
    await expect(list.getByRole('row', { name: /Failed.*Hours/ })).toHaveCount(1);
    await expect(page.getByRole('definition').filter({ hasText: '75%' })).toBeVisible();
    await choose(page, 'Started by', 'Monitoring');
    await expect(page.getByRole('heading', { name: 'No runs match' })).toBeVisible();
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Show all' }).first().click();
    await expect(page).toHaveURL(/\/history$/);
    await expect(list.getByRole('row')).toHaveCount(5);
  });

  await test.step('names the projects to choose from with those above them', async () => {
    await choose(page, 'Project', 'Bank / Branches');
    await expect(page.getByRole('heading', { name: 'No runs match' })).toBeVisible();
    await choose(page, 'Project', 'Bank');
    await expect(page.getByRole('table', { name: 'Runs', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).first().click();
  });

  await test.step('takes days of one’s own', async () => {
    await choose(page, 'Days', 'Custom range');
    await page.getByLabel('From').fill('2020-01-01');
    await page.getByLabel('To', { exact: true }).fill('2020-01-31');
    await expect(page).toHaveURL(/from=2020-01-01/);
    await expect(page.getByRole('heading', { name: 'No runs match' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).first().click();
  });

  await test.step('exports what is filtered', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Runs as CSV' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe('runs.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[1]).toContain(',failed,wrong,2,1,1,');
  });

  await test.step('compares two marked runs', async () => {
    const boxes = page.getByRole('checkbox', { name: 'Compare this run of Hours' });
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await expect(page.getByText('Two runs selected')).toBeVisible();
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    await expect(page).toHaveURL(/\/history\/compare\?base=/);
    await expect(page.getByText('1 edited and now failing')).toBeVisible();
    for (const [side, number] of [
      ['Before', 3],
      ['After', 4],
    ] as const)
      await expect(page.getByRole('region', { name: side }).getByRole('link')).toHaveAccessibleName(
        `Hours · #${number}`,
      );
    const differences = page.getByRole('table', { name: 'What differs besides the results' });
    await expect(differences.getByRole('row', { name: /^Suite version/ })).toBeVisible();
    const step = page.getByRole('listitem', { name: 'Step 1' });
    await expect(step).toContainText('When are you open?');
    await expect(step.getByText('Different expectation')).toBeVisible();
    await expect(step.getByText('Wrong answer')).toBeVisible();
    await expectAccessibleEverywhere(page);
    await page.getByText(/^All 2/).click();
    await expect(page.getByRole('button', { name: /Welcome/ })).toBeVisible();
  });
});

test('a run is compared with the one before it, and unknown runs are told from known ones', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Hours' });
  await storeSuite(account, suiteId, bad);
  await runOnce(account, suiteId);
  await storeSuite(account, suiteId, good);
  const runId = await runOnce(account, suiteId);
  await signIn(page, account);
  await page.goto(`/history/testruns/${runId}`);
  await page.getByRole('link', { name: 'Compare with previous' }).click();
  await expect(page.getByText('1 edited', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Before' })).toContainText('Failed');
  await expect(page.getByRole('region', { name: 'After' })).toContainText('Passed');
  await page.goto(`/history/compare?base=${runId}&with=none`);
  await expect(page.getByRole('heading', { name: 'There is nothing to compare' })).toBeVisible();
  await expectAccessible(page);
});

test('a flaky test is found, looked into step by step and put in quarantine', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Hours' });
  await storeSuite(account, suiteId, bad);
  for (let count = 0; count < 6; count += 1) await runOnce(account, suiteId);
  await signIn(page, account);

  await test.step('reaches the reliability from the suite', async () => {
    await page.goto(`/test-suite/${suiteId}`);
    await page.getByRole('link', { name: 'Reliability' }).click();
    await expect(page.getByRole('heading', { name: 'Reliability of Hours' })).toBeVisible();
    const hours = page.getByRole('listitem', { name: 'Opening hours' });
    await expect(hours.getByText('0 of 6 passed')).toBeVisible();
    await expect(hours.getByText('0%', { exact: true })).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  await test.step('looks at a step: outcomes, latency and wordings', async () => {
    await page.getByRole('button', { name: 'Opening hours' }).click();
    const step = page.getByRole('listitem', { name: 'Step 1' });
    await expect(step.getByRole('img', { name: /^Passed in 0 of the last 6 runs/ })).toBeVisible();
    await step.getByTitle(/^#6, /).click();
    await expect(page).toHaveURL(/\/history\/testruns\//);
    await page.goBack();
    await step.getByRole('button', { name: 'Details of step 1' }).click();
    await expect(step.getByRole('img', { name: /^Latency of step 1/ })).toBeVisible();
    await expect(step.getByRole('list', { name: /^Wordings/ })).toContainText('Monday to Friday');
    await step.getByText('Results of each run').click();
    const results = step.getByRole('table', { name: 'Step 1 in each run' });
    await expect(results.getByRole('row').nth(1)).toContainText('Failed');
    await expect(results.getByRole('link', { name: /^#6, / })).toHaveAttribute(
      'href',
      /\/history\/testruns\//,
    );
    await expect(page).toHaveURL(/test=Opening/);

    const days = step.getByRole('region', { name: 'Latency of step 1 by day' });
    await expect(days.getByRole('img', { name: /^Latency percentiles of step 1/ })).toBeVisible();
    await days.getByText('Table', { exact: true }).click();
    const today = days.getByRole('table', { name: 'Latency by day' }).getByRole('row');
    await expect(today.nth(1)).toContainText('ms');
    await expect(days.getByRole('table', { name: 'Latency by trigger' })).toContainText('Manual');
    await expect(days.getByRole('table', { name: 'Latency by platform' })).toContainText('Webchat');
    await expectAccessibleEverywhere(page);
  });

  await test.step('puts the test in quarantine, which needs a reason', async () => {
    const hours = page.getByRole('listitem', { name: 'Opening hours' });
    await hours.getByRole('button', { name: 'Quarantine' }).click();
    const dialog = page.getByRole('dialog', { name: 'Put in quarantine' });
    await dialog.getByRole('button', { name: 'Put in quarantine' }).click();
    await expect(dialog.getByText('Enter a reason')).toBeVisible();
    await dialog.getByLabel('Reason').fill('The hours are being reworked');
    await expectAccessibleEverywhere(page);
    await dialog.getByRole('button', { name: 'Put in quarantine' }).click();
    await expect(hours.getByText(/^Quarantine until/)).toBeVisible();
    await expect(hours).toContainText('The hours are being reworked');
    const runId = await runOnce(account, suiteId);
    expect((await account.call(runs.getRun, { params: { runId } })).status).toBe('passed');
    await page.goto(`/history/testruns/${runId}`);
    await expect(page.getByText('In quarantine').first()).toBeVisible();
  });

  await test.step('ends the quarantine', async () => {
    await page.goto(`/history/suites/${suiteId}`);
    await page.getByRole('button', { name: 'End quarantine' }).click();
    const question = page.getByRole('alertdialog', { name: 'End the quarantine?' });
    await question.getByRole('button', { name: 'End quarantine' }).click();
    await expect(page.getByText(/^Quarantine until/)).toHaveCount(0);
  });
});

test.describe('in another time zone', () => {
  // At any hour, one of the two zones has a different date than UTC.
  const isNextDay = new Date().getUTCHours() >= 10;
  const timezoneId = isNextDay ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
  test.use({ timezoneId });

  test('the history has the days of the viewer, or those of the zone in the account', async ({
    page,
    account,
    signIn,
  }) => {
    const { suiteId } = await createProjectWithSuite(account, { project: 'Bank', suite: 'Hours' });
    await storeSuite(account, suiteId, good);
    await runOnce(account, suiteId);
    await signIn(page, account);
    await page.goto('/history?days=7');
    await expect(page.getByText(`Days begin at midnight in ${timezoneId}. Click`)).toBeVisible();
    const byDay = page.getByRole('region', { name: 'By day' });
    await byDay.getByText('Table', { exact: true }).click();
    const today = new Intl.DateTimeFormat('en-US', {
      ...{ month: 'short', day: 'numeric', timeZone: timezoneId },
    }).format(new Date());
    await byDay.getByRole('link', { name: `1 run, ${today}`, exact: true }).click();
    await expect(page).toHaveURL(/status=ended/);
    const list = page.getByRole('table', { name: 'Runs', exact: true });
    await expect(list.getByRole('row')).toHaveCount(2);

    await page.goto('/account');
    await page.getByLabel('Show times in').fill('UTC');
    await page.goto('/history?days=7');
    await expect(page.getByText('Days begin at midnight UTC. Click')).toBeVisible();
    await expect(list.getByRole('row')).toHaveCount(2);
  });
});
