import { catalogue, type Installation } from '@parley/contract';
import { type Account, createProjectWithSuite, expect, test } from '../fixtures.ts';

/** Creates a suite for the demo bot's widget, whose second test expects something that the bot never says. */
async function createWidgetSuite(account: Account) {
  const { demoBotUrl }: Installation = await account.call(catalogue.getInstallation);
  const source = `configuration:
  channel:
    kind: browser
    url: ${demoBotUrl?.replace('/message', '/chat')}
    open: "#chat-launcher"
    input: "#chat-input"
    reply: .bot
    buttons: .choice
    greets: true
---
- test: Balance
- Balance:
  - prompt: Which account
  - buttons: Savings
- Savings: savings account
---
- test: Weather
- How is the weather?: sunny
`;
  return createProjectWithSuite(account, { suite: 'Widget', source });
}

test('a chat widget is tested in a browser, with pictures of each step and a trace of what failed', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  test.setTimeout(180_000);
  const { suiteId } = await createWidgetSuite(account);
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}`);
  const bar = page.getByRole('region', { name: 'Latest run' });

  await test.step('runs both tests', async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(bar).toContainText('1 failed', { timeout: 120_000 });
    await bar.getByRole('link', { name: 'See the run' }).click();
    await expect(page.getByRole('button', { name: /Balance.*Passed/ })).toBeVisible();
  });

  await test.step('shows what the page looked like', async () => {
    const picture = page.getByRole('button', { name: 'Step 1: screenshot, enlarge' });
    await picture.click();
    const dialog = page.getByRole('dialog', { name: 'Step 1: screenshot' });
    await expect(dialog.getByRole('img')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expectAccessible(page);
  });

  await test.step('offers the trace of the test that failed', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Trace' }).click();
    expect((await download).suggestedFilename()).toMatch(/^trace-.*\.zip$/);
  });

  await test.step('is set up in a form', async () => {
    await page.goto(`/test-suite/${suiteId}`);
    await page.getByRole('tab', { name: 'Connection' }).click();
    await expect(page.getByRole('textbox', { name: 'Bot messages' })).toHaveValue('.bot');
    await page.getByRole('textbox', { name: 'Click first' }).fill('#accept\n#chat-launcher');
    await page.getByRole('tab', { name: 'YAML' }).click();
    await expect(page.getByRole('textbox', { name: 'Text of the test suite' })).toContainText(
      '#accept',
    );
    await expectAccessible(page);
  });
});
