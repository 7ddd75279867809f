import type { Page } from '@playwright/test';

/** Opens a select of a page and takes the first of its options with the name; a text is the whole name. */
export async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).first().click();
}
