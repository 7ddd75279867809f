import type { Page } from '@playwright/test';

/** As long as a test takes at most from making its account to looking for a date. */
const takesMs = 5 * 60_000;

/**
 * Today, as the browser writes it in medium length. Where midnight passed since the test began, what
 * happened first bears the day before.
 */
export async function todayIn(page: Page): Promise<RegExp> {
  const days = await page.evaluate((before) => {
    const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
    return [format.format(Date.now()), format.format(Date.now() - before)];
  }, takesMs);
  return new RegExp([...new Set(days)].join('|').replaceAll('.', '\\.'));
}

/** Waits for the next month, in UTC, where this one would end while a test counts what it has used of it. */
export async function outsideMonthEnd(): Promise<void> {
  const now = new Date();
  const endsInMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime();
  if (endsInMs < takesMs) await new Promise((resolve) => setTimeout(resolve, endsInMs + 1000));
}
