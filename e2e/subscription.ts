import type { Subscription } from '@parley/contract';
import type { Page } from '@playwright/test';

const dayMs = 86_400_000;

/** Overrides the subscription in the server's responses, because only operators can change it. */
export async function answerWith(
  page: Page,
  subscription: () => Partial<Subscription>,
): Promise<void> {
  await page.route(/\/organizations\/[^/?]+$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const organization = await response.json().catch(() => undefined);
    // The page has navigated away and no longer waits for the response.
    if (organization === undefined) return;
    await route.fulfill({
      response,
      json: {
        ...organization,
        subscription: { planId: 'trial', endDate: null, ...subscription() },
      },
    });
  });
}

export function inDays(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString();
}
