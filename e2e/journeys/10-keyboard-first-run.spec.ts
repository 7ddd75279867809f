import { expect, password, test } from '../fixtures.ts';
import {
  chooseByKeys,
  chooseInMenu,
  openNavigationByKeys,
  pressKey,
  tabTo,
  typeInto,
} from '../keyboard.ts';

// Show focus rings immediately instead of fading them in.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('somebody new comes from the sign-up to the first green run by the keyboard alone', async ({
  page,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');

  await test.step('signs up', async () => {
    await page.goto('/signin');
    await pressKey(page, page.getByRole('link', { name: 'Create an account' }));
    await expect(page).toHaveURL(/\/signup$/);
    await typeInto(page, page.getByLabel('Work email'), `nora-${Date.now()}@acme.test`);
    await typeInto(page, page.getByLabel('Password', { exact: true }), password);
    await typeInto(page, page.getByLabel('Confirm password'), password);
    await pressKey(page, button('Create account'));
  });

  await test.step('completes the profile', async () => {
    await expect(page).toHaveURL(/\/onboarding$/);
    await typeInto(page, page.getByLabel('Full name'), 'Nora Lind');
    await typeInto(page, page.getByLabel('Company name'), 'Acme');
    await chooseByKeys(page, page.getByRole('combobox', { name: 'Job title' }), 'QA Engineer');
    await pressKey(page, button('Continue'));
    await expect(page).toHaveURL(/\/projects$/);
  });

  await test.step('creates a project and finds it in the sidebar', async () => {
    await pressKey(page, button('New project'));
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Hotline');
    await pressKey(page, dialog.getByRole('button', { name: 'Create project' }));
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Hotline' })).toBeVisible();
    const sidebar = await openNavigationByKeys(page);
    await pressKey(page, sidebar.getByRole('link', { name: 'Hotline' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Hotline' })).toBeVisible();
  });

  await test.step('creates a phone suite', async () => {
    await pressKey(page, button('New test suite').first());
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Greeting');
    await tabTo(page, dialog.getByRole('radio', { name: /Webchat/ }));
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByRole('radio', { name: /Phone/ })).toBeChecked();
    await pressKey(page, dialog.getByRole('button', { name: 'Create test suite' }));
    await expect(page).toHaveURL(/\/test-suite\/[^/]+$/);
  });

  await test.step('connects it to the demo bot', async () => {
    await tabTo(page, page.getByRole('tab', { name: 'Tests' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Connection' })).toBeFocused();
    await page.keyboard.press('Enter');
    await pressKey(page, button('Use the demo bot'));
    await expect(page.getByText('Unsaved changes')).toBeVisible();
  });

  await test.step('writes a step', async () => {
    await tabTo(page, page.getByRole('tab', { name: 'Connection' }), 'Shift+Tab');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await chooseInMenu(page, page.getByRole('button', { name: 'Step 1: Dial' }), 'Say something');
    await typeInto(page, page.getByRole('textbox', { name: 'Step 1: say' }), 'When are you open?');
    await page.keyboard.press('Enter');
    const expected = page.getByRole('textbox', { name: 'Step 1, expectation 1: expected' });
    await expect(expected).toBeFocused();
    await typeInto(page, expected, 'Monday to Friday');
  });

  await test.step('runs it and reads the run', async () => {
    const bar = page.getByRole('region', { name: 'Latest run' });
    await tabTo(page, button('Run'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(bar).toContainText('1 passed');
    await pressKey(page, bar.getByRole('link', { name: 'See the run' }));
    await expect(page).toHaveURL(/\/history\/testruns\/[^/]+$/);
    await expect(page.getByText('Reply contains "Monday to Friday"')).toBeVisible();
  });

  await test.step('finds it in the history', async () => {
    const sidebar = await openNavigationByKeys(page);
    await pressKey(page, sidebar.getByRole('link', { name: 'History' }));
    await expect(page).toHaveURL(/\/history$/);
    await tabTo(page, page.getByRole('row', { name: /Passed.*Greeting/ }).getByRole('link'));
  });
});
