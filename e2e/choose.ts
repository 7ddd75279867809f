import type { Page } from '@playwright/test';

/** Opens a select and chooses its first option with this name. A string must match the whole name. */
export async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).first().click();
}
