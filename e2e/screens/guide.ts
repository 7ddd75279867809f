/**
 * `npm run screens:guide`: takes the pictures in docs/, in light theme, 1440 pixels wide.
 *
 *   npm run screens:guide [-- names]
 */
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { buildWeb } from '../../scripts/build-web.mjs';
import { ensureBrowser } from '../ensure-browser.mjs';
import { startParley } from '../server.ts';
import { createShownSuites, type ShownSuites } from './guide-suites.ts';
import { openAs } from './open-as.ts';
import { createOrganizations, type Filled } from './organizations.ts';
import { settle } from './screen.ts';

interface Picture {
  /** Name of the image file. */
  name: string;
  path: string;
  isVisitor?: true;
  until?: (page: Page) => Promise<void>;
  /** Part of the page to capture; by default its upper part. */
  part?: (page: Page) => Locator;
  /** Height of the page. It must fit the whole part, even if only the upper end of the part is captured. */
  height?: number;
  /** Height of the captured part; by default all of it. */
  partHeight?: number;
}

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();
const dialog = (page: Page) => page.getByRole('dialog');
const region = (name: string) => (page: Page) => page.getByRole('region', { name, exact: true });

function picturesOf(full: Filled, shown: ShownSuites): Picture[] {
  const suite = `/test-suite/${shown.suiteId}`;
  return [
    {
      name: 'suite',
      path: suite,
      until: async (page) => {
        await page.getByRole('button', { name: 'Run', exact: true }).click();
        await page.getByText('See the run').waitFor();
      },
      height: 720,
    },
    { name: 'run', path: `/history/testruns/${shown.runId}`, height: 860 },
    {
      name: 'suite-yaml',
      path: suite,
      until: (page) => page.getByRole('tab', { name: 'YAML' }).click(),
      height: 640,
    },
    {
      name: 'suite-connection',
      path: suite,
      until: (page) => page.getByRole('tab', { name: 'Connection' }).click(),
      height: 720,
    },
    { name: 'run-failed', path: `/history/testruns/${full.failedRunId}`, height: 860 },
    { name: 'history', path: '/history', height: 900 },
    {
      name: 'monitoring-schedule',
      path: `/test-suite/${full.suiteId}`,
      until: async (page) => {
        await press(/^Actions for Opening/)(page);
        await page.getByRole('menuitem', { name: 'Monitoring schedule' }).click();
        await page.getByRole('list', { name: 'The next 20 times' }).waitFor();
      },
      part: dialog,
    },
    {
      name: 'alert-channel',
      path: '/history/monitoring?tab=alerts',
      until: async (page) => {
        await press('Add channel')(page);
        await page.getByLabel('Name').fill('Team of the bot');
        await page.getByLabel('Wrong answer').check();
      },
      part: dialog,
    },
    {
      name: 'exploration',
      path: `/explore/${full.explorationId}`,
      until: press(/fit/i),
      height: 860,
    },
    { name: 'phone-suite', path: `/test-suite/${shown.phoneSuiteId}`, height: 720 },
    { name: 'load-live', path: `/load/${full.liveLoadTestId}/monitoring`, height: 900 },
    { name: 'device', path: `/devices/${full.deviceId}`, height: 900 },
    { name: 'billing', path: '/billing', height: 860 },
    { name: 'account', path: '/account', height: 900 },
    {
      name: 'widget-picker',
      path: `/test-suite/${shown.widgetSuiteId}?view=connection`,
      until: async (page) => {
        await page.getByRole('button', { name: 'Pick on the page' }).click();
        await page.getByRole('img', { name: /message field/ }).waitFor();
      },
      part: dialog,
      height: 900,
    },
    { name: 'widget-run', path: `/history/testruns/${shown.widgetRunId}`, height: 900 },
    { name: 'sign-in', path: '/signin', isVisitor: true, height: 760 },
    { name: 'single-sign-on', path: '/organization', part: region('Single sign-on') },
    {
      name: 'audit-log',
      path: '/organization',
      part: region('Audit log'),
      height: 2600,
      partHeight: 643,
    },
    { name: 'api-keys', path: '/account', part: region('API keys') },
  ];
}

buildWeb();
const browserProgram = ensureBrowser();
const server = await startParley({
  // Show what a reader of the guide sees.
  PARLEY_EDITION: 'self-hosted',
  PARLEY_EXPLORATORY_TESTING_FOR: '*',
  PARLEY_LOAD_TESTING_FOR: '*',
  PARLEY_BROWSER: browserProgram,
  PARLEY_GOOGLE_CLIENT_ID: 'shown-only',
  PARLEY_GOOGLE_CLIENT_SECRET: 'shown-only',
});
const browser = await chromium.launch({ executablePath: browserProgram });
try {
  const { full } = await createOrganizations(server);
  const shown = await createShownSuites(full.account);
  const names = process.argv.slice(2);
  const wanted = picturesOf(full, shown).filter(
    ({ name }) => names.length === 0 || names.includes(name),
  );
  const options = { baseURL: server.url, colorScheme: 'light' } as const;
  const visitor = await openAs(browser, undefined, options);
  const member = await openAs(browser, full.account, options);
  for (const picture of wanted) {
    await take(picture.isVisitor ? visitor : member, picture).catch((error: unknown) => {
      console.error(`${picture.name}: ${String(error)}`);
      process.exitCode = 1;
    });
  }
} finally {
  await browser.close();
  await server.stop();
}

async function take(context: BrowserContext, picture: Picture): Promise<void> {
  const { name, path, until, part, height = 900, partHeight } = picture;
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.setViewportSize({ width: 1440, height });
  await page.goto(path);
  await settle(page);
  await page
    .getByRole('button', { name: 'Dismiss' })
    .click({ timeout: 500 })
    .catch(() => undefined);
  await until?.(page);
  // Wait for requests that the action triggered, and for fonts.
  await page.waitForTimeout(400);
  const file = { path: `${folder}${name}.png` };
  const box = partHeight === undefined ? null : await part?.(page).boundingBox();
  if (box && partHeight) await page.screenshot({ ...file, clip: { ...box, height: partHeight } });
  else await (part?.(page) ?? page).screenshot(file);
  await page.close();
}
