import type { Page } from '@playwright/test';

/** Maximum time in milliseconds between creating a test's account and looking for a date. */
const takesMs = 5 * 60_000;

/**
 * Matches today's date in the browser's medium format. If midnight passed since the test began, the day before matches as
 * well.
 */
export async function todayIn(page: Page): Promise<RegExp> {
  const days = await page.evaluate((before) => {
    const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
    return [format.format(Date.now()), format.format(Date.now() - before)];
  }, takesMs);
  return new RegExp([...new Set(days)].join('|').replaceAll('.', '\\.'));
}

/** Waits for the next month in UTC if the current one would end while a test counts its monthly usage. */
export async function outsideMonthEnd(): Promise<void> {
  const now = new Date();
  const endsInMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime();
  if (endsInMs < takesMs) await new Promise((resolve) => setTimeout(resolve, endsInMs + 1000));
}
