import { catalogue, type Installation, runs, suites } from '@parley/contract';
import type { Page } from '@playwright/test';
import { type Account, createProjectWithSuite, expect, test } from '../fixtures.ts';
import { untilRunEnded } from '../run-end.ts';

/** Creates a run in which one of three tests fails. */
async function createMixedRun(account: Account) {
  const { demoBotUrl }: Installation = await account.call(catalogue.getInstallation);
  const source = [
    'configuration:',
    '  channel:',
    '    kind: http',
    `    url: ${demoBotUrl}`,
    ...['---', '- test: Opening hours', '- When are you open?: Monday'],
    ...['---', '- test: Weekend', '- When are you open?: around the clock'],
    ...['---', '- test: Balance', '- Balance: Which'],
  ].join('\n');
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Bank', source });
  const { id: runId } = await account.call(runs.startRun, { params: { suiteId }, body: {} });
  await expect
    .poll(async () => (await account.call(runs.getRun, { params: { runId } })).status)
    .toBe('failed');
  return { suiteId, runId };
}

/** Chooses an action from the menu. */
async function chooseAction(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
}

test('an administrator overrides a verdict with a reason, everybody sees it, and it is taken back', async ({
  page,
  context,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const { runId } = await createMixedRun(account);
  await signIn(page, account);
  await page.goto(`/history/testruns/${runId}`);
  const elsewhere = await context.newPage();
  await elsewhere.goto(`/history/testruns/${runId}`);
  await expect(elsewhere.getByText('2 passed, 1 failed')).toBeVisible();

  await test.step('not without a reason', async () => {
    await page.getByRole('button', { name: 'Override verdict on step 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Override verdict' });
    await dialog.getByRole('button', { name: 'Override' }).click();
    await expect(dialog.getByText('Enter a reason, so that others understand.')).toBeVisible();
    await expectAccessibleEverywhere(page);
    await dialog.getByLabel('Reason').fill('The bank never closes its chat.');
    await dialog.getByRole('button', { name: 'Override' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('the run passes, and says whose word that is', async () => {
    await expect(page.getByRole('main')).toContainText('3 passed');
    const trail = page.getByRole('list', { name: 'Overrides' });
    await expect(trail).toContainText('Nora Lind overrode step 1: failed to passed.');
    await expect(trail).toContainText('The bank never closes its chat.');
    await expectAccessibleEverywhere(page);
  });

  await test.step('another window has learnt of it by itself', async () => {
    await expect(elsewhere.getByRole('main')).toContainText('3 passed');
  });

  await test.step('it is taken back', async () => {
    await page.getByRole('button', { name: 'Override verdict on step 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Override verdict' });
    await dialog.getByLabel('Reason').fill('It was meant as it stands.');
    await dialog.getByRole('button', { name: 'Remove override' }).click();
    await expect(page.getByText('2 passed, 1 failed')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Overrides' })).toContainText(
      'removed an override',
    );
  });
});

test('a wording of the bot is accepted, the run is re-evaluated without the bot, and the log says who did it', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const { suiteId, runId } = await createMixedRun(account);
  const suite = () => account.call(suites.getSuite, { params: { suiteId } });
  const { source: before } = await suite();
  await signIn(page, account);
  await page.goto(`/history/testruns/${runId}`);
  const dialog = page.getByRole('dialog', { name: 'Accept this wording?' });
  const recent = page.getByRole('region', { name: 'Recent changes' });

  await test.step('the change is shown before it is made', async () => {
    await page.getByRole('button', { name: 'Accept this wording' }).click();
    const change = dialog.getByRole('list', { name: 'Change of the test suite' });
    await expect(change).toContainText('Added:');
    await expect(change).toContainText('accepted by Nora Lind');
    await expectAccessibleEverywhere(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await suite()).source).toBe(before);
  });

  const accept = async () => {
    await page.getByRole('button', { name: 'Accept this wording' }).click();
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
    await expect(dialog).toBeHidden();
  };

  await test.step('it is taken back', async () => {
    await accept();
    await expect(page.getByText('Wording added to the test suite', { exact: true })).toBeVisible();
    expect((await suite()).source).not.toBe(before);
    await expect(recent).toContainText('Nora Lind accepted');
    await expectAccessibleEverywhere(page);
    await recent.getByRole('button', { name: 'Undo' }).click();
    await expect(recent).toBeHidden();
    expect((await suite()).source).toBe(before);
  });

  await test.step('it is not taken back together with what somebody else did since', async () => {
    await accept();
    const stored = await suite();
    const source = `${stored.source.trimEnd()}\n- Thanks: You\n`;
    await account.call(suites.updateSuite, { params: { suiteId }, body: { source } });
    await recent.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('The test suite has changed since.').first()).toBeVisible();
    expect((await suite()).source).toBe(source);
    await account.call(suites.updateSuite, {
      params: { suiteId },
      body: { source: stored.source },
    });
  });

  await chooseAction(page, 'Re-evaluate');
  const notice = page
    .getByRole('status')
    .filter({ hasText: 'Re-evaluated with the current suite' });
  await expect(notice).toContainText('3 passed; in the run it was 2 passed, 1 failed.');
  await expect(page.getByRole('button', { name: 'Override verdict on step 1' })).toHaveCount(0);
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: 'Back to the run' }).click();
  await expect(notice).toBeHidden();
  await expect(page.getByText('2 passed, 1 failed')).toBeVisible();
  await page.goto('/organization');
  await expect(
    page.getByText('accepted a wording of the bot in the test suite').first(),
  ).toBeVisible();
});

test('a run that is started on the page of another begins with a page of its own', async ({
  page,
  account,
  signIn,
}) => {
  const { runId } = await createMixedRun(account);
  await signIn(page, account);
  await page.goto(`/history/testruns/${runId}`);
  const balance = page.getByRole('button', { name: /^Balance/ });
  const weekend = page.getByRole('button', { name: /^Weekend/ });
  await expect(weekend).toHaveAttribute('aria-current', 'true');
  await balance.click();
  await expect(balance).toHaveAttribute('aria-current', 'true');
  await chooseAction(page, 'Re-evaluate');
  const notice = page
    .getByRole('status')
    .filter({ hasText: 'Re-evaluated with the current suite' });
  await expect(notice).toBeVisible();
  await chooseAction(page, 'Run again');
  await expect(page).not.toHaveURL(new RegExp(runId));
  await expect(page.getByText('2 passed, 1 failed', { exact: true })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(weekend).toHaveAttribute('aria-current', 'true');
});

test('a run is shared by a link, read without an account, and the link is ended', async ({
  page,
  browser,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const { runId } = await createMixedRun(account);
  await signIn(page, account);
  await page.goto(`/history/testruns/${runId}`);
  await chooseAction(page, 'Share');
  const dialog = page.getByRole('dialog', { name: 'Share this run' });
  await expect(dialog.getByText('No active links.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await expect(dialog.getByText('not opened yet')).toBeVisible();
  await expectAccessibleEverywhere(page);

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(url);
  await expect(visitor.getByRole('heading', { name: 'Bank' })).toBeVisible();
  const shown = visitor.getByText('Monday to Friday from • am to • pm').filter({ visible: true });
  await expect(shown.first()).toBeVisible();
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await expectAccessibleEverywhere(visitor);

  await dialog.getByRole('button', { name: /^Revoke the link/ }).click();
  await expect(dialog.getByText('No active links.')).toBeVisible();
  await visitor.reload();
  await expect(
    visitor.getByRole('heading', { name: 'This link has expired or was revoked' }),
  ).toBeVisible();
  await expectAccessibleEverywhere(visitor);
  await visitor.context().close();
});

test('only what failed is run again, and the environment says so', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const { runId } = await createMixedRun(account);
  await signIn(page, account);
  await page.goto(`/history/testruns/${runId}?outcome=failed`);
  await expect(page.getByRole('button', { name: /^Weekend/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Balance/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Rerun failed test' }).click();
  await expect(page).not.toHaveURL(new RegExp(runId));
  await expect(page.getByRole('main')).toContainText('0 of 1 passed');
  await page.getByText('Environment', { exact: true }).click();
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run).toContainText('Weekend');
  await expect(run).toContainText('1 (current)');
  await expect(page.getByRole('region', { name: 'Channel' })).toContainText('http');
  await expectAccessibleEverywhere(page);
});

/** Creates a run of sixty tests, in which the last but one and ten earlier ones fail. */
async function createLongRun(account: Account): Promise<string> {
  const { demoBotUrl }: Installation = await account.call(catalogue.getInstallation);
  const tests = Array.from({ length: 60 }, (_, index) => {
    const expected = index >= 48 && index < 59 ? 'around the clock' : 'Monday';
    return ['---', `- test: Question ${index + 1}`, `- When are you open?: ${expected}`];
  });
  const source = [
    'configuration:',
    '  concurrency: 8',
    '  channel:',
    '    kind: http',
    `    url: ${demoBotUrl}`,
    ...tests.flat(),
  ].join('\n');
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Questions', source });
  const { id: runId } = await account.call(runs.startRun, { params: { suiteId }, body: {} });
  await untilRunEnded(account, runId, 60_000);
  return runId;
}

test('the first of many failures is in sight, and the others are a key away', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  test.setTimeout(120_000);
  const runId = await createLongRun(account);
  await signIn(page, account);
  const failure = page.getByRole('region', { name: 'Failure' });
  const shown = (name: string) => page.getByRole('heading', { name, exact: true });

  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await test.step(`at ${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await page.goto(`/history/testruns/${runId}`);
      await expect(shown('Question 49')).toBeInViewport({ ratio: 1 });
      await expect(failure).toBeInViewport({ ratio: 1 });
      await expect(failure).toContainText('Step 1: Reply contains "around the clock"');
      await expect(failure).toContainText('Same cause in 10 other tests');
      const { y: top = Number.NaN, height: tall = Number.NaN } =
        (await failure.boundingBox()) ?? {};
      const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
      test.info().annotations.push({
        type: `run page with 60 tests at ${width} × ${height}`,
        description: `${pageHeight} px high, first failure from ${top} to ${top + tall} px`,
      });
      expect(await page.evaluate(() => scrollY)).toBe(0);
      // A list of all tests would be 13,000 px high.
      expect(pageHeight).toBeLessThanOrEqual(height * 1.5);
    });
  }

  await test.step('one pane at a time where there is no room for two', async () => {
    await expect(page.getByRole('region', { name: 'Tests', exact: true })).toBeHidden();
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'All 60 tests' }).click();
    await expect(failure).toBeHidden();
    await page.getByRole('button', { name: /^Question 50/ }).click();
    await expect(shown('Question 50')).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('n and p go to the next and the previous failure, and the address follows', async () => {
    await page.keyboard.press('n');
    await expect(shown('Question 51')).toBeFocused();
    await expect(page).toHaveURL(/test=51/);
    await page.keyboard.press('p');
    await page.keyboard.press('p');
    await expect(shown('Question 49')).toBeFocused();
    await page.keyboard.press('p');
    await expect(shown('Question 49')).toBeVisible();
  });

  await test.step('/ filters, and typing in the field goes nowhere else', async () => {
    await page.keyboard.press('/');
    const filter = page.getByRole('searchbox', { name: 'Filter tests' });
    await expect(filter).toBeFocused();
    await page.keyboard.type('question 5n');
    await expect(page.getByText('No tests match.')).toBeVisible();
    await expect(shown('Question 49')).toBeVisible();
    await filter.fill('question 60');
    await page.getByRole('button', { name: /^Question 60/ }).click();
    await expect(shown('Question 60')).toBeVisible();
    await expect(failure).toHaveCount(0);
  });

  await test.step('the keys can be turned off', async () => {
    await chooseAction(page, 'Turn off single-key shortcuts');
    await page.reload();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Filter tests' })).not.toBeFocused();
    await chooseAction(page, 'Turn on single-key shortcuts');
  });

  await test.step('a link leads to a step, and a test is taken along as text', async () => {
    await page.goto(`/history/testruns/${runId}?test=52&step=1`);
    await expect(shown('Question 52')).toBeVisible();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy this test' }).click();
    await page.getByRole('menuitem', { name: 'Markdown' }).click();
    await expect(page.getByText('Markdown copied').first()).toBeVisible();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    expect(await copied()).toContain('✗ Reply contains "around the clock"');
    await page.getByRole('button', { name: 'Copy this test' }).click();
    await page.getByRole('menuitem', { name: /^Request as cURL/ }).click();
    await expect.poll(copied).toMatch(/^curl -X POST 'http/);
  });
});

test('a failure says since when the test fails and when it last passed, in its environment', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const { demoBotUrl }: Installation = await account.call(catalogue.getInstallation);
  const source = (expected: string) =>
    [
      ...['configuration:', '  channel:', '    kind: http', `    url: ${demoBotUrl}`],
      ...['---', '- test: Opening hours', `- When are you open?: ${expected}`],
    ].join('\n');
  const { suiteId } = await createProjectWithSuite(account, {
    suite: 'Bank',
    source: source('Monday'),
  });
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}`);

  await test.step('a run with a label and an environment', async () => {
    await page.getByRole('button', { name: 'More ways to run' }).click();
    await page.getByRole('menuitem', { name: /^Run with a label/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Run with a label' });
    await dialog.getByLabel('Label').fill('v2.14.0');
    await dialog.getByLabel('Environment').fill('staging');
    await expectAccessibleEverywhere(page);
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('link', { name: 'See the run' }).click();
    const main = page.getByRole('main');
    await expect(main).toContainText('1 passed');
    await expect(main).toContainText('Labelv2.14.0');
    await expect(main).toContainText('Environmentstaging');
  });

  const failIn = async (environment: string) => {
    const body = { environment };
    const { id: runId } = await account.call(runs.startRun, { params: { suiteId }, body });
    await untilRunEnded(account, runId);
    await page.goto(`/history/testruns/${runId}`);
  };
  const failure = page.getByRole('region', { name: 'Failure' });

  await test.step('the next failure there is the first, and names the run that passed', async () => {
    const stored = await account.call(suites.getSuite, { params: { suiteId } });
    await account.call(suites.updateSuite, {
      params: { suiteId },
      body: { source: stored.source.replace('Monday', 'around the clock') },
    });
    await failIn('staging');
    await expect(failure).toContainText('First failure of this kind');
    await expect(failure).toContainText('Last passed');
    await expect(page.getByRole('link', { name: 'Compare with previous' })).toBeVisible();
  });

  await test.step('after a second one the button compares with the run that passed', async () => {
    await failIn('staging');
    await expect(failure).toContainText('First failed like this in #');
    await failure.getByText(/^Reply when it last passed, in #\d+$/).click();
    await expect(failure).toContainText('The same reply as now.');
    await expect(failure).toContainText('Expected then: prompt contains "Monday"');
    await expectAccessibleEverywhere(page);
    await page.getByRole('link', { name: 'Compare with last passed' }).click();
    const before = page.getByRole('region', { name: 'Before' });
    await expect(before).toContainText('1 passed');
  });

  await test.step('elsewhere it has never passed', async () => {
    await failIn('production');
    await expect(failure).toContainText('Not passed in any earlier run');
  });
});
