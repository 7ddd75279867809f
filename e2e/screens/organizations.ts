/** Three organizations to look at: one with nothing in it, one at work, one whose names go to the limits. */
import { explorations, loadTests, projects, runs, suites } from '@parley/contract';
import { type Account, createAccount, createVisitor } from '../fixtures.ts';
import type { ParleyServer } from '../server.ts';

export interface Filled {
  account: Account;
  projectId: string;
  suiteId: string;
  explorationId: string;
  /** A run that passed and one that failed. */
  passedRunId: string;
  failedRunId: string;
  /** A suite with a row of data that its tests name. */
  renamingSuiteId: string;
  /** A virtual device that the suite speaks as, and an exploration that speaks as it. */
  deviceId: string;
  deviceExplorationId: string;
  /** A phone line that nobody has called yet. */
  phoneExplorationId: string;
  /** Two load tests that are over, the later first, and one that goes on. */
  loadTestIds: [string, string];
  liveLoadTestId: string;
}

export interface Organizations {
  empty: Account;
  full: Filled;
  extreme: Filled;
}

const longest =
  'Ein Projekt mit einem Namen, der länger ist als jede Zeile, in der er stehen soll, und noch etwas';
const rightToLeft = 'مجموعة اختبارات خدمة العملاء عبر الهاتف';

export async function createOrganizations(server: ParleyServer): Promise<Organizations> {
  const empty = await createAccount(server.url, { organizationName: 'Fresh' });
  const full = await createAccount(server.url, { name: 'Bea Admin', organizationName: 'Acme' });
  const extreme = await createAccount(server.url, {
    name: 'Wolfeschlegelsteinhausenbergerdorff-Montgomery',
    organizationName: longest,
  });
  return {
    empty,
    full: await fill(full, ['Bank', 'Hotline', 'Travel'], 'Opening hours'),
    extreme: await fill(extreme, [longest, rightToLeft, '<b>Bold & "quoted"</b> 🏦'], rightToLeft),
  };
}

async function fill(account: Account, names: string[], suiteName: string): Promise<Filled> {
  const [first, ...others] = await Promise.all(
    names.map((name) =>
      account.call(projects.createProject, { body: { name, description: `Tests of ${name}.` } }),
    ),
  );
  const projectId = first?.id ?? '';
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
  const earlier = await holdLoad(account, failing, `${suiteName}, before`, 6);
  return {
    account,
    projectId,
    suiteId,
    explorationId,
    passedRunId: await runToEnd(account, suiteId),
    failedRunId: await runToEnd(account, failing),
    renamingSuiteId: await createSuiteWithRows(account, projectId),
    deviceId,
    deviceExplorationId: await explore(account, suiteId),
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

async function createSuite(
  account: Account,
  projectId: string,
  name: string,
  expected: string,
): Promise<string> {
  const made = await account.call(suites.createSuite, {
    body: { name, projectId, platform: 'webchat' },
  });
  // The text that a new suite gets knows where the demo bot is; only its tests are written here.
  const stored = await account.call(suites.getSuite, { params: { suiteId: made.id } });
  const [configuration = ''] = stored.source.split(/^---$/m).filter((part) => part.trim() !== '');
  const source = `${configuration.trim()}\n---\n- test: ${JSON.stringify(name)}\n- hello: welcome\n- When are you open?: ${expected}\n`;
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
