import { suites } from '@parley/contract';
import { createProjectWithSuite, expect, test } from '../fixtures.ts';

const source = `configuration:
  channel:
    kind: websocket
    url: wss://bot.example/socket
    headers:
      Authorization: Bearer token
    request: '{"say": "{{text}}"}'
    replies:
      list: answers[*]
---
- test: Greeting
- hello: welcome
---
- test: Farewell
- bye: see you
`;

test('the channel stays whole while its address is rewritten and while another kind is chosen', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Bank', source });
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}?view=connection`);
  const address = page.getByRole('textbox', { name: 'Address', exact: true });
  const problem = page.getByText('"url" must be an address');
  const request = page.getByRole('textbox', { name: 'Message' });

  await test.step('a new address', async () => {
    await address.fill('');
    // The text was saved and parsed again.
    await expect(problem).toBeVisible();
    await expect(request).toHaveValue('{"say": "{{text}}"}');
    await expectAccessible(page);
    await address.pressSequentially('ws');
    await expect(address).toHaveValue('ws');
    await address.pressSequentially('s://other.example/socket');
    await expect(problem).toBeHidden();
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/^Saved/)).toBeVisible();
    const stored = await account.call(suites.getSuite, { params: { suiteId } });
    expect(stored.source).toBe(source.replace('wss://bot', 'wss://other'));
  });

  await test.step('another kind without an address', async () => {
    await address.fill('');
    await expect(problem).toBeVisible();
    const kind = page.getByRole('combobox', { name: 'Channel' });
    await kind.click();
    await page.getByRole('option', { name: 'Chat completions' }).click();
    await expect(kind).toHaveText('Chat completions');
    await expect(page.getByRole('textbox', { name: 'Model', exact: true })).toBeVisible();
    await expect(problem).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Value 1' })).toHaveValue('Bearer token');
  });

  await test.step('no field reaches beyond the edge of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    for (const field of [address, page.getByRole('textbox', { name: 'Value 1' })]) {
      const box = await field.boundingBox();
      expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThan(374);
    }
  });
});

test('a test keeps its name while another is given a name that begins alike', async ({
  page,
  account,
  signIn,
}) => {
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Bank', source });
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}`);
  const name = page.getByRole('textbox', { name: 'Test name' });
  await name.fill('Farewell');
  await expect(name).toHaveAccessibleDescription('Enter a unique name');
  await name.fill('');
  await expect(name).toHaveValue('');
  await name.fill('Farewell again');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Saved/)).toBeVisible();
  const stored = await account.call(suites.getSuite, { params: { suiteId } });
  const renamed = 'test: Farewell again\n- settings: { key: "Greeting" }';
  expect(stored.source).toBe(source.replace('test: Greeting', renamed));
});

test('Ctrl+Enter adds a step from within a step, not from its dialogs', async ({
  page,
  account,
  signIn,
}) => {
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Bank', source });
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}`);
  const steps = page.getByRole('listitem', { name: /^Step \d+$/ });
  await page.getByRole('button', { name: 'Actions for step 1' }).click();
  await page.getByRole('menuitem', { name: 'Label, branches and settings' }).click();
  await page.getByRole('textbox', { name: 'Label' }).fill('start');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Escape');
  await expect(steps).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Step 1: say' }).press('Control+Enter');
  await expect(steps).toHaveCount(2);
});

test('a suite with Windows line ends is shown as it is and keeps them', async ({
  page,
  account,
  signIn,
}) => {
  const windows = source.replaceAll('\n', '\r\n');
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Bank', source: windows });
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}?view=yaml`);
  await page.getByText('- bye: see you').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' later');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Saved/)).toBeVisible();
  const stored = await account.call(suites.getSuite, { params: { suiteId } });
  expect(stored.source).toBe(windows.replace('see you', 'see you later'));
});
