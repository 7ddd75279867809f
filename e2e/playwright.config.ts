import { findPostgresql } from '@parley/server/testing/find-postgresql';
import { defineConfig } from '@playwright/test';
import { ensureBrowser } from './ensure-browser.mjs';
import type { DatabaseOption } from './fixtures.ts';

const isCi = process.env.CI === 'true';
const { address: postgresql } = await findPostgresql();

/** The ten of the specification. `10-keyboard-*` walk them once more, which a phone is not for. */
const tenJourneys = /journeys\/(0\d-[^/]+|10-keyboard)\.spec\.ts$/;

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

export default defineConfig<object, DatabaseOption>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './global-setup.ts',
  // They need an emulator that `npm run test:firebase` starts.
  testIgnore: process.env.FIREBASE_AUTH_EMULATOR_HOST ? [] : ['**/e2e/firebase/**'],
  outputDir: '../test-results',
  workers: 2,
  // A test that passes only when tried again is counted and named in the closing lines.
  retries: isCi ? 2 : 0,
  // A machine of CI shares its cores: what takes a second elsewhere may take ten there.
  timeout: isCi ? 240_000 : 120_000,
  expect: { timeout: isCi ? 30_000 : 10_000 },
  // The closing lines come in any case, before a machine of CI takes the whole run away.
  globalTimeout: isCi ? 45 * 60_000 : 0,
  forbidOnly: isCi,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  projects: [
    {
      name: 'wide',
      // The phones see everything move; here each movement would be waited for, hundreds of times.
      use: { viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } },
    },
    ...(postgresql
      ? [
          {
            name: 'phone on PostgreSQL',
            testMatch: tenJourneys,
            use: { ...phone, postgresql },
          },
        ]
      : []),
  ],
  use: {
    // What cannot be pressed fails by itself, not with its test minutes later.
    actionTimeout: isCi ? 30_000 : 15_000,
    navigationTimeout: isCi ? 60_000 : 30_000,
    // To record each test takes a third of its time; in CI what failed is recorded when it is tried again.
    trace: isCi ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
      executablePath: ensureBrowser(),
      args: [
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
