import { findPostgresql } from '@parley/server/testing/find-postgresql';
import { defineConfig } from '@playwright/test';
import { ensureBrowser } from './ensure-browser.mjs';
import type { DatabaseOption } from './fixtures.ts';

const isCi = process.env.CI === 'true';
const { address: postgresql } = await findPostgresql();

/** Tests that depend on a narrow touch screen or on its navigation. */
const onPhones = /journeys\/(0[1268]-[^/]+|07-many-suites|10-keyboard)\.spec\.ts$/;

/** Tests that set the width themselves. */
const ofPhones = /journeys\/09-phone-width\.spec\.ts$/;

const firebase = '**/e2e/firebase/**';
// These tests need an emulator that `npm run test:firebase` starts.
const ignored = process.env.FIREBASE_AUTH_EMULATOR_HOST ? [] : [firebase];

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

export default defineConfig<object, DatabaseOption>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './global-setup.ts',
  testIgnore: ignored,
  outputDir: '../test-results',
  workers: 2,
  // The summary counts and names tests that pass only on a retry.
  retries: isCi ? 2 : 0,
  // CI machines share their cores: what takes a second elsewhere can take ten.
  timeout: isCi ? 240_000 : 120_000,
  expect: { timeout: isCi ? 30_000 : 10_000 },
  // Print the summary before the CI machine aborts the job.
  globalTimeout: isCi ? 45 * 60_000 : 0,
  forbidOnly: isCi,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  projects: [
    {
      name: 'wide',
      testIgnore: [...ignored, ofPhones],
      use: {
        viewport: { width: 1440, height: 900 },
        // Phones test animations; waiting for each one would cost too much time in these tests.
        contextOptions: { reducedMotion: 'reduce' },
        // It takes a third less of the processor. The phones use the embedded database, and so do servers of single tests.
        ...(postgresql && { postgresql }),
      },
    },
    { name: 'phone', testMatch: [onPhones, ofPhones], use: phone },
  ],
  use: {
    // An action that is impossible fails on its own, not with its test minutes later.
    actionTimeout: isCi ? 30_000 : 15_000,
    navigationTimeout: isCi ? 60_000 : 30_000,
    // Tracing every test takes a third of its time. In CI, failed tests are traced when they are retried.
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
