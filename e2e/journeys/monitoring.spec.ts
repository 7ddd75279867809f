import { incidents, monitoring, statusPages, suites } from '@parley/contract';
import type { Page } from '@playwright/test';
import { choose } from '../choose.ts';
import { type Account, createProjectWithSuite, expect, test } from '../fixtures.ts';
import { linkMailedTo } from '../mailbox.ts';

async function openSuite(account: Account) {
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Bank' });
  return { suiteId, stored: () => account.call(suites.getSuite, { params: { suiteId } }) };
}

async function openSchedule(page: Page) {
  await page.getByRole('button', { name: 'Actions for Bank' }).first().click();
  await page.getByRole('menuitem', { name: 'Monitoring schedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Monitoring' });
  await expect(dialog.getByRole('list', { name: 'The next 20 times' })).toBeVisible();
  return dialog;
}

test('[S-229] a suite is put on an interval; a custom schedule is shown but refused on trial', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const { suiteId, stored } = await openSuite(account);
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}`);
  const dialog = await openSchedule(page);

  await test.step('a custom schedule can be looked at, not saved', async () => {
    await dialog.getByRole('radio', { name: 'Custom' }).check({ force: true });
    await expect(
      dialog.getByText('Custom schedules need a subscription; a trial has the intervals'),
    ).toBeVisible();
    await dialog.getByLabel('Cron expression').fill('0 0 30 2 *');
    await expect(dialog.getByText('“0 0 30 2 *” never occurs.')).toBeVisible();
    await dialog.getByLabel('Cron expression').fill('0 12 1 * *');
    await expect(dialog.getByLabel('Cron expression')).toHaveAccessibleDescription(
      'At 12:00 PM, on day 1 of the month',
    );
    await dialog.getByLabel('Time zone').fill('Europe/Berlin');
    await expect(dialog.getByText('Clocks go forward').first()).toBeVisible();
    await expect(dialog.getByText(/In 30 days: [01] runs?, \d interactions/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Save' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expectAccessibleEverywhere(page);
  });

  await test.step('an interval is saved with its rule', async () => {
    await dialog.getByRole('radio', { name: 'Interval' }).check({ force: true });
    await choose(page, 'How often', 'Every 15 minutes');
    await choose(page, 'Out of the last runs', '3');
    await choose(page, 'Failures before an alert', '2');
    await dialog.getByLabel('Run on a schedule').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    expect(await stored()).toMatchObject({
      isMonitoring: true,
      monitoringConfig: { everyMinutes: 15, alertWhen: { failures: 2, of: 3 } },
    });
  });
});

test('a stored custom schedule can be kept on trial, also where its times cannot be shown', async ({
  page,
  account,
  signIn,
}) => {
  const { suiteId } = await openSuite(account);
  const monitoringConfig = { cron: '0 9 * * 1-5', timeZone: 'Europe/Berlin' };
  await page.route(`**/testsuites/${suiteId}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), monitoringConfig } });
  });
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}`);
  const dialog = await openSchedule(page);
  const save = dialog.getByRole('button', { name: 'Save' });
  await expect(dialog.getByLabel('Cron expression')).toHaveValue('0 9 * * 1-5');
  await expect(save).not.toHaveAttribute('aria-disabled');

  await page.route('**/schedule-preview', (route) => route.fulfill({ status: 500 }));
  await choose(page, 'Retry failed runs', 'Twice');
  await expect(dialog.getByText('Failed to load the next times')).toBeVisible();
  await expect(dialog.getByLabel('Cron expression')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(save).not.toHaveAttribute('aria-disabled');
  await dialog.getByLabel('Cron expression').fill('0 8 * * 1-5');
  await expect(save).toHaveAttribute('aria-disabled', 'true');
});

test('monitors are listed with their state, and paused and resumed', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const { suiteId } = await openSuite(account);
  await account.call(suites.setMonitoring, { params: { suiteId }, body: { isMonitoring: true } });
  await signIn(page, account);
  await page.goto('/history');
  await page.getByRole('link', { name: 'Monitoring', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'Bank' });
  await expect(row.getByText('Every hour')).toBeVisible();
  await expectAccessibleEverywhere(page);

  await row.getByRole('button', { name: 'Actions for Bank' }).click();
  await page.getByRole('menuitem', { name: 'Pause for a day' }).click();
  await expect(row.getByText('Paused', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Actions for Bank' }).click();
  await page.getByRole('menuitem', { name: 'Resume' }).click();
  await expect(row.getByText('Paused', { exact: true })).toBeHidden();
});

test('a failing monitor comes first and leads to its run, and somebody looks after the incident', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  test.setTimeout(180_000);
  const steady = await createProjectWithSuite(account, { project: 'Alpha', suite: 'Alpha' });
  const { suiteId } = await createProjectWithSuite(account, { project: 'Hotline', suite: 'Bank' });
  const { source } = await account.call(suites.getSuite, { params: { suiteId } });
  const head = source.split('\n---\n')[0] ?? '';
  await account.call(suites.updateSuite, {
    params: { suiteId },
    body: { source: `${head}\n---\n- test: Opening hours\n- When are you open?: at the weekend` },
  });
  for (const monitored of [steady.suiteId, suiteId])
    await account.call(suites.setMonitoring, {
      params: { suiteId: monitored },
      body: { isMonitoring: true },
    });
  const incidentOf = async () =>
    (await account.call(incidents.getMonitor, { params: { suiteId } })).incident;
  await expect.poll(incidentOf, { timeout: 120_000 }).not.toBeNull();
  await signIn(page, account);

  await test.step('the words in which it differs are one click from the landing page', async () => {
    const began = Date.now();
    await page.goto('/');
    await expect(page).toHaveURL(/\/projects$/);
    const failing = page.getByRole('list', { name: 'Failing now' });
    await expect(failing).toBeInViewport({ ratio: 1 });
    await failing.getByRole('link', { name: 'Bank', exact: true }).click();
    const failure = page.getByRole('region', { name: 'Failure' });
    await expect(failure.locator('ins, del').first()).toBeInViewport({ ratio: 1 });
    test.info().annotations.push({
      type: 'from the landing page to the differing words of a failing monitor',
      description: `1 click, ${Date.now() - began} ms`,
    });
  });

  await test.step('it is the first in the list, and its run is a click away', async () => {
    await page.goto('/history/monitoring');
    const rows = page.getByRole('table', { name: 'Monitors' }).getByRole('row');
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(1)).toContainText('Bank');
    await expect(rows.nth(1)).toContainText('Failing since');
    await page.getByRole('link', { name: 'Open failing run of Bank' }).click();
    await expect(page.getByRole('region', { name: 'Failure' })).toContainText('at the weekend');
    await page.goBack();
  });

  await test.step('its page says what failed and since when', async () => {
    await page.getByRole('link', { name: 'Bank', exact: true }).click();
    await expect(page).toHaveURL(`/history/monitors/${suiteId}`);
    const incident = page.getByRole('region', { name: 'Incident' });
    await expect(incident).toContainText('Opening hours');
    await expect(incident).toContainText('1: When are you open?');
    await expect(page.getByText('Incident opened')).toBeVisible();
  });

  await test.step('it is acknowledged, assigned and muted, and each is in its timeline', async () => {
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).click();
    await expect(page.getByText(`Acknowledged by ${account.name}`)).toBeVisible();
    await choose(page, 'Assignee', account.name);
    await expect(page.getByText(`${account.name} assigned it to ${account.name}`)).toBeVisible();
    await page.getByRole('button', { name: 'Actions for Bank' }).click();
    await page.getByRole('menuitem', { name: 'Mute for a day' }).click();
    await expect(page.getByText(/^Muted until/)).toBeVisible();
    await expect(page.getByText(`${account.name} acknowledged it`)).toBeVisible();
    await expect(page.getByText(new RegExp(`${account.name} snoozed it until`))).toBeVisible();
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Snooze' }).click();
    await page.getByRole('menuitem', { name: 'End snooze' }).click();
    await expect(page.getByText(/^Muted until/)).toBeHidden();
  });

  await test.step('its schedule is changed and it is run from here', async () => {
    await page.getByRole('button', { name: 'Actions for Bank' }).click();
    await page.getByRole('menuitem', { name: 'Schedule' }).click();
    const schedule = page.getByRole('dialog', { name: 'Monitoring' });
    await expect(schedule.getByLabel('Run on a schedule')).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(schedule).toBeHidden();
    await page.getByRole('button', { name: 'Run now' }).click();
    await expect(page).toHaveURL(/\/history\/testruns\//);
    await expect(page.getByRole('region', { name: 'Failure' })).toBeVisible();
  });
});

test('an administrator sends alerts by mail and sees what was delivered', async ({
  page,
  parley,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const outsider = `ops-${account.email}`;
  await signIn(page, account);
  await page.goto('/history/monitoring?tab=alerts');
  await page.getByRole('button', { name: 'Add channel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add channel' });
  await dialog.getByLabel('Name').fill('On call');
  await dialog.getByLabel('Recipients').fill('nobody');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Not an email address.');
  await expectAccessibleEverywhere(page);
  await dialog.getByLabel('Recipients').fill(`${account.email}, ${outsider}`);
  await dialog.getByLabel('Wrong answer').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`${account.email}, ${outsider} · Wrong answer`)).toBeVisible();

  await test.step('somebody outside of the organization confirms first', async () => {
    await expect(page.getByText(`Waiting for confirmation: ${outsider}`)).toBeVisible();
    await expectAccessibleEverywhere(page);
    const { pathname, search } = await linkMailedTo(parley, outsider, '/alert-recipient');
    await page.goto(pathname + search);
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { name: 'Alerts confirmed' })).toBeVisible();
    await page.goto('/history/monitoring?tab=alerts');
    await expect(page.getByText('Waiting for confirmation')).toBeHidden();
  });

  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByText(/^Last sent/)).toBeVisible();
  await page.getByRole('button', { name: 'Actions for On call' }).click();
  await page.getByRole('menuitem', { name: 'Deliveries' }).click();
  await expect(page.getByRole('dialog').getByText('Sent')).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test('an address inside the network is refused as a webhook, and a secret is told once', async ({
  page,
  account,
  signIn,
}) => {
  await signIn(page, account);
  await page.goto('/history/monitoring?tab=alerts');
  await page.getByRole('button', { name: 'Add channel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Pager');
  await choose(page, 'Send by', 'Webhook');
  await dialog.getByLabel('Address').fill('http://169.254.169.254/latest');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Parley is not allowed to connect');
  await dialog.getByLabel('Address').fill('https://hooks.example.com/secret-path');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await expect(page.getByText('hooks.example.com/…')).toBeVisible();
  await expect(page.getByText('secret-path')).toBeHidden();
});

test('an exclusion calendar with holidays and weekly hours is made, used and deleted', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const { suiteId } = await openSuite(account);
  await signIn(page, account);
  await page.goto('/history/monitoring?tab=exclusions');
  await page.getByRole('button', { name: 'Add calendar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add calendar' });
  await dialog.getByLabel('Name').fill('Quiet times');
  await dialog.getByLabel('Time zone').fill('Mars/Base');
  await choose(page, 'Public holidays', 'Germany');
  await choose(page, 'Region', 'Bayern');
  await dialog.getByRole('button', { name: 'Add weekly hours' }).click();
  await dialog.getByLabel('From', { exact: true }).fill('00:00');
  await dialog.getByLabel('To', { exact: true }).fill('00:00');
  // Add the weekend, so that the hours include today.
  for (const day of ['Sat', 'Sun']) await dialog.getByText(day, { exact: true }).click();
  await expectAccessibleEverywhere(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('There is no time zone “Mars/Base”.');
  await dialog.getByLabel('Time zone').fill('Europe/Berlin');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 window · holidays of DE-BY · Europe/Berlin')).toBeVisible();

  await page.goto(`/test-suite/${suiteId}`);
  const schedule = await openSchedule(page);
  await schedule.getByLabel('Quiet times').check();
  await expect(schedule.getByText(/^Skipped · Quiet times: /).first()).toBeVisible();
  await schedule.getByRole('button', { name: 'Save' }).click();
  await expect(schedule).toBeHidden();

  await page.goto('/history/monitoring?tab=exclusions');
  await page.getByRole('button', { name: 'Delete Quiet times' }).click();
  await page.getByRole('button', { name: 'Delete calendar' }).click();
  await expect(page.getByText('No exclusion calendars')).toBeVisible();
  expect(await account.call(monitoring.listCalendars)).toEqual([]);
});

test('a status page is made, seen by everybody once it is public', async ({
  page,
  browser,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const { suiteId } = await openSuite(account);
  await account.call(suites.setMonitoring, { params: { suiteId }, body: { isMonitoring: true } });
  await signIn(page, account);
  await page.goto('/history/monitoring?tab=status');
  const slug = `status-${Date.now()}`;
  await page.getByLabel('Title').fill('Acme assistants');
  await page.getByLabel('Address', { exact: true }).fill('-');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('An address has 3 to 48')).toBeVisible();
  await page.getByLabel('Address', { exact: true }).fill(slug);
  await page.getByRole('checkbox', { name: 'Bank' }).check();
  await page.getByLabel('Name of Bank on the page').fill('Chat on the website');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Private', { exact: true })).toBeVisible();

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`/status/${slug}`);
  await expect(visitor.getByRole('heading', { name: 'Status page not found' })).toBeVisible();

  await page.getByRole('checkbox', { name: /^Public/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  const address = page.getByRole('textbox', { name: 'Page address' });
  await expect(address).toHaveValue(new RegExp(`/status/${slug}$`));
  await expectAccessibleEverywhere(page);

  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Acme assistants' })).toBeVisible();
  await expect(
    visitor.getByRole('listitem').filter({ hasText: 'Chat on the website' }),
  ).toBeVisible();
  await expect(visitor.getByText('Bank')).toHaveCount(0);
  await expectAccessibleEverywhere(visitor);
  await visitor.context().close();
});

test('what is typed for a status page stays when the page cannot be loaded anew', async ({
  page,
  account,
  signIn,
}) => {
  await signIn(page, account);
  await page.goto('/history/monitoring?tab=status');
  await page.getByLabel('Title').fill('Acme assistants');
  await page.route('**/status-page', (route) => route.fulfill({ status: 500 }));
  const slug = `status-${Date.now()}`;
  const body = { slug, title: 'Of a colleague', isPublic: false, isListed: false, suites: [] };
  await account.call(statusPages.saveStatusPage, { body });
  await expect(page.getByText('Failed to load the status page')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Acme assistants');
});

test.describe('far east of UTC', () => {
  test.use({ timezoneId: 'Pacific/Auckland' });

  test('a status page tells each day by the date it was counted on', async ({ page }) => {
    const days = [{ day: '2026-12-01', state: 'passed' }];
    const suite = { label: 'Chat on the website', state: 'up', passedShare: 1, days };
    const json = {
      title: 'Acme assistants',
      isListed: false,
      readAt: '2026-12-01T12:00:00.000Z',
      suites: [suite],
      incidents: [],
    };
    await page.route('**/status-pages/acme', (route) => route.fulfill({ json }));
    await page.goto('/status/acme');
    await expect(page.getByTitle('Dec 1, 2026: every check passed')).toBeVisible();
  });
});

test('a monitor is paused until a date', async ({ page, account, signIn, expectAccessible }) => {
  const { suiteId } = await openSuite(account);
  await account.call(suites.setMonitoring, { params: { suiteId }, body: { isMonitoring: true } });
  await signIn(page, account);
  await page.goto('/history/monitoring');
  const row = page.getByRole('row').filter({ hasText: 'Bank' });
  await row.getByRole('button', { name: 'Actions for Bank' }).click();
  await page.getByRole('menuitem', { name: 'Pause until a date' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pause until' });
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(dialog.getByText('Choose a date and a time.')).toBeVisible();
  await expectAccessible(page);
  const tomorrow = new Date(Date.now() + 26 * 3_600_000).toISOString().slice(0, 10);
  await dialog.getByLabel('The monitor resumes at this time').fill(`${tomorrow}T09:30`);
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(row.getByText('Paused', { exact: true })).toBeVisible();
  await expect(row.getByRole('cell', { name: /^Paused until .*9:30/ })).toBeVisible();
});

test('monitors that the plan stops say why, since when and what to do', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const { suiteId } = await openSuite(account);
  await account.call(suites.setMonitoring, { params: { suiteId }, body: { isMonitoring: true } });
  const stopped = {
    reason: 'interactions',
    since: '2026-11-20T09:00:00.000Z',
    message: 'The 10,000 interactions of this month are used up.',
    hint: 'New runs start again on December 1, or with a larger plan: see Billing & Usage.',
  };
  await page.route(/\/monitoring-stops$/, (route) =>
    route.fulfill({ json: [{ ...stopped, monitors: 1 }] }),
  );
  await page.route(/\/monitors(\?|$)/, async (route) => {
    const response = await route.fetch();
    const { items, nextCursor } = await response.json();
    const json = { items: items.map((item: object) => ({ ...item, stopped })), nextCursor };
    await route.fulfill({ response, json });
  });
  await signIn(page, account);
  await page.goto('/history/monitoring');
  const alert = page.getByRole('alert').filter({ hasText: '1 monitored test suite does not run' });
  await expect(alert).toContainText(stopped.message);
  await expect(alert).toContainText('Stopped since');
  await expect(alert).toContainText(stopped.hint);
  const row = page.getByRole('row').filter({ hasText: 'Bank' });
  await expect(row.getByText('Stopped', { exact: true })).toBeVisible();
  await expect(row.getByText('Passing')).toHaveCount(0);
  await expectAccessibleEverywhere(page);

  const { projectId } = await account.call(suites.getSuite, { params: { suiteId } });
  await page.goto(`/projects/${projectId}`);
  await expect(page.getByText('Monitoring stopped')).toBeVisible();
});

test('a status page never shows a check for what is not checked', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  const suite = { passedShare: 1, stoppedSince: null, days: [] };
  const json = {
    title: 'Acme assistants',
    isListed: true,
    readAt: '2026-11-21T12:00:00.000Z',
    suites: [
      { ...suite, label: 'Chat', state: 'up' },
      { ...suite, label: 'Hotline', state: 'stopped', stoppedSince: '2026-11-20T09:00:00.000Z' },
      { ...suite, label: 'Shop', state: 'unknown' },
    ],
    incidents: [],
  };
  await page.route(/\/status-pages\/acme$/, (route) => route.fulfill({ json }));
  await page.goto('/status/acme');
  await expect(page.getByRole('status').first()).toHaveText('2 of 3 not being checked');
  const hotline = page.getByRole('listitem').filter({ hasText: 'Hotline' });
  await expect(hotline).toContainText('Monitoring stopped');
  await expect(hotline).toContainText('Not checked since');
  await expect(page.getByText('No failures')).toHaveCount(0);
  await expectAccessibleEverywhere(page);
});
