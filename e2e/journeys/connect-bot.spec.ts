import { startElizaBot } from '@parley/eliza-bot';
import { test as base, expect } from '../fixtures.ts';
import { pressKey } from '../keyboard.ts';
import { type ParleyServer, startParley } from '../server.ts';

interface ElizaFixtures {
  eliza: { url: string };
  parley: ParleyServer;
}

/** Fixtures for a Parley that can reach a bot that was not written for it. */
const test = base.extend<object, ElizaFixtures>({
  eliza: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const eliza = await startElizaBot({ isPredictable: true });
      await use(eliza);
      await eliza.close();
    },
    { scope: 'worker' },
  ],
  parley: [
    async ({ eliza }, use) => {
      const { host } = new URL(eliza.url);
      const server = await startParley({ PARLEY_EGRESS_ALLOW: host });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('somebody connects a bot of their own, and nothing is saved before it has answered', async ({
  page,
  account,
  signIn,
  eliza,
  expectAccessibleEverywhere,
}) => {
  await signIn(page, account);
  const dialog = page.getByRole('dialog', { name: 'Connect your bot' });
  const answer = dialog.getByRole('region', { name: 'Answer' });
  const send = dialog.getByRole('button', { name: 'Send test message' });
  const save = dialog.getByRole('button', { name: 'Save as test suite' });

  await test.step('an address that is not allowed is told, and saves nothing', async () => {
    await page.goto('/overview');
    await pressKey(page, page.getByRole('button', { name: 'Connect your own' }));
    await dialog.getByLabel('Address', { exact: true }).fill('http://127.0.0.1:9/');
    await page.keyboard.press('Enter');
    await expect(answer).toContainText('not allowed to connect to 127.0.0.1:9');
    await expect(save).toBeHidden();
    await expectAccessibleEverywhere(page);
  });

  await test.step('an answer in a format of its own says where its words are', async () => {
    await dialog.getByLabel('Address', { exact: true }).fill(eliza.url);
    await expect(answer, 'it told of another address').toBeHidden();
    await dialog
      .getByLabel('Request body')
      .fill('{"message": "{{text}}", "session": "{{conversationId}}"}');
    await send.click();
    await expect(answer).toContainText('Texts were found at output.say.');
    await expect(save).toBeHidden();
  });

  await test.step('with the place of the words it answers, and becomes a suite', async () => {
    await dialog.getByLabel('Replies', { exact: true }).fill('output');
    await dialog.getByLabel('Reply text').fill('say');
    await dialog.getByLabel('Test message').fill('I am sad ');
    await send.click();
    await expect(answer).toContainText('The bot answered');
    await expectAccessibleEverywhere(page);
    await save.click();
    await expect(page).toHaveURL(/\/test-suite\/[^/]+$/);
    await expect(page.getByText('I am sad').first()).toBeVisible();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByText('1 passed').first()).toBeVisible();
  });

  await test.step('an edited connection is tried in the editor before it is saved', async () => {
    await page.getByRole('tab', { name: 'Connection' }).click();
    const ask = page.getByRole('button', { name: 'Send a test message' });
    const trial = page.getByRole('dialog', { name: 'Send a test message' });
    const told = trial.getByRole('region', { name: 'Answer' });
    await pressKey(page, ask);
    await trial.getByRole('button', { name: 'Send' }).click();
    await expect(told).toContainText('The bot answered');
    await expectAccessibleEverywhere(page);
    await page.keyboard.press('Escape');
    await expect(ask).toBeFocused();
    await page.getByLabel('Reply text').fill('nowhere');
    await pressKey(page, ask);
    await page.keyboard.press('Enter');
    await expect(told).not.toContainText('The bot answered');
    await expect(told).toContainText('nowhere');
  });
});

test('a bot that is connected on the empty projects page becomes a suite that opens', async ({
  page,
  account,
  signIn,
  eliza,
}) => {
  await signIn(page, account);
  await page.goto('/projects');
  await pressKey(page, page.getByRole('button', { name: 'Connect your own' }));
  const dialog = page.getByRole('dialog', { name: 'Connect your bot' });
  await dialog.getByLabel('Address', { exact: true }).fill(eliza.url);
  await dialog
    .getByLabel('Request body')
    .fill('{"message": "{{text}}", "session": "{{conversationId}}"}');
  await dialog.getByLabel('Replies', { exact: true }).fill('output');
  await dialog.getByLabel('Reply text').fill('say');
  await dialog.getByRole('button', { name: 'Send test message' }).click();
  await dialog.getByRole('button', { name: 'Save as test suite' }).click();
  // The new project takes the place of the empty state, in which the dialog was.
  await expect(page).toHaveURL(/\/test-suite\/[^/]+$/);
});
