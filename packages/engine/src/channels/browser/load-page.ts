import { ConversationError } from '@parley/egress';
import type { Page, Request } from 'playwright-core';
import type { CheckedProxy } from './checked-proxy.ts';
import { pageNotLoaded, pageStatus } from './page-failures.ts';

/**
 * Opens the address in the page.
 *
 * @throws ConversationError with the reason if the page cannot be loaded
 */
export async function loadPage(
  page: Page,
  url: string,
  proxy: CheckedProxy,
  deadline: number,
): Promise<void> {
  // After a redirect, the address that fails differs from the requested one.
  let failedAt = url;
  const note = (request: Request) => {
    if (isOfPage(page, request)) failedAt = request.url();
  };
  page.on('requestfailed', note);
  try {
    const timeout = Math.max(1, deadline - performance.now());
    const response = await page.goto(url, { waitUntil: 'domcontentloaded', timeout });
    if (response && response.status() >= 400) {
      throw pageStatus(response.status(), response.statusText());
    }
  } catch (error) {
    if (error instanceof ConversationError) throw error;
    throw pageNotLoaded(failedAt, url, error as Error, proxy.failureOf(failedAt));
  } finally {
    page.off('requestfailed', note);
  }
}

/** @returns true if the request loads the page itself, not a resource on it */
export const isOfPage = (page: Page, request: Request): boolean =>
  request.isNavigationRequest() && request.frame() === page.mainFrame();
