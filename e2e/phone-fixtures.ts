/** Fixtures for a Parley that can call and explore the mock IVR, over real SIP and RTP. */
import { type MockIvr, startMockIvr } from '@parley/mock-ivr';
import type { Page } from '@playwright/test';
import { test as base } from './fixtures.ts';
import { type ParleyServer, startParley } from './server.ts';

interface PhoneFixtures {
  ivr: MockIvr;
  /** Additional settings for the server. */
  settings: Record<string, string>;
  parley: ParleyServer;
}

export const test = base.extend<object, PhoneFixtures>({
  ivr: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const ivr = await startMockIvr();
      await use(ivr);
      await ivr.close();
    },
    { scope: 'worker' },
  ],
  settings: [{}, { scope: 'worker' }],
  parley: [
    async ({ ivr, settings }, use) => {
      const server = await startParley({
        PARLEY_PHONE_ALLOW: `sip:*@${ivr.authority}`,
        PARLEY_EGRESS_ALLOW: ivr.authority,
        PARLEY_EXPLORATORY_TESTING_FOR: '*',
        ...settings,
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Starts an exploration of a phone line by its number. */
export async function exploreLine(page: Page, to: string): Promise<void> {
  await page.goto('/explore');
  await page.getByRole('button', { name: 'New exploration' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New exploration' });
  await dialog.getByRole('combobox', { name: 'Channel' }).click();
  await page.getByRole('option', { name: 'Phone' }).click();
  await dialog.getByLabel('Number or address to call').fill(to);
  await dialog.getByRole('button', { name: 'Start talking' }).click();
}
