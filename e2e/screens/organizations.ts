/** Three organizations for screenshots: an empty one, one in use, and one with names of maximum length. */
import {
  devices,
  explorations,
  loadTests,
  organizations,
  projects,
  runShares,
  runs,
  suites,
} from '@parley/contract';
import { type Account, createAccount, createVisitor } from '../fixtures.ts';
import { joinOrganization } from '../join-organization.ts';
import { linkMailedTo } from '../mailbox.ts';
import type { ParleyServer } from '../server.ts';
import { monitor, statusSlug } from './monitored.ts';

export interface Filled {
  account: Account;
  projectId: string;
  /** A project without test suites. */
  emptyProjectId: string;
  suiteId: string;
  explorationId: string;
  /** A run that passed and one that failed. */
  passedRunId: string;
  failedRunId: string;
  failingSuiteId: string;
  /** Two runs of a test suite that was fixed between them. */
  mendedRunIds: [string, string];
  /** A test suite whose run takes minutes, and that run. */
  slowSuiteId: string;
  slowRunId: string;
  /** A run whose bot could not be reached. */
  unreachedRunId: string;
  /** A suite with a data row that its tests use. */
  renamingSuiteId: string;
  /** A virtual device used by the suite, and an exploration that uses it. */
  deviceId: string;
  deviceExplorationId: string;
  /** A virtual device for phone calls. */
  callerId: string;
  endedExplorationId: string;
  /** A phone line that has never been called. */
  phoneExplorationId: string;
  /** Two ended load tests, the later first, and a running one. */
  loadTestIds: [string, string];
  liveLoadTestId: string;
}

export interface Organizations {
  people: Record<'empty' | 'full' | 'extreme' | 'member' | 'operator' | 'guarded', Account>;
  full: Filled;
  extreme: Filled;
  /** Invitation links: for somebody without an account, and for somebody who has one. */
  invitations: { newcomer: string; known: string };
  statusSlug: string;
  /** Address of a run that is shared by link. */
  sharedRun: string;
}

export const operatorEmail = 'operator@operators.test';
/** Email domain whose accounts have access to every area. */
export const switchedOnDomain = 'screens.test';

const longest =
  'Ein Projekt mit einem Namen, der länger ist als jede Zeile, in der er stehen soll, und noch etwas';
const rightToLeft = 'مجموعة اختبارات خدمة العملاء عبر الهاتف';

export async function createOrganizations(server: ParleyServer): Promise<Organizations> {
  const create = (name: string, organizationName: string, email = `${name}@${switchedOnDomain}`) =>
    createAccount(server.url, {
      name,
      organizationName,
      email: email.replaceAll(' ', '.').toLowerCase(),
      mailbox: server,
    });
  const people = {
    empty: await create('Eve Early', 'Fresh'),
    full: await create('Bea Admin', 'Acme'),
    extreme: await create('Wolfeschlegelsteinhausenbergerdorff-Montgomery', longest),
    member: await createAccount(server.url, { name: 'Max Member', organizationName: 'Own' }),
    operator: await create('Olga Operator', 'Hosting', operatorEmail),
    guarded: await create('Gus Guarded', 'Guarded'),
  };
  const full = await fill(people.full, ['Bank', 'Hotline', 'Travel'], 'Opening hours');
  const extreme = await fill(
    people.extreme,
    [longest, rightToLeft, '<b>Bold & "quoted"</b> 🏦'],
    rightToLeft,
  );
  await monitor(full, {
    channel: 'On call',
    calendar: 'Quiet times',
    key: 'GitHub Actions',
    slug: statusSlug,
    status: 'Acme assistants',
    statusLabel: 'Chat on the website',
  });
  await monitor(extreme, {
    channel: longest,
    calendar: rightToLeft,
    key: longest,
    slug: `${statusSlug}-2`,
    status: longest,
    statusLabel: rightToLeft,
  });
  await joinOrganization(server, { owner: people.full, guest: people.member, role: 'member' });
  await joinOrganization(server, { owner: people.extreme, guest: people.full, role: 'admin' });
  const shared = await people.full.call(runShares.shareRun, {
    params: { runId: full.failedRunId },
    body: { days: 7 },
  });
  return {
    people,
    full,
    extreme,
    invitations: {
      newcomer: await invite(server, people.full, 'vera@acme.test'),
      known: await invite(server, people.full, people.guarded.email),
    },
    statusSlug,
    sharedRun: new URL(shared.url).pathname + new URL(shared.url).hash,
  };
}

async function invite(server: ParleyServer, owner: Account, email: string): Promise<string> {
  await owner.call(organizations.invite, { body: { email, role: 'member' } });
  const { pathname, search } = await linkMailedTo(server, email, '/invitation');
  return pathname + search;
}

async function fill(account: Account, names: string[], suiteName: string): Promise<Filled> {
  const [first, ...others] = await Promise.all(
    names.map((name) =>
      account.call(projects.createProject, { body: { name, description: `Tests of ${name}.` } }),
    ),
  );
  const projectId = first?.id ?? '';
  const { id: emptyProjectId } = await account.call(projects.createProject, {
    body: { name: 'Empty' },
  });
  await account.call(projects.createSubproject, {
    params: { projectId },
    body: { name: `${names[0]}, abroad`.slice(0, 100) },
  });
  for (const { id } of others) await createSuite(account, id, 'Greeting', 'welcome');
  await createSuite(account, projectId, 'Lost card', 'blocked');
  const failing = await createSuite(account, projectId, `${suiteName} 2`, 'never open');
  const suiteId = await createSuite(account, projectId, suiteName, 'Monday to Friday');
  const { id: deviceId } = await createVisitor(account, `${suiteName}, visitor`);
  const explorationId = await explore(account, suiteId);
  for (const id of [suiteId, failing])
    await account.call(suites.updateSuite, { params: { suiteId: id }, body: { deviceId } });
  await account.call(suites.setMonitoring, {
    params: { suiteId },
    body: { isMonitoring: true },
  });
  const slowSuiteId = await createSuite(
    account,
    projectId,
    'Slow',
    'Monday',
    '\n- $PAUSE 30'.repeat(60),
  );
  const { id: slowRunId } = await account.call(runs.startRun, {
    params: { suiteId: slowSuiteId },
    body: {},
  });
  const earlier = await holdLoad(account, failing, `${suiteName}, before`, 6);
  return {
    account,
    projectId,
    emptyProjectId,
    suiteId,
    explorationId,
    passedRunId: await runToEnd(account, suiteId),
    failedRunId: await runToEnd(account, failing),
    failingSuiteId: failing,
    mendedRunIds: await mend(account, projectId),
    slowSuiteId,
    slowRunId,
    unreachedRunId: await runUnreached(account, projectId),
    renamingSuiteId: await createSuiteWithRows(account, projectId),
    deviceId,
    deviceExplorationId: await explore(account, suiteId),
    callerId: await createCaller(account, `${suiteName}, caller`),
    endedExplorationId: await exploreToEnd(account, suiteId),
    phoneExplorationId: await exploreLine(account),
    loadTestIds: [await holdLoad(account, failing, suiteName, 12), earlier],
    liveLoadTestId: await startLoad(account, suiteId, `${suiteName}, now`, 3600),
  };
}

async function startLoad(
  account: Account,
  suiteId: string,
  name: string,
  durationS: number,
): Promise<string> {
  const { id } = await account.call(loadTests.createLoadTest, {
    body: {
      suiteId,
      name,
      profile: { kind: 'steady', users: 3, durationS },
      thinkTimeMs: 500,
      thresholds: [
        { metric: 'p95', max: 2_000 },
        { metric: 'errorRate', max: 0.01 },
      ],
    },
  });
  return id;
}

async function holdLoad(...wish: Parameters<typeof startLoad>): Promise<string> {
  const [account] = wish;
  const loadTestId = await startLoad(...wish);
  await until(async () => {
    const { status } = await account.call(loadTests.getLoadTest, { params: { loadTestId } });
    return status !== 'queued' && status !== 'running';
  });
  return loadTestId;
}

/** Creates a failing run, and a later one of the same test suite that passes. */
async function mend(account: Account, projectId: string): Promise<[string, string]> {
  const suiteId = await createSuite(account, projectId, 'Mended', 'never open');
  const before = await runToEnd(account, suiteId);
  const { source } = await account.call(suites.getSuite, { params: { suiteId } });
  const body = { source: source.replace('never open', 'Monday to Friday') };
  await account.call(suites.updateSuite, { params: { suiteId }, body });
  return [before, await runToEnd(account, suiteId)];
}

async function runUnreached(account: Account, projectId: string): Promise<string> {
  const channel = 'configuration:\n  channel:\n    kind: http\n    url: http://127.0.0.1:1/message';
  const source = `${channel}\n---\n- test: Greeting\n- hello: welcome\n`;
  const { id } = await account.call(suites.createSuite, {
    body: { name: 'Unreachable', projectId, platform: 'webchat', source },
  });
  return runToEnd(account, id);
}

async function createCaller(account: Account, name: string): Promise<string> {
  const settings = {
    platform: 'phone',
    caller: { kind: 'number', number: '+49305550123' },
    trunk: null,
    voiceId: 'Joanna',
  } as const;
  const body = { name, locale: 'en-US', settings };
  const { id } = await account.call(devices.createDevice, { body });
  return id;
}

async function createSuite(
  account: Account,
  projectId: string,
  name: string,
  expected: string,
  more = '',
): Promise<string> {
  const made = await account.call(suites.createSuite, {
    body: { name, projectId, platform: 'webchat' },
  });
  // The text that a new suite gets knows where the demo bot is; only its tests are written here.
  const stored = await account.call(suites.getSuite, { params: { suiteId: made.id } });
  const [configuration = ''] = stored.source.split(/^---$/m).filter((part) => part.trim() !== '');
  const source = `${configuration.trim()}\n---\n- test: ${JSON.stringify(name)}\n- hello: welcome\n- When are you open?: ${expected}${more}\n`;
  await account.call(suites.updateSuite, { params: { suiteId: made.id }, body: { source } });
  return made.id;
}

async function createSuiteWithRows(account: Account, projectId: string): Promise<string> {
  const source = `configuration:
  variables: { bank: Acme }
  data:
    standard: { account: '4711', limit: '500' }
    business: { account: '4712', limit: '5000' }
---
- test: Balance
- dataRow: standard
- What is on {{account}}?: "*"
---
- test: Limit
- dataRow: standard
- How much may I take from {{account}}?: "*{{limit}}*"
`;
  const { id } = await account.call(suites.createSuite, {
    body: { name: 'Accounts', projectId, platform: 'webchat', source },
  });
  return id;
}

async function explore(account: Account, suiteId: string): Promise<string> {
  const { id } = await account.call(explorations.createExploration, { body: { suiteId } });
  const path = ['hello', 'Balance', 'Savings', 'Transfer money', 'Ada', '50'];
  await account.call(explorations.startConversation, {
    params: { explorationId: id },
    body: { path: path.map((text) => ({ kind: 'text' as const, text })) },
  });
  return id;
}

async function exploreToEnd(account: Account, suiteId: string): Promise<string> {
  const explorationId = await explore(account, suiteId);
  const params = { explorationId };
  await until(async () => {
    const { conversationStatus } = await account.call(explorations.getExploration, { params });
    return conversationStatus === 'held';
  });
  await account.call(explorations.endConversation, { params });
  return explorationId;
}

async function exploreLine(account: Account): Promise<string> {
  const channel = { kind: 'phone', to: 'sip:line@pbx.example.com' } as const;
  const { id } = await account.call(explorations.createExploration, { body: { channel } });
  return id;
}

export async function runToEnd(account: Account, suiteId: string): Promise<string> {
  const { id } = await account.call(runs.startRun, { params: { suiteId }, body: {} });
  await until(async () => {
    const { finishedAt } = await account.call(runs.getRun, { params: { runId: id } });
    return finishedAt !== null;
  });
  return id;
}

async function until(isOver: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (await isOver()) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('What the pictures are of did not end within 60 s.');
}
