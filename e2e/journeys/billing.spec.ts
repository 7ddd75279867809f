import { type Billing, runs } from '@parley/contract';
import { outsideMonthEnd } from '../calendar-day.ts';
import { createProjectWithSuite, expect, test } from '../fixtures.ts';
import { untilRunEnded } from '../run-end.ts';

test('[S-003, S-023, S-026, S-041] an organization sees its plan and what it has used of it', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  test.slow();
  await outsideMonthEnd();
  const { suiteId } = await createProjectWithSuite(account);
  const run = await account.call(runs.startRun, { params: { suiteId }, body: {} });
  await untilRunEnded(account, run.id);
  // Use the server's latest count, because midnight can have passed since.
  let days = 0;
  page.on('response', async (response) => {
    if (!response.url().endsWith(`/organizations/${account.orgId}/billing`)) return;
    const answer: Billing = await response.json();
    days = answer.days.length;
  });
  await signIn(page, account);

  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link')).toHaveText([
    'Projects',
    'Virtual Devices',
    'History',
    'Billing & Usage',
  ]);
  await menu.getByRole('link', { name: 'Billing & Usage' }).click();
  await expect(page).toHaveURL(/\/billing$/);
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(trail).toHaveText(/Dashboard\s*Billing & Usage/);
  await expect(page.getByRole('region', { name: 'Trial plan' })).toContainText(/The trial ends on/);
  await expect(page.getByRole('link', { name: 'Contact Sales' }).last()).toHaveAttribute(
    'href',
    /^mailto:.*subject=Subscription/,
  );
  const used = page.getByRole('progressbar', { name: 'Interactions used' });
  await expect(used).toHaveAttribute('aria-valuetext', /^[1-9]\d* of 10,000$/);
  for (const name of ['Call minutes', 'Virtual devices', 'Monitored tests'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();

  const chart = page.getByRole('region', { name: 'By day' });
  await expect(chart.getByRole('img', { name: /interactions in \d+ days/ })).toBeVisible();
  await chart.getByText('Table', { exact: true }).click();
  const rows = chart.getByRole('table', { name: 'Usage by day' }).getByRole('row');
  await expect.poll(async () => (await rows.count()) - days).toBe(1);
  expect(days).toBeGreaterThan(0);
  await expectAccessibleEverywhere(page);
});

test.describe('far east of UTC', () => {
  test.use({ timezoneId: 'Pacific/Auckland' });

  test('the month ends and begins on the days that are counted', async ({
    page,
    account,
    signIn,
  }) => {
    await page.route('**/billing', async (route) => {
      const response = await route.fetch();
      if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
      const body = await response.json();
      body.period = { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' };
      for (const meter of body.meters)
        if (meter.kind === 'interactions') Object.assign(meter, { used: 9_000, forecast: 9_500 });
      await route.fulfill({ response, json: body });
    });
    await signIn(page, account);
    await page.goto('/billing');
    await expect(page.getByText('Resets on Dec 1, 2026 (UTC)')).toBeVisible();
    await expect(page.getByText('new runs cannot start before Dec 1, 2026.')).toBeVisible();
    await expect(page.getByText('At this pace 9,500 by Nov 30, 2026.')).toBeVisible();
  });
});

test('a quota that is nearly used up, or wholly, is told on every page', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  let used: Record<string, number> = { interactions: 8_400 };
  await page.route('**/billing', async (route) => {
    const response = await route.fetch();
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
    const body = await response.json();
    for (const meter of body.meters) meter.used = used[meter.kind] ?? 0;
    await route.fulfill({ response, json: body });
  });
  await signIn(page, account);
  const banner = page.getByRole('region', { name: 'Quota' });
  await expect(banner).toContainText('84% of the interactions of this month are used');
  await expectAccessibleEverywhere(page);

  used = { interactions: 8_400, callMinutes: 250 };
  await page.reload();
  await expect(banner).toContainText(
    'The call minutes are used up this month: new phone runs cannot start.',
  );

  used = { interactions: 10_000, callMinutes: 250 };
  await page.reload();
  await expect(banner).toContainText(
    'The interactions are used up this month: new runs cannot start.',
  );
  await banner.getByRole('link', { name: 'See usage' }).click();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('alert')).toContainText('10,000 of 10,000 interactions are used');
  await expect(page.getByText('Quota reached')).toHaveCount(2);
  await expectAccessibleEverywhere(page);
});
