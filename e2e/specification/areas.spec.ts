/** Tests that every area in the specification exists for somebody with access to all of them, even at a zoom of 200%. */
import {
  catalogue,
  explorations,
  type Installation,
  loadTests,
  runs,
  suites,
} from '@parley/contract';
import type { Page } from '@playwright/test';
import {
  type Account,
  test as base,
  createProjectWithSuite,
  createVisitor,
  expect,
  overhang,
} from '../fixtures.ts';
import { outOfReach } from '../out-of-reach.ts';
import { type ParleyServer, startParley } from '../server.ts';

const test = base.extend<object, { parley: ParleyServer }>({
  parley: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const server = await startParley({ PARLEY_EXPLORATORY_TESTING_FOR: 'load.test' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

type Area = [path: string, heading: string | RegExp];

/** Creates a suite with a run, and lists the areas that the specification names. */
async function createAreas(account: Account) {
  const { demoBotUrl }: Installation = await account.call(catalogue.getInstallation);
  const source = `configuration:\n  channel:\n    kind: http\n    url: ${demoBotUrl}\n---\n- test: Hours\n- When are you open?: Monday\n`;
  const { projectId, suiteId } = await createProjectWithSuite(account, { suite: 'Bank', source });
  const { id: runId } = await account.call(runs.startRun, { params: { suiteId }, body: {} });
  const areas: Area[] = [
    ['/projects', 'Projects'],
    [`/projects/${projectId}`, /Hotline/],
    [`/test-suite/${suiteId}`, /Bank/],
    [`/history/testruns/${runId}`, /Bank/],
    ['/history', /History/],
    ['/devices', 'Virtual Devices'],
    ['/explore', 'Exploratory Tests'],
    ['/load', 'Load Test'],
    ['/billing', 'Billing & Usage'],
    ['/account', 'Account'],
  ];
  return { areas, suiteId, runId };
}

/** Creates what is needed for the pages below the areas, and lists these. */
async function createPagesBelow(account: Account, suiteId: string, runId: string): Promise<Area[]> {
  const device = await createVisitor(account, 'Visitor with a name that is longer than most');
  const exploration = await account.call(explorations.createExploration, { body: { suiteId } });
  const loadTest = await account.call(loadTests.createLoadTest, {
    body: {
      suiteId,
      name: 'Friday evening',
      profile: { kind: 'steady', users: 2, durationS: 5 },
      thinkTimeMs: 500,
      thresholds: [{ metric: 'p95', max: 2_000 }],
    },
  });
  await account.call(suites.setMonitoring, { params: { suiteId }, body: { isMonitoring: true } });
  return [
    [`/test-suite/${suiteId}?view=connection`, /Bank/],
    [`/test-suite/${suiteId}?view=yaml`, /Bank/],
    [`/history/compare?base=${runId}&with=${runId}`, 'Compare two runs'],
    [`/history/suites/${suiteId}`, 'Reliability of Bank'],
    ['/history/monitoring', 'Monitoring'],
    ['/history/monitoring?tab=alerts', 'Monitoring'],
    ['/history/monitoring?tab=exclusions', 'Monitoring'],
    ['/history/monitoring?tab=status', 'Monitoring'],
    [`/devices/${device.id}`, /Visitor/],
    [`/explore/${exploration.id}`, /Bank/],
    [`/load/setup?suiteId=${suiteId}`, 'New load test'],
    [`/load/${loadTest.id}/monitoring`, 'Friday evening'],
    ['/organization', 'Organization Management'],
    ['/nowhere', 'Page Not Found'],
  ];
}

const createOwner = (createAccount: (wishes: { email: string }) => Promise<Account>) =>
  createAccount({ email: `areas-${Date.now()}@load.test` });

test('[A-004, A-065] every area of the application is there', async ({
  page,
  createAccount,
  signIn,
  expectAccessible,
}) => {
  const account = await createOwner(createAccount);
  const { areas } = await createAreas(account);
  await signIn(page, account);
  for (const [path, heading] of areas) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible();
      await expectAccessible(page);
    });
  }
});

test.describe('at a zoom of 200%', () => {
  // The size that a zoom of 200% leaves of 1440 × 900.
  test.use({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });

  test('nothing sticks out or is out of reach, in any area', async ({
    page,
    createAccount,
    signIn,
    expectAccessible,
  }) => {
    test.setTimeout(180_000);
    const account = await createOwner(createAccount);
    const { areas, suiteId, runId } = await createAreas(account);
    const below = await createPagesBelow(account, suiteId, runId);
    for (const path of ['/signin', '/signup', '/signin/sso', '/info']) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectWithinReach(page);
      });
    }
    await signIn(page, account);
    for (const [path, heading] of [...areas, ...below]) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expectWithinReach(page);
        await expectAccessible(page);
      });
    }
  });

  test('a window with much in it can be worked through to its last button', async ({
    page,
    createAccount,
    signIn,
  }) => {
    const account = await createOwner(createAccount);
    const { suiteId } = await createAreas(account);
    await signIn(page, account);
    for (const [path, opener, last] of [
      [`/test-suite/${suiteId}`, 'Actions for step 1', 'Label, branches and settings'],
      ['/history/monitoring?tab=exclusions', 'Add calendar', undefined],
      ['/history/monitoring?tab=alerts', 'Add channel', undefined],
      ['/devices', 'New device', undefined],
      ['/explore', 'New exploration', undefined],
      ['/organization', 'Add New Member', undefined],
    ] as const) {
      await test.step(path, async () => {
        await page.goto(path);
        await page.getByRole('main').getByRole('button', { name: opener }).first().click();
        if (last) await page.getByRole('menuitem', { name: last }).click();
        const dialog = page.getByRole('dialog');
        await expect(dialog).toBeInViewport({ ratio: 1 });
        await expectWithinReach(page);
        const button = dialog.getByRole('button').last();
        await button.scrollIntoViewIfNeeded();
        await expect(button).toBeInViewport({ ratio: 1 });
      });
    }
  });
});

async function expectWithinReach(page: Page): Promise<void> {
  await expect.poll(() => overhang(page)).toBe(0);
  await expect.poll(() => outOfReach(page)).toEqual([]);
}
