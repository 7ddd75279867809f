import { organizations } from '@parley/contract';
import { loadTesterEmail } from '../bank-suite.ts';
import { todayIn } from '../calendar-day.ts';
import { createProjectWithSuite, expect, overhang, test } from '../fixtures.ts';

const phone = { width: 390, height: 844 };

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('[A-377, A-381, S-051, S-162] the sidebar is a drawer that closes behind a choice', async ({
    page,
    account,
    signIn,
    expectAccessible,
  }) => {
    await signIn(page, account);
    const toggle = page.getByRole('button', { name: 'Toggle sidebar' });
    await expect(toggle).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toHaveCount(0);
    await toggle.click();
    const drawer = page.getByRole('dialog', { name: 'Sidebar' });
    await expect(drawer.getByRole('link', { name: 'History' })).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Share Feedback' })).toBeVisible();
    await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(288);
    await expectAccessible(page);

    await drawer.getByRole('link', { name: 'History' }).click();
    await expect(page).toHaveURL(/\/history/);
    await expect(drawer).toHaveCount(0);

    await toggle.click();
    await expect(drawer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    await expect(toggle).toBeFocused();
    expect(await page.evaluate(() => document.cookie)).not.toContain('sidebar_state');
    await page.reload();
    await expect(drawer).toHaveCount(0);
  });

  test('nothing scrolls sideways, and the dialogs fit', async ({
    page,
    account,
    signIn,
    expectAccessible,
  }) => {
    const { projectId } = await createProjectWithSuite(account);
    await signIn(page, account);
    for (const path of [
      '/projects',
      `/projects/${projectId}`,
      '/history',
      '/organization',
      '/account',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(() => overhang(page)).toBe(0);
    }
    await page.goto('/organization');
    await page.getByRole('button', { name: 'Add New Member' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Member' });
    await expect(dialog).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
  });

  test('[S-104, S-107] a member’s line says since when, and when they were last here', async ({
    page,
    account,
    signIn,
  }) => {
    await signIn(page, account);
    await page.goto('/organization');
    const member = page.getByRole('table', { name: 'Members' }).getByRole('row', { name: /You/ });
    const today = (await todayIn(page)).source;
    await expect(member.getByText(new RegExp(`Last active (${today})`))).toBeVisible();
    await expect(member.getByText(new RegExp(`Since (${today})`))).toBeVisible();
    await expect.poll(() => overhang(page)).toBe(0);
  });

  test('long words end at the edge of the page', async ({ page, createAccount, signIn }) => {
    const account = await createAccount({ email: loadTesterEmail() });
    const project = 'A project whose name is longer than any line it is to be shown in, and more';
    const { projectId } = await createProjectWithSuite(account, { project });
    await signIn(page, account);
    await page.goto(`/load/setup?projectId=${projectId}`);
    await expect(page.getByRole('combobox', { name: 'Project' })).toHaveText(project);
    expect(await overhang(page)).toBe(0);
    const word = 'W'.repeat(120);
    await page.goto('/projects');
    await page.getByPlaceholder('Search projects...').last().fill(word);
    await expect(page.getByText(`No project has “${word}” in its name.`)).toBeVisible();
    expect(await overhang(page)).toBe(0);
    const { suiteId } = await createProjectWithSuite(account, {
      project: 'Long words',
      source: [
        `- test: ${word}`,
        `  tags: [${word}]`,
        '- hello:',
        `  - label: ${word}`,
        `  - set city: ${word}`,
        `  - payload.${word}: ${word}`,
      ].join('\n'),
    });
    await page.goto(`/test-suite/${suiteId}`);
    await expect(page.getByRole('list', { name: 'Tags' })).toBeVisible();
    expect(await overhang(page)).toBe(0);
  });

  test('[S-302, S-303] a toast is swiped away to the right', async ({ page, account, signIn }) => {
    await signIn(page, account);
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    await page.getByRole('button', { name: 'Share Feedback' }).click();
    await page.getByRole('button', { name: 'Send feedback' }).click();
    const toast = page.getByRole('listitem').filter({ hasText: 'Feedback is empty' });
    await expect(toast).toBeVisible();
    const box = await toast.boundingBox();
    if (!box) throw new Error('The toast has no place on the screen.');
    const [x, y] = [box.x + 40, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y, { steps: 4 });
    await page.mouse.move(x + 120, y, { steps: 4 });
    await page.mouse.up();
    await expect(toast).toHaveCount(0, { timeout: 2000 });
  });
});

test('beside the sidebar tables keep what is done with their rows in sight', async ({
  page,
  account,
  signIn,
}) => {
  await account.call(organizations.invite, { body: { email: 'ivan@acme.test', role: 'member' } });
  const { projectId } = await createProjectWithSuite(account);
  await page.setViewportSize({ width: 768, height: 900 });
  await signIn(page, account);
  await page.goto('/organization');
  const withdraw = page.getByRole('button', { name: /^Delete the invitation/ });
  // Scrolling to the button itself would also scroll the table.
  await page.getByRole('heading', { name: 'Webhooks', exact: true }).scrollIntoViewIfNeeded();
  await expect(withdraw).toBeInViewport({ ratio: 1 });
  await page.goto(`/projects/${projectId}`);
  await page.getByTitle('Table').click();
  const menu = page.getByRole('button', { name: 'Actions for Greeting' });
  await expect(menu).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(phone);
  await expect(menu).toBeInViewport({ ratio: 1 });
});

test('[A-377, A-380, A-382] 767 px is narrow and 768 px is wide', async ({
  page,
  account,
  signIn,
}) => {
  await signIn(page, account);
  const rail = page.getByRole('complementary', { name: 'Sidebar' });
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(rail).toHaveCSS('width', '256px');
  // Wait for the page: while it loads, there is no sidebar at any width.
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(rail).toHaveCount(0);
  await page.setViewportSize({ width: 768, height: 900 });
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(rail).toHaveCSS('width', '48px');
});

test('[S-140, S-141] the theme is kept, and System follows the device at once', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page, account);
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(background).toBe(light);

  await page.goto('/account');
  await page.getByText('Dark', { exact: true }).click();
  await expect.poll(background).toBe(dark);
  await page.reload();
  await expect.poll(background).toBe(dark);
  await expectAccessible(page);
});
