/** Opens and closes the sidebar, which is next to the page or, on a narrow screen, a drawer over it. */
import { expect, type Locator, type Page } from '@playwright/test';

/** The breakpoint of the dashboard (sidebar-state.ts). */
const wideFromPx = 768;

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Sidebar' });

export function isNarrow(page: Page): boolean {
  return (page.viewportSize()?.width ?? wideFromPx) < wideFromPx;
}

/** Opens the sidebar. On a narrow screen, following a link closes it again. */
export async function openNavigation(
  page: Page,
  press: (button: Locator) => Promise<void> = (button) => button.click(),
): Promise<Locator> {
  if (!isNarrow(page)) return page.getByRole('complementary', { name: 'Sidebar' });
  // A drawer that was just closed slides away first.
  await expect(drawer(page)).toHaveCount(0);
  await press(page.getByRole('button', { name: 'Toggle sidebar' }));
  await expect(drawer(page)).toBeVisible();
  return drawer(page);
}

/** Closes the sidebar without following a link. */
export async function closeNavigation(page: Page): Promise<void> {
  if (!isNarrow(page)) return;
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
}
