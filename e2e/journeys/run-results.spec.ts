import { catalogue, type Installation, runs } from '@parley/contract';
import { type Account, createProjectWithSuite, expect, test } from '../fixtures.ts';

/** A run in which one test of three fails. */
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
  const { runId } = await createMixedRun(account);
  await signIn(page, account);
  await page.goto(`/history/testruns/${runId}`);
  await page.getByRole('button', { name: 'Accept this wording' }).click();
  await expect(page.getByText('Wording added to the test suite', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Re-evaluate' }).click();
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
  await expect(balance).toHaveAttribute('aria-expanded', 'false');
  await balance.click();
  await expect(balance).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: 'Re-evaluate' }).click();
  const notice = page
    .getByRole('status')
    .filter({ hasText: 'Re-evaluated with the current suite' });
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect(page).not.toHaveURL(new RegExp(runId));
  await expect(page.getByText('2 passed, 1 failed', { exact: true })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(balance).toHaveAttribute('aria-expanded', 'false');
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
  await page.getByRole('button', { name: 'Share', exact: true }).click();
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
