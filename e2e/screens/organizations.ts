/** Three organizations to look at: one with nothing in it, one at work, one whose names go to the limits. */
import { explorations, projects, runs, suites } from '@parley/contract';
import { type Account, createAccount } from '../fixtures.ts';
import type { ParleyServer } from '../server.ts';

export interface Filled {
  account: Account;
  projectId: string;
  suiteId: string;
  explorationId: string;
  /** A run that passed and one that failed. */
  passedRunId: string;
  failedRunId: string;
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
  return {
    account,
    projectId,
    suiteId,
    explorationId: await explore(account, suiteId),
    passedRunId: await runToEnd(account, suiteId),
    failedRunId: await runToEnd(account, failing),
  };
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

async function explore(account: Account, suiteId: string): Promise<string> {
  const { id } = await account.call(explorations.createExploration, { body: { suiteId } });
  const path = ['hello', 'Balance', 'Savings', 'Transfer money', 'Ada', '50'];
  await account.call(explorations.startConversation, {
    params: { explorationId: id },
    body: { path: path.map((text) => ({ kind: 'text' as const, text })) },
  });
  return id;
}

async function runToEnd(account: Account, suiteId: string): Promise<string> {
  const { id } = await account.call(runs.startRun, { params: { suiteId }, body: {} });
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const { finishedAt } = await account.call(runs.getRun, { params: { runId: id } });
    if (finishedAt) return id;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('The run did not end within 60 s.');
}
