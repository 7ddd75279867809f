import { catalogue, type Installation, projects, suites } from '@parley/contract';
import type { Page } from '@playwright/test';
import { type Account, createProjectWithSuite, expect, overhang, test } from '../fixtures.ts';

/** Creates a suite for the demo bot's widget, without selectors. */
async function createWidgetSuite(account: Account) {
  const { demoBotUrl }: Installation = await account.call(catalogue.getInstallation);
  const source = `configuration:
  channel:
    kind: browser
    url: ${demoBotUrl?.replace('/message', '/chat')}
---
- test: Balance
- Balance: Which account
`;
  return { source, ...(await createProjectWithSuite(account, { suite: 'Widget', source })) };
}

const openPage = { timeout: 60_000 };

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Pick the chat on the page' });

test('the parts of a chat are corrected in a picture of the page and become text of the suite', async ({
  page,
  account,
  signIn,
  expectAccessible,
  expectAccessibleEverywhere,
}) => {
  test.setTimeout(180_000);
  const { suiteId, source } = await createWidgetSuite(account);
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}?view=connection`);
  await page.getByRole('button', { name: 'Pick on the page' }).click();
  const dialog = dialogOf(page);
  const status = dialog.getByRole('status').first();
  const part = (name: string) => dialog.getByRole('radio', { name });
  const apply = dialog.getByRole('button', { name: 'Apply to suite' });

  await test.step('shows what Parley found', async () => {
    await expect(status).toContainText('All parts are known', openPage);
    const picture = dialog.getByRole('img', { name: /Demo bank.*message field/ });
    await expect(picture).toBeVisible(openPage);
    await expect(part('Opens the chat')).toHaveAccessibleName(/Clicked: Chat with us/);
    await expect(part('Message field')).toHaveAccessibleName(/Found: Message/);
    await expect(apply).toBeDisabled();
    await expectAccessibleEverywhere(page);
  });

  await test.step('takes the field that is clicked', async () => {
    await part('Message field').check();
    const picture = dialog.getByRole('img', { name: /Demo bank/ });
    const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
    // The demo bot's widget is in the corner, with its field at the bottom.
    await picture.click({ position: { x: width * 0.85, y: height * 0.875 } });
    const details = dialog.getByRole('region', { name: 'Message field' });
    await expect(details).toContainText('input: #chat-input', openPage);
    await expect(apply).toBeEnabled();
  });

  await test.step('takes a message of the bot once it knows those of the person', async () => {
    await part('Bot messages').check();
    const details = dialog.getByRole('region', { name: 'Bot messages' });
    await dialog.getByRole('textbox', { name: 'Test message' }).fill('Balance');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(dialog.getByText('The bot answered')).toBeVisible(openPage);
    await details.getByRole('button', { name: 'Use Balance', exact: true }).click();
    await expect(dialog.getByText('This is your own message')).toBeVisible(openPage);
    await details.getByRole('button', { name: /^Use Which account/ }).click();
    await expect(details).toContainText('reply: .bot', openPage);
    await expectAccessible(page);
  });

  await test.step('asks before it forgets', async () => {
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
  });

  await test.step('writes what was chosen, and undoes it', async () => {
    await apply.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Bot messages' })).toHaveValue('.bot');
    await expect(page.getByRole('textbox', { name: 'Text field' })).toHaveValue('#chat-input');
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/^Saved/)).toBeVisible();
    const stored = await account.call(suites.getSuite, { params: { suiteId } });
    expect(stored.source).toContain('input: "#chat-input"');
    expect(stored.source).toContain('reply: .bot');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.keyboard.press('Control+s');
    await expect
      .poll(async () => (await account.call(suites.getSuite, { params: { suiteId } })).source)
      .toBe(source);
  });
});

test('the parts of a chat are chosen without a mouse', async ({ page, account, signIn }) => {
  test.setTimeout(180_000);
  const { suiteId } = await createWidgetSuite(account);
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}?view=connection`);
  await page.getByRole('button', { name: 'Pick on the page' }).press('Enter');
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('status').first()).toContainText('All parts are known', openPage);
  await dialog.getByRole('radio', { name: 'Message field' }).press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Send button' })).toBeChecked();
  await page.keyboard.press('ArrowDown');
  const message = dialog.getByRole('textbox', { name: 'Test message' });
  await message.fill('Balance');
  await message.press('Enter');
  await expect(dialog.getByText('The bot answered')).toBeVisible(openPage);
  await dialog.getByRole('button', { name: /^Use Which account/ }).press('Enter');
  await expect(dialog.getByText('reply: .bot')).toBeVisible(openPage);
  await dialog.getByRole('button', { name: 'Let Parley find it' }).press('Enter');
  await expect(dialog.getByText('reply: .bot')).toBeHidden(openPage);
  await dialog.getByRole('button', { name: /^Use Which account/ }).press('Enter');
  await expect(dialog.getByText('reply: .bot')).toBeVisible(openPage);
  await dialog.getByRole('button', { name: 'Apply to suite' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Bot messages' })).toHaveValue('.bot');
});

test('a page that cannot be opened says why, and is tried again', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  const source =
    'configuration:\n  channel:\n    kind: browser\n    url: http://10.0.0.1/\n---\n- test: A\n- Hi: Hello\n';
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Widget', source });
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}?view=connection`);
  await page.getByRole('button', { name: 'Pick on the page' }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('alert')).toContainText('10.0.0.1', openPage);
  await expectAccessible(page);
  // The refusal can arrive before the disappearance of the alert is noticed.
  const opened = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/pickers'),
  );
  await dialog.getByRole('button', { name: 'Open the page again' }).click();
  await opened;
  await expect(dialog.getByRole('alert')).toContainText('10.0.0.1', openPage);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('somebody picks the chat of their own bot before anything is saved', async ({
  page,
  account,
  signIn,
  expectAccessible,
  expectAccessibleEverywhere,
}) => {
  test.setTimeout(240_000);
  const { demoBotUrl }: Installation = await account.call(catalogue.getInstallation);
  await signIn(page, account);
  await page.goto('/overview');
  await page.getByRole('button', { name: 'Connect your own' }).click();
  const connect = page.getByRole('dialog', { name: 'Connect your bot' });
  const address = connect.getByLabel('Address', { exact: true });
  const pick = connect.getByRole('button', { name: 'Pick on the page' });
  const dialog = dialogOf(page);
  const countProjects = async () => [await account.call(projects.listProjects)].flat().length;

  await test.step('is offered for a page with an address, and for nothing else', async () => {
    await address.fill('https://bot.example/');
    await expect(pick).toBeHidden();
    await address.fill('');
    await connect.getByRole('combobox', { name: 'Channel' }).click();
    await page.getByRole('option', { name: 'Chat widget in a browser' }).click();
    await expect(pick).toBeHidden();
    await address.fill('http://10.0.0.1/');
    await expect(pick).toBeVisible();
  });

  await test.step('says why a page can’t be opened, and keeps the form', async () => {
    await pick.click();
    await expect(dialog.getByRole('alert')).toContainText('10.0.0.1', openPage);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(pick).toBeFocused();
    await expect(address).toHaveValue('http://10.0.0.1/');
  });

  await test.step('takes corrections by keyboard alone', async () => {
    await address.fill(demoBotUrl?.replace('/message', '/chat') ?? '');
    await pick.press('Enter');
    await expect(dialog.getByRole('status').first()).toContainText('All parts are known', openPage);
    await dialog.getByRole('radio', { name: 'Message field' }).press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: 'Bot messages' })).toBeChecked();
    const message = dialog.getByRole('textbox', { name: 'Test message' });
    await message.fill('Balance');
    await message.press('Enter');
    await expect(dialog.getByText('The bot answered')).toBeVisible(openPage);
    await dialog.getByRole('button', { name: /^Use Which account/ }).press('Enter');
    await expect(dialog.getByText('reply: .bot')).toBeVisible(openPage);
    await dialog.getByRole('button', { name: 'Use these parts' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(pick).toBeFocused();
    await expect(connect.getByRole('textbox', { name: 'Bot messages' })).toHaveValue('.bot');
  });

  await test.step('takes a tap on a narrow screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await pick.click();
    await expect(dialog.getByRole('status').first()).toContainText('All parts are known', openPage);
    await dialog.getByRole('radio', { name: 'Message field' }).check();
    const picture = dialog.getByRole('img', { name: /Demo bank/ });
    const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
    await picture.click({ position: { x: width * 0.85, y: height * 0.875 } });
    const details = dialog.getByRole('region', { name: 'Message field' });
    await expect(details).toContainText('input: #chat-input', openPage);
    expect(await overhang(page)).toBe(0);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Use these parts' }).click();
    await expect(connect.getByRole('textbox', { name: 'Text field' })).toHaveValue('#chat-input');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('saves the parts only with the suite, after an answer', async () => {
    await connect.getByLabel('Test message').fill('Balance');
    await connect.getByRole('button', { name: 'Send test message' }).click();
    await expect(connect.getByRole('region', { name: 'Answer' })).toContainText(
      'The bot answered',
      openPage,
    );
    await expectAccessibleEverywhere(page);
    expect(await countProjects()).toBe(0);
    await connect.getByRole('button', { name: 'Save as test suite' }).click();
    await expect(page).toHaveURL(/\/test-suite\/[^/]+$/);
    const suiteId = page.url().split('/').at(-1) ?? '';
    const { source } = await account.call(suites.getSuite, { params: { suiteId } });
    expect(source).toContain('- "#chat-launcher"');
    expect(source).toContain('input: "#chat-input"');
    expect(source).toContain('reply: .bot');
  });
});
