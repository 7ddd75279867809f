import { createBankSuite, loadTesterEmail } from '../bank-suite.ts';
import { expect, leaveDashboard, test } from '../fixtures.ts';
import { visit } from '../specification/visit.ts';

test('[A-066, S-043] a load test is set up, watched, and its results are kept and compared', async ({
  page,
  createAccount,
  signIn,
  expectAccessibleEverywhere,
}) => {
  test.setTimeout(300_000);
  const account = await createAccount({ email: loadTesterEmail() });
  await createBankSuite(account);
  await signIn(page, account);

  await test.step('the menu leads to an empty list that says what to do', async () => {
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link')).toContainText(['Projects', 'Load Testing']);
    await menu.getByRole('link', { name: 'Load Testing' }).click();
    await expect(page).toHaveURL(/\/load$/);
    await expect(page.getByRole('heading', { name: 'No load tests yet' })).toBeVisible();
    await expectAccessibleEverywhere(page);
    await page.getByRole('link', { name: 'New load test' }).click();
  });

  await test.step('the form shows the curve and refuses what makes no sense', async () => {
    await page.getByRole('combobox', { name: 'Project' }).click();
    await page.getByRole('option', { name: 'Hotline' }).click();
    await page.getByRole('combobox', { name: 'Test suite' }).click();
    await page.getByRole('option', { name: 'Bank' }).click();
    await expect(page.getByText('Approved by the operator of this installation.')).toBeVisible();
    await page.getByText('Spike', { exact: true }).click();
    await expect(page.getByRole('img', { name: /50 in a spike of 10 s/ })).toBeVisible();
    await page.getByLabel('Spike lasts').fill('5 min');
    await expect(page.getByText('The spike ends after the test.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start load test' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expectAccessibleEverywhere(page);
    await page.getByText('Steady', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Virtual users' }).fill('5');
    await page.getByLabel('Duration').fill('4 s');
    await page.getByLabel('Think time').fill('200 ms');
    await page.getByLabel('Latency p95 (ms)').fill('30000');
    await page.getByRole('textbox', { name: 'Name' }).fill('Five at once');
    await page.getByRole('button', { name: 'Start load test' }).click();
  });

  await test.step('its page is live, and numbers are there as a table too', async () => {
    await expect(page).toHaveURL(/\/load\/[^/]+\/monitoring$/);
    await expect(page.getByRole('heading', { name: 'Five at once' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Latency percentiles over time' })).toBeVisible();
    await page.getByRole('button', { name: 'Show as a table' }).click();
    const numbers = page.getByRole('table', { name: 'Load test in numbers' });
    await expect(numbers.getByRole('row').nth(2)).toBeVisible({ timeout: 30_000 });
    await expectAccessibleEverywhere(page);
    await page.getByRole('link', { name: 'View results' }).click({ timeout: 60_000 });
  });

  await test.step('the results name thresholds, percentiles and slow steps', async () => {
    await expect(page).toHaveURL(/\/results$/);
    await expect(page.getByRole('main')).toContainText('Passed');
    const percentiles = page.getByRole('table', { name: 'Latency percentiles' });
    await expect(percentiles.getByRole('row', { name: /p99\.9/ })).toBeVisible();
    const steps = page.getByRole('table', { name: 'Slowest steps' });
    await expect(steps.getByRole('row', { name: /Opening hours, step 1/ })).toBeVisible();
    await expectAccessibleEverywhere(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Seconds as CSV' }).click();
    expect((await download).suggestedFilename()).toBe('Five at once.csv');
  });

  await test.step('it is repeated with the same load, and compared with the first', async () => {
    await page.getByRole('link', { name: 'Repeat' }).click();
    await expect(page.getByRole('textbox', { name: 'Virtual users' })).toHaveValue('5');
    await page.getByRole('textbox', { name: 'Name' }).fill('Five again');
    await page.getByRole('button', { name: 'Start load test' }).click();
    await page.getByRole('link', { name: 'View results' }).click({ timeout: 60_000 });
    await page.getByRole('combobox', { name: 'Compare with' }).click();
    await page.getByRole('option', { name: /Five at once/ }).click();
    await expect(page.getByRole('columnheader', { name: 'Change' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('columnheader', { name: 'Change' })).toBeVisible();
    await expectAccessibleEverywhere(page);
  });
});

test('a load test that goes wrong is stopped, and shows what was said', async ({
  page,
  createAccount,
  signIn,
  expectAccessibleEverywhere,
}) => {
  test.setTimeout(120_000);
  const account = await createAccount({ email: loadTesterEmail() });
  const suiteId = await createBankSuite(account, 'around the clock');
  await signIn(page, account);
  await page.goto(`/load/setup?suiteId=${suiteId}`);
  await page.getByLabel('Duration').fill('10 min');
  await page.getByRole('button', { name: 'Start load test' }).click();
  await expect(page.getByText(/held by 1 worker/)).toBeVisible({ timeout: 30_000 });
  // One of the two tests fails, but the two don't always run in step, so the rate varies.
  await expect(page.locator('dd').filter({ hasText: /^[1-9][\d.]*%$/ })).toBeVisible({
    timeout: 30_000,
  });
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('link', { name: 'View results' }).click({ timeout: 15_000 });
  await expect(page.getByRole('main')).toContainText('Stopped');
  const failed = page.getByRole('region', { name: 'Failed conversations' });
  await expect(failed).toContainText('Wrong answer');
  await failed.getByText('Opening hours').first().click();
  await expect(failed.getByText('Monday to Friday').first()).toBeVisible();
  await expectAccessibleEverywhere(page);

  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete load test' }).click();
  await expect(page.getByRole('heading', { name: 'No load tests yet' })).toBeVisible();
});

test('[A-051, S-018, S-043] who is not switched on for it finds no menu item, and is told why', async ({
  page,
  account,
  createAccount,
  signIn,
  expectAccessibleEverywhere,
}) => {
  await test.step('nobody gets there without a session', async () => {
    await page.goto('/info');
    await visit(page, '/load');
    await expect(page).toHaveURL(/\/signin$/);
  });
  await page.setViewportSize({ width: 1920, height: 1000 });
  await signIn(page, account);
  await expect(page.getByRole('link', { name: 'Virtual Devices' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Load Testing' })).toHaveCount(0);
  for (const path of ['/load', '/load/setup', '/load/none/monitoring', '/load/none/results']) {
    await visit(page, path);
    await expect(
      page.getByRole('heading', { name: 'Load testing is not enabled for you' }),
    ).toBeVisible();
  }
  await visit(page, '/load');
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(trail.getByRole('listitem').last()).toHaveText('Load Test');
  const widest = page.getByRole('main').locator(':scope > div').first();
  await expect.poll(async () => (await widest.boundingBox())?.width).toBeGreaterThan(1600);
  await expectAccessibleEverywhere(page);

  const switchedOn = await createAccount({ email: loadTesterEmail() });
  await leaveDashboard(page);
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await signIn(page, switchedOn);
  await visit(page, '/load/none/results');
  await expect(page.getByRole('heading', { name: 'This load test does not exist' })).toBeVisible();
});
