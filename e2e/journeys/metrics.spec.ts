/** Metrics of steps: on the page of a run, over several runs with their goal, and between two runs. */
import { runs, suites } from '@parley/contract';
import { type Account, createProjectWithSuite, expect, test } from '../fixtures.ts';

/** Stores a suite with metrics. The demo bot reports no score, so one metric is missing. */
async function storeSuite(account: Account, suiteId: string): Promise<void> {
  const { source } = await account.call(suites.getSuite, { params: { suiteId } });
  const head = (source.split('\n---\n')[0] ?? '').replace(/\n {2}syntax: \d/, '');
  const configuration = head.replace(
    'configuration:',
    'configuration:\n  syntax: 2\n  gate: { rules: [must, tries with speed < 900: { atLeast: 90% }] }',
  );
  const asked = '- test: Opening hours\n- When are you open?:\n  - prompt: Monday to Friday\n';
  const measured = '  - metric speed: latency\n  - metric accuracy: $.score';
  await account.call(suites.updateSuite, {
    params: { suiteId },
    body: { source: `${configuration}\n---\n${asked}${measured}` },
  });
}

async function runOnce(account: Account, suiteId: string, label: string): Promise<string> {
  const { id } = await account.call(runs.startRun, { params: { suiteId }, body: { label } });
  await expect
    .poll(async () => (await account.call(runs.getRun, { params: { runId: id } })).status, {
      timeout: 30_000,
    })
    .toMatch(/passed|failed|error/);
  return id;
}

test('a metric is shown with its step, over runs with its goal, and between two runs', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const { suiteId } = await createProjectWithSuite(account, { project: 'Bank', suite: 'Hours' });
  await storeSuite(account, suiteId);
  const before = await runOnce(account, suiteId, 'v1');
  const after = await runOnce(account, suiteId, 'v2');
  await signIn(page, account);

  await test.step('on the page of the run, with the reason why one is missing', async () => {
    await page.goto(`/history/testruns/${after}`);
    const missing = page.getByText('The reply has no value at $.score.');
    await expect(missing.first()).toBeVisible();
    await expect(page.getByText('Metric speed', { exact: true })).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  await test.step('over runs', async () => {
    await page.goto(`/history/suites/${suiteId}`);
    const metrics = page.getByRole('region', { name: 'Metrics', exact: true });
    const speed = metrics.getByRole('listitem', { name: 'Metric speed' });
    await expect(speed.getByText('Goal: < 900')).toBeVisible();
    await speed.getByRole('button', { name: 'speed' }).click();
    const table = metrics.getByRole('table', { name: /^speed/ });
    await expect(table.getByRole('row')).toHaveCount(3);
    await expect(table.getByRole('row', { name: /v2/ })).toBeVisible();
    const accuracy = metrics.getByRole('listitem', { name: 'Metric accuracy' });
    await expect(accuracy.getByText('Last run: missing')).toBeVisible();
    const byDay = page.getByRole('table', { name: 'speed by day, newest first' });
    await expect(byDay.getByRole('row')).toHaveCount(2);
    await expectAccessibleEverywhere(page);
  });

  await test.step('between two runs', async () => {
    await page.goto(`/history/compare?base=${before}&with=${after}`);
    await expect(page.getByText('accuracy', { exact: true })).toBeVisible();
    await expectAccessibleEverywhere(page);
  });
});
