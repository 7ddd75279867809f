import { catalogue, environments, type Installation, suites } from '@parley/contract';
import type { Page } from '@playwright/test';
import { choose } from '../choose.ts';
import { type Account, test as base, createProjectWithSuite, expect, toasts } from '../fixtures.ts';
import { tabTo } from '../keyboard.ts';
import { type ParleyServer, startParley } from '../server.ts';

/** Email addresses for which the operator enabled exploratory testing. */
const explorers = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `${name}@explorers.test`);

interface Fixtures {
  /** An account with exploratory testing enabled. */
  explorer: Account;
}

const test = base.extend<Fixtures, { parley: ParleyServer }>({
  parley: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const server = await startParley({
        PARLEY_EXPLORATORY_TESTING_FOR: explorers.join(','),
        PARLEY_LOAD_TESTING_FOR: 'explorers.test',
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  explorer: async ({ createAccount }, use) => {
    const email = explorers.shift();
    if (email === undefined) throw new Error('Every explorer has had a test.');
    await use(await createAccount({ email }));
  },
});

const phone = { width: 390, height: 844 };
const transcript = (page: Page) => page.getByRole('log', { name: 'Transcript' });
const map = (page: Page) => page.getByRole('region', { name: 'Map', exact: true });
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });

/** Starts an exploration of the demo bot by its address. */
async function exploreDemoBot(page: Page, { hasSuite = false } = {}): Promise<void> {
  await page.goto('/explore');
  await page.getByRole('button', { name: 'New exploration' }).click();
  if (hasSuite) await page.getByText('Another bot').click();
  await page.getByRole('button', { name: 'Use the demo bot' }).click();
  await page.getByRole('button', { name: 'Start talking' }).click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
}

async function tell(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message to the bot' }).fill(text);
  await page.keyboard.press('Enter');
}

async function inBothThemes(page: Page, check: () => Promise<void>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await check();
  }
}

test('[A-049, S-017, S-042, S-044] who has the flag finds the page in the menu, after the first item', async ({
  page,
  explorer,
  signIn,
  expectAccessibleEverywhere,
}) => {
  await signIn(page, explorer);
  const items = sidebar(page).getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(items.nth(0)).toHaveText('Projects');
  await expect(items.nth(1)).toHaveText('Exploratory Testing');
  await expect(items.nth(2)).toHaveText('Load Testing');
  await items.nth(1).click();
  await expect(page).toHaveURL(/\/explore$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Exploratory Tests');
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText(
    /Dashboard\s*Exploratory Tests/,
  );
  await expect(page.getByRole('heading', { name: 'Nothing explored yet' })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.setViewportSize({ width: 1920, height: 1000 });
  const widest = page.getByRole('main').locator(':scope > div, :scope > section').first();
  await expect.poll(async () => (await widest.boundingBox())?.width).toBeGreaterThan(1600);
});

test('[S-042] who has not got it finds no menu item, and an explanation at the address', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  await signIn(page, account);
  await expect(sidebar(page).getByRole('link', { name: 'History' })).toBeVisible();
  await expect(sidebar(page).getByRole('link', { name: 'Exploratory Testing' })).toHaveCount(0);
  await page.goto('/explore');
  await expect(
    page.getByRole('heading', { name: 'Exploratory testing is not enabled for you' }),
  ).toBeVisible();
  await expect(page.getByText('PARLEY_EXPLORATORY_TESTING_FOR')).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test('[A-049] a signed-out visitor is sent to the sign-in', async ({ page }) => {
  await page.goto('/explore');
  await expect(page).toHaveURL(/\/signin$/);
});

test('a bot is talked to live, and the transcript outlives a reload', async ({
  page,
  explorer,
  signIn,
  expectAccessibleEverywhere,
}) => {
  await signIn(page, explorer);
  await exploreDemoBot(page);
  await tell(page, 'balance');
  await expect(transcript(page)).toContainText('Which account do you mean?');
  await transcript(page).getByRole('button', { name: 'Savings' }).click();
  await expect(transcript(page)).toContainText('Your savings account holds');
  await transcript(page)
    .getByText(/Payload/)
    .last()
    .click();
  await expect(transcript(page)).toContainText('"messages"');

  await page.reload();
  await expect(transcript(page)).toContainText('Your savings account holds');
  await tell(page, 'opening hours');
  await expect(transcript(page)).toContainText('Monday to Friday');
  await expectAccessibleEverywhere(page);

  await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect(page.getByText('You ended this conversation.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue from here' }).click();
  await expect(page.getByRole('heading', { name: /Conversation 2/ })).toBeVisible();
  await expect(transcript(page)).toContainText('Monday to Friday');
  await page.goto('/explore');
  await expect(page.getByRole('table', { name: 'Explorations' })).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test('a bot is explored by the keyboard alone', async ({ page, explorer, signIn }) => {
  test.slow();
  await signIn(page, explorer);
  await page.goto('/explore');
  await page.getByRole('button', { name: 'New exploration' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New exploration' });
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: 'Use the demo bot' }));
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Start talking' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message to the bot' })).toBeFocused();
  await page.keyboard.type('balance');
  await page.keyboard.press('Enter');
  const savings = transcript(page).getByRole('button', { name: 'Savings' });
  await expect(savings).toBeVisible();
  await tabTo(page, savings, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(transcript(page)).toContainText('Your savings account holds');
  const list = map(page).getByRole('radio', { name: 'List' });
  await tabTo(page, map(page).getByRole('radio', { name: 'Graph' }));
  await page.keyboard.press('ArrowRight');
  await expect(list).toBeChecked();
  const states = map(page).getByRole('list', { name: 'States' });
  await tabTo(page, states.getByRole('button', { name: /^Your savings/ }).last());
  await page.keyboard.press('Enter');
  await tabTo(page, map(page).getByRole('button', { name: 'Rename state' }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Savings told');
  await page.keyboard.press('Enter');
  await expect(states).toContainText('Savings told');
});

test('a bot that cannot be reached is named, with what to do about it', async ({
  page,
  explorer,
  signIn,
}) => {
  await createProjectWithSuite(explorer);
  await signIn(page, explorer);
  await page.goto('/explore');
  await page.getByRole('button', { name: 'New exploration' }).click();
  await page.getByText('Another bot').click();
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('ftp://bot.example');
  await page.getByRole('button', { name: 'Start talking' }).click();
  await expect(page.getByRole('alert')).toContainText('must be an address that starts with http');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('http://127.0.0.1:9/');
  await page.getByRole('button', { name: 'Start talking' }).click();
  await expect(page.getByText('Parley is not allowed to connect to 127.0.0.1:9.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New conversation' }).last()).toBeVisible();
});

test('the map grows with what is said; states are named, gone back to and tried', async ({
  page,
  explorer,
  signIn,
  expectAccessible,
}) => {
  test.slow();
  await signIn(page, explorer);
  await exploreDemoBot(page);
  await tell(page, 'hello');
  await expect(map(page)).toContainText('1 state · 4 unexplored');
  await transcript(page).getByRole('button', { name: 'Block my card' }).click();
  await expect(map(page)).toContainText('2 states · 5 unexplored');
  await expect(map(page).getByRole('button', { name: 'Zoom in' })).toBeVisible();
  await inBothThemes(page, () => expectAccessible(page));

  await map(page).getByRole('radio', { name: 'List' }).check({ force: true });
  const states = map(page).getByRole('list', { name: 'States' });
  await states
    .getByRole('button', { name: /^I can block your card/ })
    .first()
    .click();
  await map(page).getByRole('button', { name: 'Rename state' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Block the card?');
  await page.keyboard.press('Enter');
  await expect(states).toContainText('Block the card?');
  await inBothThemes(page, () => expectAccessible(page));

  await map(page).getByRole('button', { name: 'Try Yes' }).click();
  await expect(transcript(page)).toContainText('is blocked');
  await expect(page.getByRole('heading', { name: /Conversation 1/ })).toBeVisible();
  await map(page).getByRole('button', { name: 'Go here' }).click();
  await expect(page.getByRole('heading', { name: /Conversation 2/ })).toBeVisible();
  await expect(transcript(page)).toContainText('Shall I block it now?');

  await page.reload();
  await expect(map(page)).toContainText('3 states');
  await expect(map(page).getByRole('group', { name: 'State: Block the card?' })).toBeVisible();

  await page.setViewportSize(phone);
  await expect(map(page)).toBeHidden();
  await page.getByRole('radio', { name: 'Map', exact: true }).check({ force: true });
  await expect(transcript(page)).toBeHidden();
  await map(page).getByRole('radio', { name: 'List' }).check({ force: true });
  await inBothThemes(page, () => expectAccessible(page));
});

test('what was explored becomes tests, and a run of them is laid over the map', async ({
  page,
  explorer,
  signIn,
  expectAccessible,
}) => {
  const source = `configuration:
  # The bank
  platform: webchat
---
- test: By hand
- hello: Welcome
`;
  const { suiteId } = await createProjectWithSuite(explorer, { suite: 'By hand', source });
  test.slow();
  await signIn(page, explorer);
  await exploreDemoBot(page, { hasSuite: true });
  await tell(page, 'balance');
  await transcript(page).getByRole('button', { name: 'Savings' }).click();
  await expect(map(page)).toContainText('2 states');
  const dialog = page.getByRole('dialog');

  await test.step('a path goes into a suite that is there, which keeps its comments', async () => {
    await page
      .getByRole('region', { name: 'Conversation' })
      .getByRole('button', { name: 'Save as test' })
      .click();
    await expect(dialog.getByLabel('Test name')).toHaveValue('balance → Savings');
    await dialog.getByRole('combobox', { name: 'Test suite' }).click();
    await page.getByRole('option', { name: 'By hand' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(toasts(page)).toContainText('Test saved');
    const saved = await explorer.call(suites.getSuite, { params: { suiteId } });
    expect(saved.source).toContain('# The bank');
    expect(saved.source).toContain('- test: By hand');
    expect(saved.source).toContain('Which account do you mean?');
  });

  await test.step('the whole map becomes a suite that passes', async () => {
    await map(page).getByRole('button', { name: 'Save as suite' }).click();
    await dialog.getByLabel('Test suite name').fill('Explored');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    // The notice before this one leads to another suite.
    await expect(toasts(page)).toContainText('“Explored”');
    await toasts(page).getByRole('button', { name: 'Open suite', includeHidden: true }).click();
    await expect(page).toHaveURL(/\/test-suite\//);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByText('1 passed').first()).toBeVisible();
  });

  await test.step('its run is laid over the map', async () => {
    await page.goto('/explore');
    await page.getByRole('table', { name: 'Explorations' }).getByRole('link').first().click();
    await tell(page, 'opening hours');
    await expect(map(page)).toContainText('3 states');
    await map(page).getByRole('combobox', { name: 'Compare with a run' }).click();
    await page.getByRole('option', { name: /Explored/ }).click();
    await expect(map(page)).toContainText('3 of 4 covered');
    await expect(map(page).getByText('Not covered')).toBeVisible();
    await inBothThemes(page, () => expectAccessible(page));
  });
});

test('an environment is chosen for a load test and for an exploration', async ({
  page,
  explorer,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const { demoBotUrl }: Installation = await explorer.call(catalogue.getInstallation);
  const source = [
    ...['configuration:', '  syntax: 2', '  channel: { kind: http, url: "{{api}}" }'],
    ...['---', '- test: Opening hours', '- When are you open?: Monday'],
  ].join('\n');
  const { suiteId, projectId } = await createProjectWithSuite(explorer, { suite: 'Bank', source });
  await explorer.call(environments.createEnvironment, {
    params: { projectId },
    body: { name: 'staging', variables: { api: demoBotUrl ?? '' } },
  });
  await signIn(page, explorer);

  await test.step('a load test shows the host that it leads to', async () => {
    await page.goto(`/load/setup?projectId=${projectId}&suiteId=${suiteId}`);
    await expect(page.getByText('{{api}} has no value')).toBeVisible();
    await expectAccessibleEverywhere(page);
    await choose(page, 'Environment', 'staging');
    await expect(page.getByText(new URL(demoBotUrl ?? '').host)).toBeVisible();
    await expectAccessibleEverywhere(page);
    await page.getByLabel('Duration').fill('2 s');
    await page.getByRole('button', { name: 'Start load test' }).click();
    await expect(page.getByText('staging (version 1)')).toBeVisible();
    await page.goto('/load');
    await expect(page.getByRole('table', { name: 'Load tests' })).toContainText('staging');
  });

  await test.step('an exploration says where it talks', async () => {
    await page.goto('/explore');
    await page.getByRole('button', { name: 'New exploration' }).click();
    await choose(page, 'Test suite', 'Bank');
    await choose(page, 'Environment', 'staging');
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Start talking' }).click();
    await expect(page.getByText('in staging')).toBeVisible();
  });
});
