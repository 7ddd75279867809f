/**
 * Writes scripts into everything that people and bots can write, and then opens every screen and email that shows it. None
 * runs, none becomes an element, and the content security policy has nothing to block.
 */
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  account as accountEndpoints,
  alerts,
  apiKeys,
  explorations,
  inbox,
  loadTests,
  monitoring,
  organizations,
  projects,
  quarantines,
  runShares,
  runs,
  statusPages,
  suites,
} from '@parley/contract';
import type { Page } from '@playwright/test';
import { type Account, createVisitor, expect, test } from '../fixtures.ts';
import { joinOrganization } from '../join-organization.ts';
import { linkMailedTo } from '../mailbox.ts';
import { untilRunEnded } from '../run-end.ts';
import { type ParleyServer, startParley } from '../server.ts';
import { allScripts, oneAfterTheOther, storedScripts } from './stored-scripts.ts';

const operatorEmail = 'owner@scripts.test';

test.use({
  parley: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const server = await startParley({
        PARLEY_EGRESS_ALLOW: '127.0.0.1:*',
        PARLEY_EXPLORATORY_TESTING_FOR: '*',
        PARLEY_LOAD_TESTING_FOR: '*',
        PARLEY_OPERATORS: operatorEmail,
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const next = oneAfterTheOther();

let bot: Server;

test.beforeAll(async () => {
  bot = createServer((_, response) => response.end(JSON.stringify(hostileReply())));
  bot.listen(0, '127.0.0.1');
  await once(bot, 'listening');
});

test.afterAll(() => {
  bot.closeAllConnections();
  bot.close();
});

function hostileReply() {
  const buttons = storedScripts.slice(0, 20).map((title) => ({ title, value: title, url: title }));
  const card = {
    title: next(),
    subtitle: next(),
    text: next(),
    image: 'javascript:ran()',
    buttons,
  };
  return {
    messages: [
      ...storedScripts.map((text) => ({ text })),
      { text: next(), buttons, cards: [card], attachments: [{ ...card, contentUrl: next() }] },
    ],
  };
}

/** Source of two tests, whose expected text the bot says either never or always. */
function hostileSource(firstTest: string, expected: string): string {
  const { port } = bot.address() as AddressInfo;
  const quoted = (text: string) => JSON.stringify(text);
  const testOf = (name: string, said: string[]) =>
    [
      `- test: ${quoted(name)}`,
      `- tags: [${quoted(next())}, ${quoted(next())}]`,
      ...said.map((text) => `- ${quoted(text)}: ${quoted(expected)}`),
    ].join('\n');
  return [
    `configuration:\n  description: ${quoted(next())}\n  channel: { kind: http, url: "http://127.0.0.1:${port}/" }`,
    testOf(firstTest, [next(), next(), next()]),
    testOf(next(), [next(), next()]),
  ].join('\n---\n');
}

/** Fills everything that can be filled, and returns the addresses of the screens that show it. */
async function fill(account: Account): Promise<string[]> {
  const [projectId = ''] = await createProjects(account);
  const testName = next();
  const [failing, passing] = [
    await createSuite(account, projectId, testName, 'Nobody says this'),
    await createSuite(account, projectId, next(), 'ran'),
  ];
  const params = { suiteId: failing };
  const { id: deviceId } = await createVisitor(account, next());
  await account.call(suites.updateSuite, { params, body: { deviceId } });
  await account.call(quarantines.beginQuarantine, {
    params,
    body: { test: testName, reason: allScripts(500), days: 7 },
  });
  const runIds = await runEach(account, [failing, passing, failing]);
  const shared = await account.call(runShares.shareRun, {
    params: { runId: runIds[0] ?? '' },
    body: { days: 7 },
  });
  await fillMonitoring(account, failing);
  for (let count = 0; count < 2; count += 1)
    await account.call(apiKeys.createApiKey, { body: { name: next() } });
  const explorationId = await explore(account, failing);
  const { id: loadTestId } = await account.call(loadTests.createLoadTest, {
    body: {
      suiteId: failing,
      name: next(),
      profile: { kind: 'steady', users: 2, durationS: 3 },
      thinkTimeMs: 500,
      thresholds: [],
    },
  });
  const { pathname, hash } = new URL(shared.url);
  return [
    '/projects',
    `/projects/${projectId}`,
    `/test-suite/${failing}`,
    `/test-suite/${failing}?test=2`,
    `/test-suite/${failing}?view=yaml`,
    `/test-suite/${failing}?view=connection`,
    ...runIds.map((id) => `/history/testruns/${id}`),
    '/history',
    `/history/suites/${failing}`,
    `/history/compare?base=${runIds[0]}&with=${runIds[2]}`,
    ...['', '?tab=alerts', '?tab=exclusions', '?tab=status'].map(
      (tab) => `/history/monitoring${tab}`,
    ),
    '/devices',
    `/devices/${deviceId}`,
    '/explore',
    `/explore/${explorationId}`,
    '/load',
    `/load/setup?suiteId=${failing}`,
    `/load/${loadTestId}/monitoring`,
    `/load/${loadTestId}/results`,
    '/organization',
    '/organizations/new',
    '/billing',
    '/account',
    '/operations',
    '/status/scripts',
    pathname + hash,
  ];
}

async function createProjects(account: Account): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    const body = { name: next(), description: allScripts(2000) };
    ids.push((await account.call(projects.createProject, { body })).id);
  }
  return ids;
}

async function createSuite(
  account: Account,
  projectId: string,
  firstTest: string,
  expected: string,
): Promise<string> {
  const { id } = await account.call(suites.createSuite, {
    body: {
      name: next(),
      description: allScripts(2000),
      projectId,
      platform: 'webchat',
      source: hostileSource(firstTest, expected),
    },
  });
  return id;
}

async function runEach(account: Account, suiteIds: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const suiteId of suiteIds) {
    const { id } = await account.call(runs.startRun, { params: { suiteId }, body: {} });
    ids.push(id);
  }
  for (const id of ids) await untilRunEnded(account, id, 60_000);
  const body = { test: 0, step: 0, outcome: 'passed', reason: allScripts(500) } as const;
  await account.call(runs.overrideVerdict, { params: { runId: ids[0] ?? '' }, body });
  return ids;
}

async function fillMonitoring(account: Account, suiteId: string): Promise<void> {
  const hours = { kind: 'weekly' as const, reason: next(), days: [0], from: '01:00', to: '02:00' };
  await account.call(monitoring.createCalendar, {
    body: { name: next(), timeZone: 'UTC', windows: [hours], holidays: [] },
  });
  const target = { kind: 'email' as const, recipients: ['ops@scripts.test'] };
  const channel = await account.call(alerts.createAlertChannel, {
    body: {
      name: next(),
      isEnabled: true,
      classes: [],
      afterMinutes: 0,
      remindEveryMinutes: null,
      target,
    },
  });
  await account.call(alerts.testAlertChannel, {
    params: { alertChannelId: channel.channel.id },
  });
  await account.call(statusPages.saveStatusPage, {
    body: {
      slug: 'scripts',
      title: next(),
      isPublic: true,
      isListed: false,
      suites: [{ suiteId, label: next() }],
    },
  });
  await account.call(suites.setMonitoring, { params: { suiteId }, body: { isMonitoring: true } });
}

async function explore(account: Account, suiteId: string): Promise<string> {
  const { id } = await account.call(explorations.createExploration, {
    body: { suiteId, name: next() },
  });
  const path = [next(), next(), next()].map((text) => ({ kind: 'text' as const, text }));
  const params = { explorationId: id };
  await account.call(explorations.startConversation, { params, body: { path } });
  await account.call(explorations.nameState, {
    params: { ...params, stateKey: 'start' },
    body: { name: next() },
  });
  return id;
}

/** Selector of elements and attributes that the scripts would create if they were not treated as text. */
const asElements = [
  ...['onerror', 'onload', 'onfocus', 'ontoggle', 'onstart', 'onbegin', 'srcdoc'].map(
    (name) => `[${name}]`,
  ),
  ...['href', 'src', 'action', 'data'].map((name) => `[${name}^="javascript" i]`),
  ...['iframe', 'object', 'embed', 'marquee', 'math', 'base', 'x[contenteditable]'],
].join(', ');

/** Pages on which only the sidebar shows text that somebody wrote. */
const saysNothing = ['/organizations/new', '/billing', '/operations'];

async function expectText(page: Page, where = page.getByRole('main')): Promise<void> {
  await expect(where.getByText(/ran\(\)/).first()).toBeAttached();
  await expect(page.locator(asElements)).toHaveCount(0);
}

/** HTML of all emails that were written. */
async function readMails({ dataFolder }: ParleyServer): Promise<string[]> {
  const folder = join(dataFolder, 'mail');
  const mails: string[] = [];
  for (const name of await readdir(folder)) {
    const mail = await readFile(join(folder, name), 'latin1');
    const [, encoding, body = ''] =
      /Content-Type: text\/html[\s\S]*?Content-Transfer-Encoding: (\S+)\r\n\r\n([\s\S]*?)\r\n--/.exec(
        mail,
      ) ?? [];
    mails.push(encoding === 'base64' ? Buffer.from(body, 'base64').toString() : unquoted(body));
  }
  return mails;
}

const unquoted = (text: string) =>
  Buffer.from(
    text
      .replaceAll('=\r\n', '')
      .replaceAll(/=([\dA-F]{2})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      ),
    'latin1',
  ).toString();

test('no script that somebody or a bot wrote runs on any screen or in any mail', async ({
  page,
  context,
  parley,
  createAccount,
  signIn,
}) => {
  test.setTimeout(300_000);
  const ran: string[] = [];
  await context.exposeBinding('ran', ({ page: where }) => {
    ran.push(where.url());
  });
  const owner = await createAccount({
    email: operatorEmail,
    name: next(),
    organizationName: next(),
  });
  await owner.call(accountEndpoints.setMailPreferences, {
    body: { alerts: true, usage: true, runs: 'always' },
  });
  const guest = await createAccount({ name: next(), organizationName: next() });
  await joinOrganization(parley, { owner, guest, role: 'admin' });
  await owner.call(organizations.invite, { body: { email: 'new@scripts.test', role: 'member' } });
  const invitation = await linkMailedTo(parley, 'new@scripts.test', '/invitation');
  await owner.call(inbox.sendFeedback, {
    body: {
      userName: next(),
      email: operatorEmail,
      feedback: allScripts(2000),
      timestamp: new Date().toISOString(),
      path: next(),
    },
  });
  const screens = await fill(owner);

  await page.goto(invitation.pathname + invitation.search);
  await expectText(page);
  await signIn(page, owner);
  for (const path of screens) {
    await test.step(path, async () => {
      await page.goto(path);
      await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
      await expectText(page, saysNothing.includes(path) ? page.locator('body') : undefined);
      expect(ran).toEqual([]);
    });
  }

  await test.step('as it is printed', async () => {
    await page.goto(screens.find((path) => path.includes('testruns')) ?? '');
    await page.emulateMedia({ media: 'print' });
    await expectText(page);
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('in mails', async () => {
    await expect
      .poll(async () => (await readMails(parley)).length, { timeout: 90_000 })
      .toBeGreaterThan(6);
    const mails = await readMails(parley);
    expect(mails.filter((html) => html.includes('ran()')).length).toBeGreaterThan(3);
    const reader = await context.newPage();
    for (const html of mails) {
      await reader.setContent(html);
      await expect(reader.locator(asElements)).toHaveCount(0);
    }
    await reader.waitForTimeout(500);
  });
  expect(ran).toEqual([]);
});
