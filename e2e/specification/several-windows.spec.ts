/** Tests what two windows of one user, or two users of one organization, see of each other's changes. */
import { livePath, organizations, projects, suites } from '@parley/contract';
import type { Page } from '@playwright/test';
import { createProjectWithSuite, expect, test } from '../fixtures.ts';
import { createMemberOfTwo, joinOrganization } from '../join-organization.ts';

async function openAction(page: Page, name: string, action: string): Promise<void> {
  await page
    .getByRole('button', { name: `Actions for ${name}`, exact: true })
    .first()
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

test('a change in one window shows in the other without a reload', async ({
  page,
  context,
  account,
  signIn,
}) => {
  const { projectId } = await createProjectWithSuite(account, { suite: 'Greeting' });
  await signIn(page, account);
  const other = await context.newPage();
  await other.goto(`/projects/${projectId}`);
  await expect(other.getByRole('article')).toHaveCount(1);

  await test.step('a project that is renamed, and one that is created', async () => {
    await openAction(page, 'Hotline', 'Rename or describe');
    await page.getByRole('textbox', { name: 'Name' }).fill('Service line');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(other.getByRole('heading', { name: 'Service line' })).toBeVisible();
    await account.call(projects.createProject, { body: { name: 'From elsewhere' } });
    const sidebar = other.getByRole('navigation', { name: 'Projects' });
    await expect(sidebar.getByText('From elsewhere')).toBeVisible();
    await expect(page.getByRole('main').getByText('From elsewhere')).toBeVisible();
  });

  await test.step('a suite that is created, and one that is deleted', async () => {
    await account.call(suites.createSuite, {
      body: { name: 'Farewell', projectId, platform: 'webchat' },
    });
    await expect(other.getByRole('article')).toHaveCount(2);
    await openAction(other, 'Greeting', 'Delete');
    await other.getByRole('button', { name: 'Delete test suite' }).click();
    await expect(other.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('main').getByText('1 test suite').first()).toBeVisible();
  });
});

test('a change between what a page reads first and its live connection shows by itself', async ({
  page,
  account,
  signIn,
}) => {
  const { projectId } = await createProjectWithSuite(account, { suite: 'Greeting' });
  const subscribe = Promise.withResolvers<void>();
  await page.routeWebSocket(new RegExp(`${livePath}$`), (socket) => {
    const server = socket.connectToServer();
    socket.onMessage(async (message) => {
      if (String(message).includes('subscribe')) await subscribe.promise;
      server.send(message);
    });
  });
  await signIn(page, account);
  await page.goto(`/projects/${projectId}`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await account.call(suites.createSuite, {
    body: { name: 'Farewell', projectId, platform: 'webchat' },
  });
  subscribe.resolve();
  await expect(page.getByRole('article')).toHaveCount(2);
});

test('a role that another administrator changes shows at once', async ({
  page,
  parley,
  createAccount,
  signIn,
}) => {
  const olga = await createAccount({ name: 'Olga Owner' });
  const max = await createAccount({ name: 'Max Member' });
  await joinOrganization(parley, { owner: olga, guest: max, role: 'member' });
  await signIn(page, olga);
  await page.goto('/organization');
  const members = page.getByRole('table', { name: 'Members' });
  const role = members.getByRole('row').filter({ hasText: max.email }).getByRole('combobox');
  await expect(role).toHaveText('Member');
  await olga.call(organizations.changeMemberRole, {
    params: { memberId: max.userId },
    body: { role: 'admin' },
  });
  await expect(role).toHaveText('Administrator');
});

test('somebody who is removed goes on where they belong, and is told', async ({
  page,
  parley,
  createAccount,
  signIn,
}) => {
  const { olga, member: max } = await createMemberOfTwo(parley, createAccount);
  await signIn(page, max);
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const switcher = sidebar.getByRole('button', { name: /^(Globex|Initech)/ });
  await switcher.click();
  await page.getByRole('option', { name: 'Globex' }).click();
  await expect(switcher).toContainText('Globex');
  await olga.call(organizations.removeMember, { params: { memberId: max.userId } });
  const notice = page.getByText('You are not a member of Globex anymore', { exact: true });
  await expect(notice).toBeVisible();
  await expect(switcher).toContainText('Initech');
});

test('the numbers of test suites follow what one does oneself', async ({
  page,
  account,
  signIn,
}) => {
  const { projectId } = await createProjectWithSuite(account, { suite: 'Greeting' });
  await signIn(page, account);
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Hotline' });
  await expect(card).toContainText('1 test suite');
  await card.getByRole('link', { name: 'Hotline' }).click();
  await expect(page).toHaveURL(new RegExp(`/projects/${projectId}$`));
  await openAction(page, 'Greeting', 'Clone');
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
  await expect(card).toContainText('2 test suites');
});

test('two who describe the same project lose nothing without a word', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  const project = await account.call(projects.createProject, { body: { name: 'Hotline' } });
  const stored = () => account.call(projects.getProject, { params: { projectId: project.id } });
  await signIn(page, account);
  await openAction(page, 'Hotline', 'Rename or describe');
  await page.getByRole('textbox', { name: 'Description' }).fill('Mine');
  await account.call(projects.updateProject, {
    params: { projectId: project.id },
    body: { name: 'Hotline North', description: 'Theirs' },
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const alert = page.getByRole('dialog').getByRole('alert');
  await expect(alert).toContainText('Somebody changed this project');
  await expect(alert).toContainText('“Hotline North”');
  await expectAccessible(page);
  expect((await stored()).description).toBe('Theirs');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await stored()).description).toBe('Mine');
});

test('two who describe the same test suite lose nothing without a word', async ({
  page,
  account,
  signIn,
}) => {
  const { projectId, suiteId } = await createProjectWithSuite(account, { suite: 'Greeting' });
  const params = { suiteId };
  const stored = () => account.call(suites.getSuite, { params });
  await signIn(page, account);
  await page.goto(`/projects/${projectId}`);

  await test.step('monitoring that was switched on meanwhile stays on, without a question', async () => {
    await openAction(page, 'Greeting', 'Edit details');
    await account.call(suites.updateSuite, {
      params,
      body: { monitoringConfig: { everyMinutes: 15 } },
    });
    await page.getByRole('textbox', { name: 'Description' }).fill('First');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await stored()).toMatchObject({
      description: 'First',
      monitoringConfig: { everyMinutes: 15 },
    });
  });

  await test.step('another description is shown before it is replaced', async () => {
    await openAction(page, 'Greeting', 'Edit details');
    await account.call(suites.updateSuite, { params, body: { description: 'Theirs' } });
    await page.getByRole('textbox', { name: 'Description' }).fill('Mine');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('(Theirs)');
    expect((await stored()).description).toBe('Theirs');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect((await stored()).description).toBe('Mine');
  });
});

test('a test suite that is deleted while it is open can be created again from what is on screen', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Greeting' });
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}`);
  const expected = page.getByRole('textbox', { name: 'Step 1, expectation 1: expected' });
  await expected.fill('welcome back');
  await account.call(suites.deleteSuite, { params: { suiteId } });
  await expect(page.getByText('This test suite was deleted')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create it again' }).click();
  await expect(page).not.toHaveURL(new RegExp(suiteId));
  await expect(expected).toHaveValue('welcome back');
  await expect(page.getByText('This test suite was deleted')).toHaveCount(0);
});

test('a project that is deleted while its suites are listed says so', async ({
  page,
  account,
  signIn,
}) => {
  const project = await account.call(projects.createProject, { body: { name: 'Short-lived' } });
  await signIn(page, account);
  await page.goto(`/projects/${project.id}`);
  await expect(page.getByRole('heading', { name: 'Short-lived' })).toBeVisible();
  await account.call(projects.deleteProject, { params: { projectId: project.id } });
  await expect(page.getByText('This project does not exist')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to projects' })).toBeVisible();
});
