import { projects } from '@parley/contract';
import { expect, test } from '../fixtures.ts';
import { openNavigation } from '../navigation.ts';

test('[S-010, S-014, S-022, S-186] an empty project gets a suite, and the suite its first green run', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  await account.call(projects.createProject, { body: { name: 'Hotline' } });
  await signIn(page, account);
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
  const bar = page.getByRole('region', { name: 'Latest run' });

  await test.step('opens the project, which says how to begin', async () => {
    const sidebar = await openNavigation(page);
    await sidebar.getByRole('link', { name: 'Hotline' }).click();
    await expect(page).toHaveURL(/\/projects\/[^/]+$/);
    await expect(breadcrumb).toContainText('Hotline');
    await expect(page.getByRole('heading', { name: 'No test suites yet' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('creates a phone suite, and is in it', async () => {
    await page.getByRole('button', { name: 'New test suite' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New test suite' });
    await dialog.getByRole('button', { name: 'Create test suite' }).click();
    await expect(dialog.getByText('Enter a name')).toBeVisible();
    await dialog.getByLabel('Name').fill('Greeting');
    await dialog.getByText('Phone', { exact: true }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create test suite' }).click();
    await expect(page).toHaveURL(/\/test-suite\/[^/]+$/);
    await expect(breadcrumb).toHaveText('DashboardProjectsHotlineGreeting');
  });

  await test.step('finds it as the first of the list, and opens it below its project', async () => {
    await breadcrumb.getByRole('link', { name: 'Hotline' }).click();
    await expect(page.getByRole('article').first()).toContainText('Greeting');
    await expect(page.getByRole('article').first()).toContainText('Phone');
    await page.getByRole('link', { name: 'Greeting' }).click();
    await expect(page).toHaveURL(/\/test-suite\/[^/]+$/);
    await expect(breadcrumb).toHaveText('DashboardProjectsHotlineGreeting');
    await expect(breadcrumb.getByRole('link', { name: 'Hotline' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('connects it to the demo bot', async () => {
    await page.getByRole('tab', { name: 'Connection' }).click();
    await page.getByRole('button', { name: 'Use the demo bot' }).click();
    await expect(page.getByLabel('Address', { exact: true })).toHaveValue(/^http:.*\/message$/);
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('writes what is said and what is expected', async () => {
    await page.getByRole('tab', { name: 'Tests' }).click();
    await page.getByRole('button', { name: 'Step 1: Dial' }).click();
    await page.getByRole('menuitem', { name: 'Say something' }).click();
    const said = page.getByRole('textbox', { name: 'Step 1: say' });
    await said.fill('When are you open?');
    await said.press('Enter');
    const expected = page.getByRole('textbox', { name: 'Step 1, expectation 1: expected' });
    await expect(expected).toBeFocused();
    await expected.fill('Monday to Friday');
  });

  await test.step('runs it without having saved, and watches it pass', async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(bar).toContainText('Passed');
    await expect(bar).toContainText('1 passed');
    await expect(page.getByText(/^Saved/)).toBeVisible();
    const step = page.getByRole('listitem', { name: 'Step 1' });
    await expect(step).toContainText('open Monday to Friday from 9 am to 5 pm');
    await expect(step.getByRole('img', { name: 'Passed' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('opens the run and reads the conversation', async () => {
    await bar.getByRole('link', { name: 'See the run' }).click();
    await expect(page).toHaveURL(/\/history\/testruns\/[^/]+$/);
    const runId = new URL(page.url()).pathname.split('/').at(-1);
    await expect(breadcrumb).toContainText(`Run ${runId}`);
    await expect(page.getByRole('main').getByText('Test Run', { exact: true })).toBeVisible();
    await expect(page.getByText('When are you open?')).toBeVisible();
    await expect(page.getByText('Reply contains "Monday to Friday"')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('finds it in the history, also after a reload', async () => {
    const sidebar = await openNavigation(page);
    await sidebar.getByRole('link', { name: 'History' }).click();
    await expect(page).toHaveURL(/\/history$/);
    await expect(page.getByRole('row', { name: /Passed.*Greeting/ })).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByRole('row', { name: /Passed.*Greeting/ })).toBeVisible();
    await expect(page).toHaveURL(/\/history$/);
  });
});
