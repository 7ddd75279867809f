/** Every area that the specification names is there, for somebody who has them all. */
import { catalogue, type Installation, runs } from '@parley/contract';
import { createProjectWithSuite, expect, test } from '../fixtures.ts';

test('[A-004, A-065] every area of the application is there', async ({
  page,
  createAccount,
  signIn,
  expectAccessible,
}) => {
  const account = await createAccount({ email: `areas-${Date.now()}@load.test` });
  const { demoBotUrl }: Installation = await account.call(catalogue.getInstallation);
  const source = `configuration:\n  channel:\n    kind: http\n    url: ${demoBotUrl}\n---\n- test: Hours\n- When are you open?: Monday\n`;
  const { projectId, suiteId } = await createProjectWithSuite(account, { suite: 'Bank', source });
  const run = await account.call(runs.startRun, { params: { suiteId }, body: {} });
  await signIn(page, account);

  const areas: [path: string, heading: string | RegExp][] = [
    ['/projects', 'Projects'],
    [`/projects/${projectId}`, /Hotline/],
    [`/test-suite/${suiteId}`, /Bank/],
    [`/history/testruns/${run.id}`, /Bank/],
    ['/history', /History/],
    ['/devices', 'Virtual Devices'],
    ['/explore', 'Exploratory Tests'],
    ['/load', 'Load Test'],
    ['/billing', 'Billing & Usage'],
    ['/account', 'Account'],
  ];
  for (const [path, heading] of areas) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible();
      await expectAccessible(page);
    });
  }
});
