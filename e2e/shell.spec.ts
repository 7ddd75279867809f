import { projects, suites } from '@parley/contract';
import type { Page } from '@playwright/test';
import { createProjectWithSuite, expect, leaveDashboard, test, toasts } from './fixtures.ts';
import { type ParleyServer, startParley } from './server.ts';

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const trail = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' });

test('[S-005, S-046, S-050, S-072] the shell has its parts in their places', async ({
  page,
  createAccount,
  signIn,
}) => {
  const account = await createAccount({ organizationName: 'Globex' });
  await signIn(page, account);
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Toggle sidebar' }),
  ).toBeVisible();
  await expect(
    page.getByRole('banner').getByRole('navigation', { name: 'Breadcrumb' }),
  ).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: /User menu/ })).toBeVisible();
  await expect(sidebar(page).getByRole('heading', { name: 'Projects' })).toBeVisible();

  const docs = sidebar(page).getByRole('link', { name: /Read our docs/ });
  await expect(docs).toHaveAttribute('target', '_blank');
  await expect(docs).toHaveAttribute('rel', 'noreferrer');
  await expect(sidebar(page).getByRole('button', { name: 'Guided tours' })).toBeVisible();
  await expect(sidebar(page).getByRole('button', { name: 'Share Feedback' })).toBeVisible();

  const switcher = sidebar(page).getByRole('button', { name: /Globex/ });
  await expect(switcher).toContainText('Trial');
  await switcher.click();
  const panel = page.getByRole('dialog', { name: 'Organizations' });
  await expect(panel.getByRole('link', { name: 'Manage' })).toBeVisible();
  await expect(panel.getByRole('combobox')).toHaveCount(0);
  await expect(panel.getByText(/Other Organizations/)).toHaveCount(0);
  await expect(panel.getByRole('link', { name: 'Add organization' })).toHaveCount(0);
});

test('whoever comes back has everything asked for at once, and nothing twice', async ({
  page,
  context,
  createAccount,
  signIn,
}) => {
  const account = await createAccount();
  const { projectId, suiteId } = await createProjectWithSuite(account);
  await signIn(page, account);
  // From here on the list of projects is known, and not asked for ahead.
  await expect(page.getByText('Hotline').first()).toBeVisible();
  const pages = [
    { path: `/projects/${projectId}`, ahead: 6 },
    { path: `/test-suite/${suiteId}`, ahead: 4 },
  ];
  for (const { path, ahead } of pages) {
    const tab = await context.newPage();
    const asked: string[] = [];
    tab.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/internal/')) asked.push(pathname);
    });
    // Before the dashboard's program has loaded.
    await tab.route('**/assets/index-*.js', async (route) => {
      await expect.poll(() => asked.length).toBe(ahead);
      await route.continue();
    });
    await tab.goto(path);
    await expect(tab.getByText('Greeting').first()).toBeVisible();
    expect(asked.filter((address, index) => asked.indexOf(address) !== index)).toEqual([]);
    await tab.close();
  }
});

test('[S-054, S-055, S-057, S-060] the user menu leads to everything of one’s own', async ({
  page,
  account,
  signIn,
}) => {
  await signIn(page, account);
  await page.getByRole('button', { name: /User menu/ }).click();
  const item = (name: string | RegExp) => page.getByRole('menuitem', { name });
  await expect(item('Account')).toHaveAttribute('href', '/account');
  await expect(item('Support')).toHaveAttribute('href', /^mailto:/);
  await expect(item(/Privacy Policy/)).toHaveAttribute('target', '_blank');
  await item('Theme').press('ArrowRight');
  for (const theme of ['Light', 'Dark', 'System']) {
    await expect(page.getByRole('menuitemradio', { name: theme })).toBeVisible();
  }
  await page.keyboard.press('ArrowLeft');
  await item('Log out').click();
  await expect(page).toHaveURL(/\/signin$/);
});

test('[A-357] a log out that fails says so, and is tried again until the session is over', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const signOutPath = '**/api/auth/sign-out';
  const sessionStatus = async () => (await page.request.get('/api/auth/token')).status();
  await signIn(page, account);
  await page.route(signOutPath, (route) => route.fulfill({ status: 500 }));
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  const failure = page.getByRole('alert');
  await expect(failure).toContainText('Logout failed. Please try again.');
  expect(await sessionStatus()).toBe(200);
  await expectAccessibleEverywhere(page);

  await page.unroute(signOutPath);
  await page.route(signOutPath, (route) => route.abort());
  await failure.getByRole('button', { name: 'Log out' }).click();
  await expect(failure).toContainText('Network error.');

  await page.unroute(signOutPath);
  const ended = page.waitForResponse(signOutPath);
  await failure.getByRole('button', { name: 'Log out' }).click();
  expect((await ended).ok()).toBe(true);
  await expect(failure).toHaveCount(0);
  expect(await sessionStatus()).toBe(401);
});

test('[S-014, S-016, S-037, S-039] breadcrumbs look names up', async ({
  page,
  account,
  signIn,
}) => {
  const project = await account.call(projects.createProject, { body: { name: 'Hotline' } });
  const body = { name: 'Greeting', projectId: project.id, platform: 'webchat' as const };
  const suite = await account.call(suites.createSuite, { body });
  await signIn(page, account);

  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/testsuites/${suite.id}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/test-suite/${suite.id}`);
  await expect(trail(page)).toContainText('Loading...');
  answer();
  await expect(trail(page)).toHaveText(/Dashboard\s*Projects\s*Hotline\s*Greeting/);
  await trail(page).getByRole('link', { name: 'Hotline' }).click();
  await expect(page).toHaveURL(new RegExp(`/projects/${project.id}$`));

  await page.goto('/projects/nope');
  await expect(trail(page)).toContainText('Unknown Project');
  await page.goto('/test-suite/nope');
  await expect(trail(page)).toContainText('Unknown Test Suite');
  await page.route('**/organizations/*/projects/*', (route) => route.fulfill({ status: 500 }));
  await page.goto(`/projects/${project.id}`);
  await expect(trail(page)).toContainText('Error');
});

test('[S-071] on the page of a suite its project is the highlighted one, however somebody came there', async ({
  page,
  account,
  signIn,
}) => {
  await createProjectWithSuite(account, { project: 'Cards', suite: 'Lost card' });
  const { suiteId } = await createProjectWithSuite(account);
  await signIn(page, account);
  const listed = sidebar(page).getByRole('navigation', { name: 'Projects' });
  const current = listed.locator('[aria-current=page]');
  await listed.getByRole('link', { name: 'Cards' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Lost card' }).click();
  await expect(page).toHaveURL(/\/test-suite\//);
  await expect(current).toHaveAccessibleName('Cards');
  await page.goto(`/test-suite/${suiteId}`);
  await expect(current).toHaveAccessibleName('Hotline');
});

test('[S-067] three rows stand in for projects that are loading', async ({
  page,
  account,
  signIn,
}) => {
  await signIn(page, account);
  await leaveDashboard(page);
  await page.evaluate(() => localStorage.removeItem('project-storage'));
  await page.route('**/projects', () => new Promise(() => {}));
  await page.goto('/account');
  const waiting = sidebar(page).getByRole('status', { name: 'Loading projects' });
  await expect(waiting.locator('> *')).toHaveCount(3);
});

test('[S-024, S-026, S-040] the account page names addresses and version', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, account);
  await page.goto('/account');
  await expect(trail(page)).toHaveText(/Dashboard\s*My Account/);
  const about = page.getByRole('region', { name: 'About' });
  for (const term of [
    'API URL',
    'Dashboard URL',
    'Exploratory testing URL',
    'WebSocket URL',
    'Version',
  ]) {
    await expect(about.getByText(term, { exact: true })).toBeVisible();
  }
  await expectAccessible(page);
  const widths = await page.evaluate(() => {
    const main = document.querySelector('main');
    return [main?.clientWidth ?? 0, main?.firstElementChild?.clientWidth ?? 0];
  });
  expect(widths[1]).toBeLessThan(widths[0] ?? 0);
});

test('a name and a password are changed on the account page', async ({ page, account, signIn }) => {
  await signIn(page, account);
  await page.goto('/account');
  await page.getByLabel('Full name').fill('Nora Berg');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(toasts(page).getByText('Profile saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'User menu of Nora Berg' })).toBeVisible();

  const change = page.getByRole('button', { name: 'Change password' });
  await expect(change).toBeDisabled();
  await page.getByLabel('Current password').fill('Wrong-Horse-7');
  await page.getByLabel('New password').fill('Better-Horse-8');
  await page.getByLabel('Confirm password').fill('Better-Horse-8');
  await change.click();
  await expect(page.getByText('Password is incorrect.')).toBeVisible();
  await page.getByLabel('Current password').fill(account.password);
  await change.click();
  await expect(toasts(page).getByText('Password changed')).toBeVisible();
  await expect(page).toHaveURL(/\/account$/);

  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await signIn(page, { ...account, password: 'Better-Horse-8' });
});

test('[S-089, S-091, S-093, S-094] the trial banner can be dismissed until the next reload', async ({
  page,
  account,
  signIn,
}) => {
  await signIn(page, account);
  const banner = page.getByRole('region', { name: 'Trial' });
  await expect(banner).toContainText(
    'Your trial expires in 14 days. Subscribe now to continue using all features.',
  );
  await expect(banner.getByRole('link', { name: 'Contact Sales' })).toHaveAttribute(
    'href',
    /^mailto:/,
  );
  await banner.getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner).toHaveCount(0);
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page).toHaveURL(/\/history/);
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect(banner).toBeVisible();
});

test.describe('where everybody may add organizations', () => {
  let server: ParleyServer;
  test.beforeAll(async () => {
    server = await startParley({ PARLEY_ORGANIZATION_DOMAINS: '*' });
  });
  test.afterAll(() => server.stop());

  test('[S-027, S-028, S-080] another organization is added by a full page load and becomes the current one', async ({
    page,
  }) => {
    await page.goto(`${server.url}/signup`);
    await page.getByLabel('Email').fill('nora@initech.test');
    await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7');
    await page.getByLabel('Confirm password').fill('Correct-Horse-7');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByLabel('Full name').fill('Nora Lind');
    await page.getByLabel('Company name').fill('Initech');
    await page.getByRole('combobox', { name: 'Job title' }).click();
    await page.getByRole('option', { name: 'QA Engineer' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/projects$/);

    const switcher = page.getByRole('button', { name: /Initech|Hooli/ });
    await switcher.click();
    const loaded = page.waitForEvent('load');
    await page.getByRole('link', { name: 'Add organization' }).click();
    await loaded;
    await expect(page).toHaveURL(/\/organizations\/new$/);
    await page.getByLabel('Organization name').fill('Hooli');
    await page.getByRole('button', { name: 'Add organization' }).click();
    await expect(page).toHaveURL(/\/projects$/);
    await expect(switcher).toContainText('Hooli');

    await switcher.click();
    await page.getByRole('option', { name: 'Initech' }).click();
    await expect(switcher).toContainText('Initech');
  });
});
