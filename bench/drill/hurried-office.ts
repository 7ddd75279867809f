/** The simulated people of the hurried-clicks drill, their data, and pages that they can visit. */
import { loadTests, organizations, suites } from '@parley/contract';
import type { TestCall } from '@parley/server/testing/call-api';
import { type ServerProcess, startServerProcess } from '@parley/server/testing/server-process';
import { type Account, createAccount, createProjectWithSuite } from '../../e2e/fixtures.ts';
import { joinOrganization } from '../../e2e/join-organization.ts';
import {
  createOrganizations,
  type Organizations,
  operatorEmail,
  switchedOnDomain,
} from '../../e2e/screens/organizations.ts';
import type { ParleyServer } from '../../e2e/server.ts';
import type { PersonWish } from './hurried-person.ts';
import { signIn } from './tenant.ts';

export type Environment = Record<string, string> & { PARLEY_DATA_DIR: string };

export interface Office {
  organizations: Organizations;
  admin: Account;
}

export const everyMinute = { cron: '* * * * *' };

const monitorsLeast = 5;

/** Settings that enable every area for these people. */
export const officeSettings = {
  PARLEY_EXPLORATORY_TESTING_FOR: switchedOnDomain,
  PARLEY_LOAD_TESTING_FOR: switchedOnDomain,
  PARLEY_ORGANIZATION_DOMAINS: switchedOnDomain,
  PARLEY_OPERATORS: operatorEmail,
};

/** Adapts the server for helpers of the browser tests. It uses `localhost`, because its sessions are not valid at 127.0.0.1. */
export function parleyOf(server: ServerProcess, environment: Environment): ParleyServer {
  return {
    url: `http://localhost:${environment.PORT}`,
    dataFolder: environment.PARLEY_DATA_DIR,
    output: server.output,
    pause: () => server.end('SIGTERM'),
    stop: () => server.end('SIGTERM'),
  };
}

/** Creates the data with a temporary server. */
export async function fillOffice(environment: Environment): Promise<Office> {
  const parley = parleyOf(await startServerProcess(environment), environment);
  try {
    const filled = await createOrganizations(parley);
    const { full, extreme } = filled;
    const email = `ann@${switchedOnDomain}`;
    const admin = await createAccount(parley.url, { name: 'Ann Admin', email, mailbox: parley });
    await joinOrganization(parley, { owner: full.account, guest: admin, role: 'admin' });
    for (const { account, liveLoadTestId: loadTestId } of [full, extreme])
      await account.call(loadTests.stopLoadTest, { params: { loadTestId } });
    return { organizations: filled, admin };
  } finally {
    await parley.stop();
  }
}

export function wishesOf({ organizations: filled, admin }: Office): PersonWish[] {
  const { full, extreme, member } = filled.people;
  const addresses = addressesOf(filled);
  const wide = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const;
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const isOpen = (address: string) => /^\/(status|shared|invitation)/.test(address);
  return [
    { role: 'owner', account: full, context: wide, addresses },
    { role: 'admin', account: admin, context: wide, addresses },
    { role: 'member', account: member, context: wide, addresses },
    { role: 'owner on a phone', account: extreme, context: phone, addresses },
    { role: 'visitor', context: wide, addresses: [...signedOut, ...addresses.filter(isOpen)] },
  ];
}

function addressesOf({ full, extreme, invitations, sharedRun, statusSlug }: Organizations) {
  const ofOne = [full, extreme].flatMap((filled) => [
    `/projects/${filled.projectId}`,
    `/projects/${filled.emptyProjectId}`,
    `/test-suite/${filled.suiteId}`,
    `/test-suite/${filled.failingSuiteId}`,
    `/test-suite/${filled.renamingSuiteId}?view=connection`,
    `/history/testruns/${filled.failedRunId}`,
    `/history/testruns/${filled.passedRunId}`,
    `/history/compare?a=${filled.mendedRunIds[0]}&b=${filled.mendedRunIds[1]}`,
    `/history/suites/${filled.suiteId}`,
    `/explore/${filled.explorationId}`,
    `/explore/${filled.phoneExplorationId}`,
    `/devices/${filled.deviceId}`,
    `/devices/${filled.callerId}`,
    `/load/${filled.loadTestIds[0]}/results`,
    `/load/${filled.loadTestIds[1]}/monitoring`,
  ]);
  return [
    '/projects',
    '/history',
    '/history/monitoring',
    '/explore',
    '/devices',
    '/load',
    '/load/setup',
    '/account',
    '/organization',
    '/organizations/new',
    '/billing',
    '/operations',
    '/test-suites',
    '/no-such-page',
    `/status/${statusSlug}`,
    sharedRun,
    invitations.known,
    ...ofOne,
  ];
}

const signedOut = [
  '/',
  '/signin',
  '/signup',
  '/signin/sso',
  '/ibm-login',
  '/reset-password',
  '/verify',
  '/activation',
  '/invitation',
  '/unsubscribe',
  '/subscribe',
  '/info',
  '/shared/run',
  '/onboarding',
  '/projects',
  '/no-such-page',
];

/**
 * Restores the minimum that the simulated people need: five monitored suites, and the admin and member accounts in the
 * organization.
 */
export async function refillOffice(parley: ParleyServer, office: Office): Promise<void> {
  const { full, member } = office.organizations.people;
  const owner = await again(parley, full);
  const stored = await owner.call(suites.listSuites, { query: { pageSize: '50' } });
  for (let missing = monitorsLeast - stored.length; missing > 0; missing -= 1) {
    const { suiteId } = await createProjectWithSuite(owner, { project: `Project ${Date.now()}` });
    const params = { suiteId };
    const body = { monitoringConfig: everyMinute };
    await owner.call(suites.updateSuite, { params, body });
    await owner.call(suites.setMonitoring, { params, body: { isMonitoring: true } });
  }
  const { members } = await owner.call(organizations.getOrganization);
  for (const [guest, role] of [[office.admin, 'admin'] as const, [member, 'member'] as const]) {
    if (members.some(({ email }) => email === guest.email)) continue;
    await joinOrganization(parley, { owner, guest: await again(parley, guest), role });
  }
}

/** Signs an account in again, because an access token is valid for only an hour. */
async function again({ url }: ParleyServer, account: Account): Promise<Account> {
  const { orgId: organizationId, userId, email } = account;
  const person = await signIn(url, { organizationId, userId, email });
  return {
    ...account,
    async call(endpoint, input = {}) {
      const answer = await person.call(endpoint, input as TestCall<typeof endpoint>);
      if (answer.error) throw new Error(`${endpoint.path}: ${answer.text}`);
      return answer.body;
    },
  };
}
