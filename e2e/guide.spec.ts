import type { Page } from '@playwright/test';
import { expect, overhang, test } from './fixtures.ts';

/** Records requests to other hosts and browser errors, such as violations of the content security policy. */
function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url());
    const isOwn = host === new URL(page.url()).host || protocol === 'data:';
    if (page.url() !== 'about:blank' && !isOwn) problems.push(request.url());
  });
  return problems;
}

test('the guide can be read in both themes and widths, and needs nothing from elsewhere', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  const problems = watch(page);
  for (const path of ['/guide/first-run.html', '/guide/ci.html']) {
    await page.goto(path);
    await expect(page.locator('main h1')).toBeVisible();
    await expectAccessibleEverywhere(page);
  }
  expect(problems).toEqual([]);
});

test('the type of an error leads to its row', async ({ page }) => {
  const answer = await page.request.get('/api/v1/nothing');
  const { type, code } = await answer.json();
  await page.goto(type);
  await expect(page.locator('tr:target')).toContainText(code);
  await expect(page.locator('tr:target')).toBeInViewport();
  await page.goto('/guide/errors#auth/user-disabled');
  await expect(page.locator('tr:target')).toContainText('This account is disabled.');
  await expect(page.locator('main')).not.toContainText('<');
});

test('people find a page of the guide by keyboard', async ({ page }) => {
  const problems = watch(page);
  await page.goto('/guide/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  await page.keyboard.type('quarantine');
  await expect(page.getByRole('option').first()).toContainText(/quarantine/i);
  await page.keyboard.press('Enter');
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page).not.toHaveURL(/\/guide\/$/);
  expect(problems).toEqual([]);
});

test('on a phone the guide opens its contents from the bar', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/guide/first-run.html');
  await page.getByRole('button', { name: 'Menu', exact: true }).last().click();
  await page.locator('#VPSidebarNav').getByRole('link', { name: 'Glossary' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Glossary');
  expect(await overhang(page)).toBe(0);
});
