/** Tests the command palette: anything with a name can be found and opened by keyboard alone. */
import { suites } from '@parley/contract';
import { createProjectWithSuite, expect, test } from '../fixtures.ts';
import { isNarrow } from '../navigation.ts';

test('the palette opens any suite by name in six keys, and says what it cannot find', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const { projectId } = await createProjectWithSuite(account, {
    project: 'Bank hotline',
    suite: 'Opening hours',
  });
  const { id: kyc } = await account.call(suites.createSuite, {
    body: { name: 'KYC identity check', projectId, platform: 'webchat' },
  });
  await signIn(page, account);
  await expect(page.getByRole('link', { name: 'Bank hotline' }).first()).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Search or jump to' });
  const field = palette.getByRole('combobox');
  const pressed: string[] = [];
  const press = async (key: string) => {
    pressed.push(key);
    await page.keyboard.press(key);
  };

  /** Opens the palette and waits for its field to have the focus, because keys pressed earlier go elsewhere. */
  const open = async () => {
    await press('Control+k');
    await expect(field).toBeFocused();
  };

  await test.step('opens a suite in at most six keys', async () => {
    await press('Control+k');
    await expect(field).toBeFocused();
    for (const key of 'kyc') await press(key);
    await press('Enter');
    await expect(page).toHaveURL(new RegExp(`/test-suite/${kyc}$`));
    expect(pressed.length).toBeLessThanOrEqual(6);
    await expect(palette).toBeHidden();
  });

  await test.step('begins with what was opened last', async () => {
    await open();
    await expect(palette.getByRole('group', { name: 'Recent' })).toContainText(
      'KYC identity check',
    );
    await expectAccessibleEverywhere(page);
  });

  await test.step('lists what has the name, with where it is', async () => {
    await page.keyboard.type('hours');
    await expect(palette.getByRole('group', { name: 'Suites' })).toContainText('Bank hotline');
    await expect(field).toHaveAttribute('aria-activedescendant', /suite:/);
    await expectAccessibleEverywhere(page);
  });

  await test.step('opens a test by its name, in the suite that has it', async () => {
    await press('Escape');
    await account.call(suites.updateSuite, {
      params: { suiteId: kyc },
      body: {
        source:
          '---\n- test: Asks for a passport\n- hello: passport\n---\n- test: Rejects a blurred photo\n- hello: photo\n',
      },
    });
    await open();
    await page.keyboard.type('blurred');
    const found = palette.getByRole('group', { name: 'Tests' });
    await expect(found.getByRole('option')).toHaveText(
      /^Rejects a blurred photo\s*KYC identity check$/,
    );
    await expectAccessibleEverywhere(page);
    await press('Enter');
    await expect(page).toHaveURL(new RegExp(`/test-suite/${kyc}\\?test=2$`));
    await expect(page.getByRole('textbox', { name: 'Test name' })).toHaveValue(
      'Rejects a blurred photo',
    );
    await open();
    await expect(palette.getByRole('group', { name: 'Recent' })).toContainText(
      'Rejects a blurred photo',
    );
    await page.keyboard.type('hours');
    await expect(palette.getByRole('group', { name: 'Suites' })).toBeVisible();
  });

  await test.step('keeps the focus inside, and gives it back', async () => {
    for (let round = 0; round < 3; round += 1) {
      await press('Tab');
      await expect(palette.locator(':focus')).toHaveCount(1);
    }
    await press('Escape');
    await expect(palette).toBeHidden();
    const button = page.getByRole('button', { name: 'Search or jump to' });
    await button.focus();
    await press('Enter');
    await expect(field).toBeFocused();
    await press('Escape');
    await expect(button).toBeFocused();
  });

  await test.step('says that nothing has the name, with a wildcard too', async () => {
    await open();
    await page.keyboard.type('%');
    await expect(palette.getByText('Nothing called “%”').first()).toBeVisible();
    await expectAccessibleEverywhere(page);
    await press('Escape');
  });

  await test.step('says that it waits, and that it failed, and tries again', async () => {
    let fail = () => {};
    const failing = new Promise<void>((resolve) => {
      fail = resolve;
    });
    await page.route('**/search?*', async (route) => {
      await failing;
      await route.fulfill({ status: 500, body: '' });
    });
    await open();
    await page.keyboard.type('bank');
    await expect(palette.getByText('Searching…').first()).toBeVisible();
    await expectAccessibleEverywhere(page);
    fail();
    await expect(palette.getByText('Failed to load the names')).toBeVisible();
    await expectAccessibleEverywhere(page);
    await page.unroute('**/search?*');
    await press('Tab');
    await press('Tab');
    await press('Enter');
    await expect(palette.getByRole('group', { name: 'Projects' })).toContainText('Bank hotline');
    await press('Escape');
  });

  await test.step('creates a project, and lists all shortcuts', async () => {
    await open();
    await page.keyboard.type('new pro');
    await press('Enter');
    await expect(page.getByRole('dialog', { name: 'New project' })).toBeVisible();
    await press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.locator('#content').focus();
    await press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await expectAccessibleEverywhere(page);
    await press('Escape');
  });

  await test.step('opens a new tab by Ctrl+Enter', async () => {
    test.skip(isNarrow(page), 'a phone has one tab');
    await open();
    await page.keyboard.type('history');
    await expect(palette.getByRole('group', { name: 'Pages' })).toBeVisible();
    const opened = page.context().waitForEvent('page');
    await press('Control+Enter');
    await expect(await opened).toHaveURL(/\/history$/);
  });
});
