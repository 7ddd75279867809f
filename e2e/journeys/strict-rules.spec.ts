/** Strict rules: a run marks checks that could not fail, and the editor shows what strict rules would change. */
import { runs, suites } from '@parley/contract';
import { createProjectWithSuite, expect, test } from '../fixtures.ts';

const tests = `- test: Refund
- hello:
  - prompt: welcome
  - mesages[0].text != refund
---
- test: Anything
- hello: "*"`;

test('a suite of version 1 goes over to strict rules after a preview', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Bank' });
  const stored = await account.call(suites.getSuite, { params: { suiteId } });
  const head = (stored.source.split('\n---\n')[0] ?? '').replace(/ *syntax: 2\n/, '');
  await account.call(suites.updateSuite, {
    params: { suiteId },
    body: { source: `${head}\n---\n${tests}\n`, version: stored.version },
  });
  const { id: runId } = await account.call(runs.startRun, { params: { suiteId }, body: {} });
  await expect
    .poll(async () => (await account.call(runs.getRun, { params: { runId } })).status)
    .toBe('passed');
  await signIn(page, account);

  await test.step('the run says which checks prove nothing', async () => {
    await page.goto(`/history/testruns/${runId}`);
    await expect(page.getByRole('status').filter({ hasText: '2 passed' })).toContainText(
      '2 checks could not fail',
    );
    await page.getByRole('button', { name: /Refund.*1 could not fail/ }).click();
    await expect(page.getByText('Did you mean "messages[0].text"?')).toBeVisible();
    await expect(page.getByText('Could not fail', { exact: true })).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  await test.step('the preview names the test that would fail', async () => {
    await page.goto(`/test-suite/${suiteId}`);
    await page.getByRole('tab', { name: 'Connection' }).click();
    await page.getByRole('button', { name: 'Preview strict rules' }).click();
    const dialog = page.getByRole('dialog', { name: 'Strict rules' });
    await expect(dialog.getByText('No new errors in the text.')).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    await expect(dialog.getByRole('listitem')).toContainText('Refund');
    await expectAccessibleEverywhere(page);
  });

  await test.step('the suite uses them once they are chosen and saved', async () => {
    await page.getByRole('button', { name: 'Use strict rules' }).click();
    await expect(page.getByText('Strict', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(async () => (await account.call(suites.getSuite, { params: { suiteId } })).source)
      .toContain('syntax: 2');
  });
});
