import type { Page } from '@playwright/test';
import { type Account, test as base, createProjectWithSuite, expect } from '../fixtures.ts';
import { type ParleyServer, startParley } from '../server.ts';

/** People for whom the operator switched exploratory testing on. */
const explorers = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@explorers.test`);

interface Fixtures {
  /** Somebody with the flag. */
  explorer: Account;
}

const test = base.extend<Fixtures, { parley: ParleyServer }>({
  parley: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const server = await startParley({ PARLEY_EXPLORATORY_TESTING_FOR: explorers.join(',') });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  explorer: async ({ createAccount }, use) => {
    const email = explorers.shift();
    if (email === undefined) throw new Error('Every explorer has had a test.');
    await use(await createAccount({ email }));
  },
});

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
const transcript = (page: Page) => page.getByRole('log', { name: 'Transcript' });
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });

/** Begins to explore the demo bot by its address. */
async function exploreDemoBot(page: Page): Promise<void> {
  await page.goto('/explore');
  await page.getByRole('button', { name: 'New exploration' }).click();
  await page.getByRole('button', { name: 'Use the demo bot' }).click();
  await page.getByRole('button', { name: 'Start talking' }).click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
}

async function tell(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message to the bot' }).fill(text);
  await page.keyboard.press('Enter');
}

async function inBothThemesAndWidths(page: Page, check: () => Promise<void>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size);
      await check();
    }
  }
}

test('[A-049, A-065, S-017, S-042, S-044] who has the flag finds the page in the menu, after the first item', async ({
  page,
  explorer,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, explorer);
  const items = sidebar(page).getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(items.nth(0)).toHaveText('Projects');
  await expect(items.nth(1)).toHaveText('Exploratory Testing');
  await items.nth(1).click();
  await expect(page).toHaveURL(/\/explore$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Exploratory Tests');
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText(
    /Dashboard\s*Exploratory Tests/,
  );
  await expect(page.getByRole('heading', { name: 'Nothing explored yet' })).toBeVisible();
  await inBothThemesAndWidths(page, () => expectAccessible(page));
});

test('[S-004, S-042] who has not got it finds no menu item, and an explanation at the address', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, account);
  await expect(sidebar(page).getByRole('link', { name: 'History' })).toBeVisible();
  await expect(sidebar(page).getByRole('link', { name: 'Exploratory Testing' })).toHaveCount(0);
  await page.goto('/explore');
  await expect(
    page.getByRole('heading', { name: 'Exploratory testing is not switched on for you' }),
  ).toBeVisible();
  await expect(page.getByText('PARLEY_EXPLORATORY_TESTING_FOR')).toBeVisible();
  await inBothThemesAndWidths(page, () => expectAccessible(page));
});

test('[A-049] a signed-out visitor is sent to the sign-in', async ({ page }) => {
  await page.goto('/explore');
  await expect(page).toHaveURL(/\/signin$/);
});

test('a bot is talked to live, and the transcript outlives a reload', async ({
  page,
  explorer,
  signIn,
  expectAccessible,
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
  await inBothThemesAndWidths(page, () => expectAccessible(page));

  await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect(page.getByText('You ended this conversation.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue from here' }).click();
  await expect(page.getByRole('heading', { name: /Conversation 2/ })).toBeVisible();
  await expect(transcript(page)).toContainText('Monday to Friday');
});

test('a bot that can not be reached is named, with what to do about it', async ({
  page,
  explorer,
  signIn,
}) => {
  await createProjectWithSuite(explorer);
  await signIn(page, explorer);
  await page.goto('/explore');
  await page.getByRole('button', { name: 'New exploration' }).click();
  await page.getByText('Another bot').click();
  await page.getByRole('textbox', { name: 'Address' }).fill('ftp://bot.example');
  await page.getByRole('button', { name: 'Start talking' }).click();
  await expect(page.getByRole('alert')).toContainText('must be an address that starts with http');
  await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/');
  await page.getByRole('button', { name: 'Start talking' }).click();
  await expect(page.getByText('Parley may not connect to 127.0.0.1:9.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New conversation' }).last()).toBeVisible();
});
