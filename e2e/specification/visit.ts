import type { Page } from '@playwright/test';

/** Navigates to an address within the dashboard without reloading it. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}
