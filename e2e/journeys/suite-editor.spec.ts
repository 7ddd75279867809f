import { organizations, runs, suites } from '@parley/contract';
import type { Page } from '@playwright/test';
import { type Account, createProjectWithSuite, expect, test } from '../fixtures.ts';
import { createMemberOfTwo } from '../join-organization.ts';
import { closeNavigation, openNavigation } from '../navigation.ts';

const source = `# The comment stays.
configuration:
  channel:
    kind: http
    url: http://127.0.0.1:1/message
---
- test: Greeting
- hello: welcome
- open an account: which one
---
- test: Farewell
- bye: see you
`;

async function openSuite(account: Account) {
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Bank', source });
  const stored = () => account.call(suites.getSuite, { params: { suiteId } });
  return { suiteId, stored, path: `/test-suite/${suiteId}` };
}

/** Delays saving of the suite until the returned function is called. */
async function holdSaves(page: Page, suiteId: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(`**/testsuites/${suiteId}`, async (route) => {
    if (route.request().method() !== 'GET') await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test('what is written step by step and what is written as text are the same', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  const { path, stored } = await openSuite(account);
  await signIn(page, account);
  await page.goto(path);

  await test.step('adds an alternative and a step, and sees them in the text', async () => {
    const expected = page.getByRole('textbox', { name: 'Step 1, expectation 1: expected' });
    await expected.press('Enter');
    await page.keyboard.type('good morning');
    await page.getByRole('button', { name: 'Add step' }).click();
    await page.keyboard.type('$PAUSE 2');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Step 3: pause in seconds')).toHaveValue('2');
    await page.getByRole('tab', { name: 'YAML' }).click();
    const text = page.getByRole('textbox', { name: 'Text of the test suite' });
    await expect(text).toContainText('- prompt: ["welcome", "good morning"]');
    await expect(text).toContainText('- $PAUSE 2');
    await expect(text).toContainText('# The comment stays.');
    await expectAccessible(page);
  });

  await test.step('breaks the text, is told where, and undoes it', async () => {
    await page.getByText('- bye: see you').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- oops: [');
    await expect(page.getByRole('region', { name: 'Problems in the text' })).toContainText('Line');
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('region', { name: 'Problems in the text' })).toBeEmpty();
  });

  await test.step('saves by keyboard and keeps what it did not touch', async () => {
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/^Saved/)).toBeVisible();
    const { source: saved } = await stored();
    expect(saved).toContain('# The comment stays.');
    expect(saved).toContain('- open an account: which one');
    expect(saved).toContain('- $PAUSE 2');
  });
});

test('what the editor of the text changes by a command is stored as what is typed', async ({
  page,
  account,
  signIn,
}) => {
  const { path, stored } = await openSuite(account);
  await signIn(page, account);
  await page.goto(`${path}?view=yaml`);
  await page.getByText('- bye: see you').click();
  await page.keyboard.press('Control+/');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Saved/)).toBeVisible();
  expect((await stored()).source).toContain('# - bye: see you');
});

test('the search in the text is readable in both themes', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  const { path } = await openSuite(account);
  await signIn(page, account);
  await page.goto(`${path}?view=yaml`);
  await page.getByText('- bye: see you').click();
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find' }).fill('see');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The accessibility check ignores elements on a gradient.
    await expect(page.getByRole('button', { name: 'replace all' })).toHaveCSS(
      'background-image',
      'none',
    );
    await expectAccessible(page);
  }
});

test('undo in the search of the text takes back what is searched for', async ({
  page,
  account,
  signIn,
}) => {
  const { path } = await openSuite(account);
  await signIn(page, account);
  await page.goto(`${path}?view=yaml`);
  await page.getByText('- bye: see you').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' later');
  await page.keyboard.press('Control+f');
  const find = page.getByRole('textbox', { name: 'Find' });
  await find.fill('');
  await find.pressSequentially('soon');
  await page.keyboard.press('Control+z');
  await expect(find).not.toHaveValue('soon');
  await expect(page.getByText('- bye: see you later')).toBeVisible();
});

test('the keys of the editor are those of its fields and popups, not of other windows', async ({
  page,
  account,
  signIn,
}) => {
  const { path, stored } = await openSuite(account);
  await signIn(page, account);
  await page.goto(path);
  const name = page.getByRole('textbox', { name: 'Test name' });
  await name.fill('Welcome');
  await expect(page.getByText('Unsaved changes')).toBeVisible();

  await test.step('a field of another window keeps them', async () => {
    await page.getByRole('button', { name: 'Actions for Bank' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename test suite' });
    await dialog.getByLabel('Name').press('x');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+s');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    const sidebar = await openNavigation(page);
    await sidebar.getByRole('button', { name: 'Share Feedback' }).click();
    // Chromium's own undo reverts the latest input, in whichever field it was.
    await page.getByLabel('Your feedback').press('y');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+s');
    await page.keyboard.press('Escape');

    await expect(name).toHaveValue('Welcome');
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    expect((await stored()).source).not.toContain('Welcome');
  });

  await test.step('a popup of the editor hears them', async () => {
    await page
      .getByRole('button', { name: /^Step 1, expectation 1: .* Change the comparison/ })
      .click();
    await page.getByLabel('Property').press('Control+s');
    await expect(page.getByText(/^Saved/)).toBeVisible();
    expect((await stored()).source).toContain('Welcome');
    await page.keyboard.press('Escape');
  });

  await test.step('beside all fields they are the editor’s', async () => {
    await page.getByRole('tab', { name: 'Tests' }).press('Control+z');
    await expect(name).toHaveValue('Greeting');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Control+y');
    await expect(name).toHaveValue('Welcome');
  });
});

test('whoever removes an expectation goes on in the one that takes its place', async ({
  page,
  account,
  signIn,
}) => {
  const { path } = await openSuite(account);
  await signIn(page, account);
  await page.goto(path);
  const expected = (number: number) =>
    page.getByRole('textbox', { name: `Step 1, expectation ${number}: expected` });
  const remove = (number: number) =>
    page.getByRole('button', { name: `Remove step 1, expectation ${number}` });
  const add = page.getByRole('button', { name: 'add expectation, Step 1' });
  await add.click();
  await add.click();
  await expect(expected(3)).toBeVisible();

  await remove(1).press('Enter');
  await expect(expected(3)).toBeHidden();
  await expect(expected(1)).toBeFocused();

  // Open the comparison list of another expectation.
  await page
    .getByRole('button', { name: /^Step 1, expectation 1: .* Change the comparison/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'Comparison' })).toBeVisible();
  await remove(2).click();
  await expect(expected(2)).toBeHidden();
  await expect(expected(1)).toBeFocused();

  // The last one stays as an empty line.
  await expected(1).fill('welcome');
  await remove(1).press('Enter');
  await expect(remove(1)).toBeHidden();
  await expect(expected(1)).toBeFocused();
});

test('tests are added, skipped, cloned, reordered by keyboard, deleted and brought back', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  const { path } = await openSuite(account);
  await signIn(page, account);
  await page.goto(path);
  const list = page.getByRole('navigation', { name: 'Tests' });
  const names = () => list.getByRole('listitem');

  await page.getByRole('button', { name: 'Actions for Farewell' }).click();
  await page.getByRole('menuitemradio', { name: 'Skip' }).click();
  await expect(names().nth(1)).toContainText('Skip');

  await page.getByRole('button', { name: 'Actions for Farewell' }).click();
  await page.getByRole('menuitem', { name: 'Clone' }).click();
  await expect(names()).toHaveCount(3);
  await expect(page.getByRole('region', { name: 'Farewell 2' })).toBeVisible();

  // Wait for each announcement before the next key, as a screen reader user would.
  const isSaid = (text: string) => expect(page.getByText(text)).toBeAttached();
  await page.getByRole('button', { name: 'Move Farewell 2' }).focus();
  await page.keyboard.press('Space');
  await isSaid('Picked up Farewell 2.');
  await page.keyboard.press('ArrowUp');
  await isSaid('Moved to position 2.');
  await page.keyboard.press('ArrowUp');
  await isSaid('Moved to position 1.');
  await page.keyboard.press('Space');
  await isSaid('Farewell 2 is now at position 1.');
  await expect(names().first()).toContainText('Farewell 2');

  await page.getByRole('button', { name: 'Actions for Greeting' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(names()).toHaveCount(2);
  // Use the toolbar's button; the message about the deletion has another one with this name.
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(names()).toHaveCount(3);
  await expectAccessible(page);
});

test('unsaved changes survive a reload, and nobody leaves them behind unasked', async ({
  page,
  account,
  signIn,
}) => {
  const { path, stored } = await openSuite(account);
  await signIn(page, account);
  await page.goto(path);
  page.on('dialog', (dialog) => void dialog.accept());

  await page.getByRole('textbox', { name: 'Test name' }).fill('Welcome');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Your unsaved changes were restored')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Test name' })).toHaveValue('Welcome');

  await page.getByRole('link', { name: 'History' }).first().click();
  const question = page.getByRole('dialog', { name: 'Save your changes?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL(new RegExp(path));
  await page.getByRole('link', { name: 'History' }).first().click();
  await question.getByRole('button', { name: 'Save and leave' }).click();
  await expect(page).toHaveURL(/\/history$/);
  expect((await stored()).source).toContain('- test: Welcome');
});

test('[S-084, S-086] another organization is not switched to before unsaved changes are asked about', async ({
  page,
  parley,
  createAccount,
  signIn,
}) => {
  const { member: ada } = await createMemberOfTwo(parley, createAccount);
  // Loading an organization makes it the current one.
  await ada.call(organizations.getOrganization);
  const { path, stored } = await openSuite(ada);
  await signIn(page, ada);
  await page.goto(path);
  const name = page.getByRole('textbox', { name: 'Test name' });
  await name.fill('Welcome');
  const question = page.getByRole('dialog', { name: 'Save your changes?' });
  const switcher = async () =>
    (await openNavigation(page)).getByRole('button', { name: /^(Globex|Initech)/ });
  const choose = async () => {
    await (await switcher()).click();
    await page.getByRole('option', { name: 'Globex' }).click();
  };

  await choose();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(name).toHaveValue('Welcome');
  await expect(page).toHaveURL(new RegExp(path));
  await expect(await switcher()).toContainText('Initech');
  await closeNavigation(page);

  await choose();
  await question.getByRole('button', { name: 'Save and leave' }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await expect(await switcher()).toContainText('Globex');
  await expect(question).toHaveCount(0);
  expect((await stored()).source).toContain('- test: Welcome');
});

test('nobody logs out before unsaved changes are asked about', async ({
  page,
  account,
  signIn,
}) => {
  const { path, stored } = await openSuite(account);
  await signIn(page, account);
  await page.goto(path);
  const name = page.getByRole('textbox', { name: 'Test name' });
  await name.fill('Welcome');
  const question = page.getByRole('dialog', { name: 'Save your changes?' });
  const logOut = async () => {
    await page.getByRole('button', { name: /^User menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
  };

  await logOut();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  await expect(name).toHaveValue('Welcome');

  await logOut();
  await question.getByRole('button', { name: 'Save and leave' }).click();
  await expect(page).toHaveURL(/\/signin/);
  expect((await stored()).source).toContain('- test: Welcome');
});

test('a run that is asked for while the suite is being saved starts once it is', async ({
  page,
  account,
  signIn,
}) => {
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Bank' });
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}`);
  const answer = await holdSaves(page, suiteId);
  await page.getByRole('textbox', { name: 'Test name' }).fill('Welcome');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saving…')).toBeVisible();
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await run.dblclick();
  await expect(run).toHaveAttribute('aria-busy', 'true');
  answer();
  await expect(page.getByRole('region', { name: 'Latest run' })).toContainText('Passed');
  const { items } = await account.call(runs.listRuns, { query: { suiteId } });
  expect(items).toHaveLength(1);
});

test('“Save and leave” leaves although it is pressed twice', async ({ page, account, signIn }) => {
  const { path, stored, suiteId } = await openSuite(account);
  await signIn(page, account);
  await page.goto(path);
  const answer = await holdSaves(page, suiteId);
  await page.getByRole('textbox', { name: 'Test name' }).fill('Welcome');
  await page.getByRole('link', { name: 'History' }).first().click();
  const leave = page.getByRole('button', { name: 'Save and leave' });
  await leave.dblclick();
  await expect(leave).toHaveAttribute('aria-busy', 'true');
  answer();
  await expect(page).toHaveURL(/\/history$/);
  expect((await stored()).source).toContain('- test: Welcome');
});

test('a suite that somebody else saved in the meantime is not overwritten unasked', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  const { path, stored, suiteId } = await openSuite(account);
  await signIn(page, account);
  await page.goto(path);
  await page.getByRole('textbox', { name: 'Test name' }).fill('Mine');
  const theirs = source.replace('Greeting', 'Theirs');
  await account.call(suites.updateSuite, { params: { suiteId }, body: { source: theirs } });

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Somebody else saved this test suite')).toBeVisible();
  expect((await stored()).source).toContain('Theirs');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Load theirs' }).click();
  await expect(page.getByRole('textbox', { name: 'Test name' })).toHaveValue('Theirs');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Saved/)).toBeVisible();
  expect((await stored()).source).toContain('- test: Mine');
});

test('a failed run says why, and its wording can be accepted', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Bank' });
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}`);
  await page
    .getByRole('textbox', { name: 'Step 2, expectation 1: expected' })
    .fill('Which acount do you mean');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const bar = page.getByRole('region', { name: 'Latest run' });
  await expect(bar).toContainText('Failed');
  const step = page.getByRole('listitem', { name: 'Step 2' });
  await expect(step).toContainText('instead: account');
  await expectAccessible(page);

  await step.getByRole('button', { name: 'Accept this wording' }).click();
  await expect(step).toContainText('Before your edit');
  await expect(step).toContainText(/accepted by Nora Lind on/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(bar).toContainText('Passed');

  await page.getByRole('link', { name: 'History' }).first().click();
  await page.getByRole('combobox', { name: 'Result' }).click();
  await page.getByRole('option', { name: 'Failed', exact: true }).click();
  await expect(page).toHaveURL(/status=failed/);
  await expect(page.getByRole('row', { name: /Bank/ })).toHaveCount(1);
  await page.getByRole('link', { name: 'Bank' }).click();
  await expect(page.getByRole('region', { name: 'Failure' })).toContainText('Wrong answer');
  await expectAccessible(page);
});

test('a wording is accepted on the page of a run, and the next run passes', async ({
  page,
  account,
  signIn,
}) => {
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Bank' });
  const stored = () => account.call(suites.getSuite, { params: { suiteId } });
  const { source: original } = await stored();
  const wrong = original.replace('Which account', 'Which card');
  await account.call(suites.updateSuite, { params: { suiteId }, body: { source: wrong } });
  const run = await account.call(runs.startRun, { params: { suiteId }, body: {} });
  await signIn(page, account);
  await page.goto(`/history/testruns/${run.id}`);

  const before = utcDay();
  await page.getByRole('button', { name: 'Accept this wording' }).click();
  await page
    .getByRole('dialog', { name: 'Accept this wording?' })
    .getByRole('button', { name: 'Accept', exact: true })
    .click();
  await expect(page.getByText('Wording added to the test suite').first()).toBeVisible();
  const days = [before, utcDay()];
  const { source: accepted } = await stored();
  expect(accepted).toContain('["Which card", "Which account do you mean?"]');
  const notes = days.map(
    (day) => `# "Which account do you mean?" accepted by ${account.name} on ${day}\n`,
  );
  expect(notes.some((note) => accepted.includes(note))).toBe(true);
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect(page).not.toHaveURL(new RegExp(run.id));
  await expect(page.getByRole('main').getByText('Passed').first()).toBeVisible();
});

/** Returns the current UTC day. Midnight can pass between two calls. */
const utcDay = () => new Date().toISOString().slice(0, 10);
