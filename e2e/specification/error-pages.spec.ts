import { projects } from '@parley/contract';
import { expect, leaveDashboard, test } from '../fixtures.ts';
import { visit } from './visit.ts';

test('[S-008, S-029, S-033, S-131] pages for what is not there and for what breaks', async ({
  page,
  account,
  signIn,
}) => {
  await signIn(page, account);
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });

  await test.step('an address without a page, and the way home', async () => {
    await visit(page, '/nowhere/at/all');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await expect(
      page.getByText("The page you're looking for doesn't exist or has been moved."),
    ).toBeVisible();
    const home = page.getByRole('link', { name: 'Go Home' });
    await expect(home).toHaveAttribute('href', '/test-suites');
    await home.click();
    await expect(page).toHaveURL(/\/projects$/);
  });

  await test.step('a page that breaks leaves the shell, and says what to do', async () => {
    await visit(page, '/error-test');
    await expect(page.getByRole('main').getByRole('button')).toHaveText([
      'Throw Sync Error',
      'Throw Async Error',
      'Cause Runtime Error',
    ]);
    await page.getByRole('button', { name: 'Throw Sync Error' }).click();
    const fallback = page.getByRole('alert', { name: 'Something went wrong' });
    await expect(fallback.getByText(/Reload it.*contact support/)).toBeVisible();
    await expect(fallback.getByRole('button', { name: 'Reload Page' })).toBeVisible();
    await expect(fallback.getByText('Stack')).toBeHidden();
    await fallback.getByText('View Error Details').click();
    for (const term of ['Name', 'Message', 'Stack']) {
      await expect(fallback.getByRole('term').filter({ hasText: term })).toBeVisible();
    }
    await expect(sidebar).toBeVisible();
  });

  await test.step('so does the dashboard of projects, over an answer that nobody can draw', async () => {
    await account.call(projects.createProject, { body: { name: 'Hotline' } });
    await page.route(/\/organizations\/[^/]+\/projects/, async (route) => {
      const response = await route.fetch();
      const list: object[] = await response.json();
      await route.fulfill({ response, json: list.map((one) => ({ ...one, description: {} })) });
    });
    await leaveDashboard(page);
    await page.evaluate(() => localStorage.removeItem('project-storage'));
    await page.goto('/projects');
    await expect(page.getByRole('alert', { name: 'Something went wrong' })).toBeVisible();
    await expect(sidebar.getByRole('link', { name: 'History' })).toBeVisible();
  });
});
