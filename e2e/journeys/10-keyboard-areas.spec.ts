import { runs } from '@parley/contract';
import { createBankSuite, loadTesterEmail } from '../bank-suite.ts';
import { createProjectWithSuite, expect, test, toasts } from '../fixtures.ts';
import { chooseByKeys, openNavigationByKeys, pressKey, tabTo, typeInto } from '../keyboard.ts';
import { untilRunEnded } from '../run-end.ts';

// Show focus rings immediately instead of fading them in.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 300_000 });

test('a load test is set up, stopped and read by the keyboard alone', async ({
  page,
  createAccount,
  signIn,
  expectAccessible,
}) => {
  const account = await createAccount({ email: loadTesterEmail() });
  await createBankSuite(account, 'around the clock');
  await signIn(page, account);
  const main = page.getByRole('main');
  const button = (name: string | RegExp) => main.getByRole('button', { name, exact: true });

  await test.step('from the menu to the form', async () => {
    const sidebar = await openNavigationByKeys(page);
    await pressKey(page, sidebar.getByRole('link', { name: 'Load Testing' }));
    await pressKey(page, main.getByRole('link', { name: 'New load test' }));
    await expect(page).toHaveURL(/\/load\/setup$/);
  });

  await test.step('every field of the form', async () => {
    await chooseByKeys(page, page.getByRole('combobox', { name: 'Project' }), 'Hotline');
    await chooseByKeys(page, page.getByRole('combobox', { name: 'Test suite' }), 'Bank');
    await tabTo(page, page.getByRole('radio', { name: 'Steady' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Ramp' })).toBeChecked();
    await page.keyboard.press('ArrowLeft');
    await typeInto(page, page.getByRole('textbox', { name: 'Virtual users' }), '3');
    await typeInto(page, page.getByLabel('Duration'), '10 min');
    await typeInto(page, page.getByLabel('Think time'), '200 ms');
    const balance = page.getByRole('checkbox', { name: 'Balance' });
    await pressKey(page, balance, 'Space');
    await expect(balance).not.toBeChecked();
    await typeInto(page, page.getByLabel('Latency p95 (ms)'), '30000');
    await typeInto(page, page.getByRole('textbox', { name: 'Name' }), 'By keys');
    await pressKey(page, button('Start load test'));
  });

  await test.step('its live page, the numbers, and the end of it', async () => {
    await expect(page).toHaveURL(/\/load\/[^/]+\/monitoring$/);
    await expect(main.getByText(/held by 1 worker/)).toBeVisible({ timeout: 60_000 });
    await pressKey(page, button('Show as a table'));
    const numbers = page.getByRole('table', { name: 'Load test in numbers' });
    await expect(numbers.getByRole('row').nth(2)).toBeVisible({ timeout: 60_000 });
    await expect(button('Hide table')).toBeFocused();
    await pressKey(page, button('Stop'));
    await expect(main).toBeFocused({ timeout: 60_000 });
    await pressKey(page, main.getByRole('link', { name: 'View results' }));
  });

  await test.step('the results, what failed, and their export', async () => {
    await expect(page).toHaveURL(/\/results$/);
    await expect(main).toContainText('Stopped');
    await pressKey(page, button('Export'));
    await expect(page.getByRole('menuitem', { name: 'Seconds as CSV' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button('Export')).toBeFocused();
    const failed = page.getByRole('region', { name: 'Failed conversations' });
    const first = failed.locator('summary').first();
    await pressKey(page, first);
    await expect(failed.getByText('Monday to Friday').first()).toBeVisible();
    await expect(first).toBeFocused();
    await expectAccessible(page);
  });

  await test.step('it is deleted, after a question that gives the focus back', async () => {
    const opener = button(/^Actions for/);
    const question = page.getByRole('alertdialog');
    await pressKey(page, opener);
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
    await page.keyboard.press('Enter');
    await pressKey(page, question.getByRole('button', { name: 'Delete' }));
    await expect(page.getByRole('heading', { name: 'No load tests yet' })).toBeVisible();
  });
});

test('a virtual device is made, renamed, limited and deleted by the keyboard alone', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, account);
  const main = page.getByRole('main');
  const button = (name: string) => main.getByRole('button', { name, exact: true });
  const heading = page.getByRole('heading', { level: 1 });
  const sidebar = await openNavigationByKeys(page);
  await pressKey(page, sidebar.getByRole('link', { name: 'Virtual Devices' }));

  await test.step('made', async () => {
    const dialog = page.getByRole('dialog', { name: 'New virtual device' });
    await pressKey(page, button('New device'));
    await expect(dialog.getByRole('radio', { name: /Webchat/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button('New device')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('radio', { name: /Webchat/ })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByLabel('Caller number', { exact: true })).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await typeInto(page, dialog.getByLabel('Name'), 'Front door');
    const browser = dialog.getByRole('combobox', { name: 'Browser' });
    await chooseByKeys(page, browser, 'Safari on iPhone');
    await expectAccessible(page);
    await pressKey(page, dialog.getByRole('button', { name: 'Create device' }));
    await expect(heading).toHaveText('Front door');
  });

  await test.step('renamed where the name stands', async () => {
    await pressKey(page, button('Rename Front door'));
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type('Back door');
    await page.keyboard.press('Enter');
    await expect(heading).toHaveText('Back door');
    await expect(button('Rename Back door')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Never mind');
    await page.keyboard.press('Escape');
    await expect(button('Rename Back door')).toBeFocused();
  });

  await test.step('its calendar, further ahead', async () => {
    await tabTo(page, page.getByRole('radio', { name: '6 h' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: '24 h' })).toBeChecked();
  });

  await test.step('limited', async () => {
    const limit = page.getByLabel('Simultaneous conversations');
    await typeInto(page, limit, '0');
    await page.keyboard.press('Enter');
    await expect(page.getByText('A device allows at least 1 conversation.')).toBeVisible();
    await typeInto(page, limit, '2');
    await pressKey(page, button('Save settings'));
    await expect(toasts(page)).toContainText('Settings saved');
    await expect(button('Save settings')).toBeDisabled();
    await expect(button('Save settings')).toBeFocused();
    await page.reload();
    await expect(limit).toHaveValue('2');
  });

  await test.step('deleted, after a question that gives the focus back', async () => {
    const question = page.getByRole('alertdialog');
    await pressKey(page, button('Delete'));
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(button('Delete')).toBeFocused();
    await page.keyboard.press('Enter');
    await pressKey(page, question.getByRole('button', { name: 'Delete device' }));
    await expect(heading).toHaveText('Virtual Devices');
    await expect(page.getByRole('heading', { name: /Create your first/ })).toBeVisible();
    await expect(main).toBeFocused();
  });
});

test('the usage of a plan is read by the keyboard alone', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  const { suiteId } = await createProjectWithSuite(account);
  const run = await account.call(runs.startRun, { params: { suiteId }, body: {} });
  await untilRunEnded(account, run.id);
  await signIn(page, account);
  const sidebar = await openNavigationByKeys(page);
  await pressKey(page, sidebar.getByRole('link', { name: 'Billing & Usage' }));
  const plan = page.getByRole('region', { name: 'Trial plan' });
  await tabTo(page, plan.getByRole('link', { name: 'Contact Sales' }));

  const chart = page.getByRole('region', { name: 'By day' });
  await tabTo(page, chart.getByRole('radio', { name: 'Interactions' }));
  await page.keyboard.press('ArrowRight');
  await expect(chart.getByRole('img', { name: /call minutes in \d+ days/ })).toBeVisible();
  await tabTo(page, chart.getByRole('radio', { name: 'Chart' }));
  await page.keyboard.press('ArrowRight');
  await expect(chart.getByRole('table', { name: 'Usage by day' })).toBeVisible();
  await expect(chart.getByRole('radio', { name: 'Table' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('ArrowLeft');
  await expect(chart.getByRole('img', { name: /call minutes in \d+ days/ })).toBeVisible();
});

test('an account is looked after by the keyboard alone', async ({
  page,
  browser,
  account,
  baseURL,
  signIn,
  expectAccessible,
}) => {
  const elsewhere = await browser.newPage(baseURL ? { baseURL } : {});
  await signIn(elsewhere, account);
  await elsewhere.close();
  await signIn(page, account);
  await page.goto('/account');
  const section = (name: string) => page.getByRole('region', { name });
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));

  await test.step('the profile', async () => {
    await typeInto(page, page.getByLabel('Job title'), 'Tester');
    await pressKey(page, page.getByRole('button', { name: 'Save profile' }));
    await expect(toasts(page)).toContainText('Profile saved');
    await expect(page.getByRole('button', { name: 'Save profile' })).toBeFocused();
  });

  await test.step('the password', async () => {
    const card = section('Sign-in password');
    await typeInto(page, card.getByLabel('Current password', { exact: true }), account.password);
    const change = card.getByRole('button', { name: 'Change password' });
    await typeInto(page, card.getByLabel('New password', { exact: true }), 'Correct-Horse-8');
    await typeInto(page, card.getByLabel('Confirm password', { exact: true }), 'Correct-Horse-8');
    await pressKey(page, change);
    await expect(toasts(page)).toContainText('Password changed');
    await expect(change).toBeFocused();
  });

  await test.step('mails and theme', async () => {
    const card = section('Email notifications');
    await pressKey(page, card.getByRole('checkbox', { name: 'Usage' }), 'Space');
    await expect(card.getByRole('checkbox', { name: 'Usage' })).not.toBeChecked();
    const choice = card.getByRole('combobox', { name: 'Runs that I started' });
    await chooseByKeys(page, choice, 'When a run ends');
    await tabTo(page, page.getByRole('radio', { name: /System/ }));
    await page.keyboard.press('ArrowLeft');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  await test.step('an API key, made and revoked', async () => {
    const card = section('API keys');
    await pressKey(page, card.getByRole('button', { name: 'Create API key' }));
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Nightly');
    await chooseByKeys(page, dialog.getByRole('combobox', { name: 'Expires' }), '30 days');
    await pressKey(page, dialog.getByRole('button', { name: 'Create key' }));
    await expect(dialog.getByText('Copy it now')).toBeVisible();
    await expectAccessible(page);
    await pressKey(page, dialog.getByRole('button', { name: 'Done' }));
    // The button of the empty list has disappeared with it.
    await expect(page.getByRole('main')).toBeFocused();
    const revoke = card.getByRole('button', { name: 'Revoke Nightly' });
    await pressKey(page, revoke);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(revoke).toBeFocused();
    await page.keyboard.press('Enter');
    await pressKey(page, dialog.getByRole('button', { name: 'Revoke key' }));
    await expect(card.getByRole('heading', { name: 'No API keys yet' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('everything taken along, and the way out', async () => {
    const take = page.getByRole('button', { name: 'Download my data' });
    await pressKey(page, take);
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await expect(proof.getByLabel('Password', { exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(take).toBeFocused();
    const leave = page.getByRole('button', { name: 'Delete my account' });
    await pressKey(page, leave);
    await expect(dialog).toContainText('You are the only member');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(leave).toBeFocused();
    await pressKey(page, page.getByRole('button', { name: 'Sign out everywhere' }));
    await pressKey(page, dialog.getByRole('button', { name: 'Sign out everywhere' }));
    await expect(page).toHaveURL(/\/signin$/);
  });
});
