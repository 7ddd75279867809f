import type { Page } from '@playwright/test';
import { createProjectWithSuite, createVisitor, expect, test } from '../fixtures.ts';
import { visit } from './visit.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('[A-018, A-031, A-035, S-035] what visitors may see stays where it is', async ({ page }) => {
  for (const [path, title] of [
    ['/signin', 'Sign in to Parley'],
    ['/signup', 'Create your account'],
    ['/signin/sso', 'Enterprise SSO'],
    ['/ibm-login?instance_id=i-1', /IBM/],
    ['/info', 'Every conversation, tested'],
    ['/verify', 'Invalid link'],
    ['/invitation', 'Invalid Invitation'],
    ['/invitation/a/b', 'Invalid Invitation'],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(heading(page)).toHaveText(title);
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
    });
  }
  await visit(page, '/verify/below');
  await expect(page).toHaveURL(/\/signin$/);
  await expect(page.getByText('Page Not Found')).toHaveCount(0);
});

test('[A-027] the sign-in by user id is unknown on a host that is not local', async ({
  page,
  context,
  account,
  parley,
  signIn,
}) => {
  const elsewhere = parley.url.replace('localhost', 'parley.localhost');
  await page.goto(`${elsewhere}/signin/userID/${account.userId}`);
  await expect(page).toHaveURL(`${elsewhere}/signin`);

  await signIn(page, account);
  const token = await page.evaluate(() => localStorage.getItem('jwt'));
  await context.addInitScript((jwt) => localStorage.setItem('jwt', jwt ?? ''), token);
  await page.goto(`${elsewhere}/signin/userID/${account.userId}`);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

test('[A-024, A-025, A-036] somebody signed in is led on from the ways in, and may stay on the open pages', async ({
  page,
  account,
  signIn,
}) => {
  await signIn(page, account);
  for (const path of ['/signin/sso', '/ibm-login?instance_id=i-1']) {
    await visit(page, path);
    await expect(page, path).toHaveURL(/\/projects$/);
  }
  for (const [path, title] of [
    ['/verify', 'Invalid link'],
    ['/info', 'Every conversation, tested'],
    ['/invitation', 'Invalid Invitation'],
  ] as const) {
    await visit(page, path);
    await expect(heading(page), path).toHaveText(title);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
});

test('[A-046, A-056, S-034, S-053] protected pages have their name and their width', async ({
  page,
  account,
  signIn,
}) => {
  await page.setViewportSize({ width: 1920, height: 1000 });
  const { projectId, suiteId } = await createProjectWithSuite(account);
  const device = await createVisitor(account, 'Front door');
  const pages = [
    { path: '/projects', isFull: true, name: 'Projects' },
    { path: `/projects/${projectId}`, isFull: true, name: 'Hotline' },
    { path: `/test-suite/${suiteId}`, isFull: true, name: 'Greeting' },
    { path: '/devices', isFull: true, name: 'Virtual Devices' },
    { path: `/devices/${device.id}`, isFull: true, name: 'Front door' },
    { path: '/history', isFull: true, name: 'History' },
    { path: '/error-test', isFull: true, name: 'Error test' },
    { path: '/account', isFull: false, name: 'My Account' },
    { path: '/billing', isFull: false, name: 'Billing & Usage' },
    { path: '/organization', isFull: false, name: 'Organization Management' },
    { path: '/history/testruns/none', isFull: false, name: 'Run none' },
    { path: '/nowhere', isFull: false, name: 'Page Not Found' },
  ];

  await test.step('none of them is for visitors', async () => {
    await page.goto('/info');
    for (const { path } of pages) {
      await visit(page, path);
      await expect(page, path).toHaveURL(/\/signin$/);
    }
  });
  await signIn(page, account);

  for (const { path, isFull, name } of pages) {
    await test.step(`${path} is ${isFull ? 'full width' : 'contained'}`, async () => {
      await visit(page, path);
      const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
      await expect(trail.getByRole('listitem').last()).toHaveText(name);
      const widest = page.getByRole('main').locator(':scope > div, :scope > section').first();
      const isWide = async () => ((await widest.boundingBox())?.width ?? 0) > 1600;
      await expect.poll(isWide).toBe(isFull);
      if (!isFull) expect((await widest.boundingBox())?.width).toBeLessThan(1100);
    });
  }
});
