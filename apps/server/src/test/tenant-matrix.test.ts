/**
 * Every endpoint of the contract, called by whoever has no business there. An endpoint that needs a
 * body and has none in `bodies` fails, so nobody adds one past this test.
 */
import * as contract from '@parley/contract';
import {
  alerts as alertEndpoints,
  allEndpoints,
  devices as deviceEndpoints,
  type Endpoint,
  type ErrorCode,
  errors,
  explorations as explorationEndpoints,
  apiKeys as keyEndpoints,
  monitoring as monitoringEndpoints,
  organizations as organizationEndpoints,
  permissions,
  projects as projectEndpoints,
  publicApi as publicEndpoints,
  quarantines as quarantineEndpoints,
  roles,
  runShares as shareEndpoints,
  suites as suiteEndpoints,
} from '@parley/contract';
import { printSpeech } from '@parley/engine';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleModules } from '../api.ts';
import { folderOfRun, keepEvidenceIn } from '../modules/runs/evidence.ts';
import { botSuiteSource, createBotSuite, startRun } from './bot-suite.ts';
import { startLoadTest, steadyLoad } from './load-suite.ts';
import { createTenant, type Member, type Tenant } from './tenant.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** What an organization holds, by the names that paths have for it. */
type Holdings = Record<string, string>;

interface Side {
  tenant: Tenant;
  owner: Member;
  member: Member;
  /** API keys of the owner. */
  key: string;
  readingKey: string;
  holdings: Holdings;
}

let app: TestApp;
let acme: Side;
let other: Side;
let removed: Member;
let removedKey: string;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false, settings: { PARLEY_LOAD_TESTING_FOR: '*' } });
  acme = await fill('Acme');
  other = await fill('Other');
  removed = await acme.tenant.add('admin');
  removedKey = (await createKey(removed)).key;
  await acme.owner.call(organizationEndpoints.removeMember, {
    params: { memberId: removed.userId },
  });
});

afterAll(() => app.close());

async function createKey(member: Member, access: 'full' | 'read' = 'full') {
  const { body } = await member.call(keyEndpoints.createApiKey, { body: { name: 'CI', access } });
  return body;
}

async function fill(name: string): Promise<Side> {
  const tenant = await createTenant(app, { name });
  const { owner } = tenant;
  const member = await tenant.add('member');
  const suiteId = await createBotSuite(owner, { botUrl: 'https://bot.example/message' });
  const suite = await owner.call(suiteEndpoints.getSuite, { params: { suiteId } });
  const botUrl = `https://${name.toLowerCase()}.example/message`;
  const loadedSuiteId = await createBotSuite(owner, { botUrl });
  const run = await startRun(owner, suiteId);
  const share = await owner.call(shareEndpoints.shareRun, {
    params: { runId: run.id },
    body: { days: 7 },
  });
  const device = await owner.call(deviceEndpoints.createDevice, { body: visitor(name) });
  const slow = { ...steadyLoad, thinkTimeMs: 10_000 };
  const loadTest = await startLoadTest(owner, { ...slow, suiteId: loadedSuiteId });
  const invitation = await owner.call(organizationEndpoints.invite, {
    body: { email: `guest@${name}.example`, role: 'member' },
  });
  const { id: apiKeyId, key } = await createKey(owner);
  const { key: readingKey } = await createKey(owner, 'read');
  const exploration = await owner.call(explorationEndpoints.createExploration, {
    body: { suiteId },
  });
  await owner.call(suiteEndpoints.setMonitoring, {
    params: { suiteId },
    body: { isMonitoring: true },
  });
  const quarantine = await owner.call(quarantineEndpoints.beginQuarantine, {
    params: { suiteId },
    body: { test: 'Test 1', reason: 'Known bug', days: 7 },
  });
  const calendar = await owner.call(monitoringEndpoints.createCalendar, {
    body: { name: 'Holidays', timeZone: 'UTC', windows: [], holidays: [] },
  });
  const channel = await owner.call(alertEndpoints.createAlertChannel, {
    body: { ...alertRoute, target: mailTarget },
  });
  const line = { kind: 'log', bytes: Buffer.from('A line') } as const;
  const { storage } = app.platform;
  const evidenceId = await keepEvidenceIn(storage, folderOfRun(run.id))(line);
  await storage.put(`explorations/${exploration.body.id}/${evidenceId}`, line.bytes);
  const holdings = {
    orgId: tenant.organizationId,
    projectId: suite.body.projectId,
    suiteId,
    runId: run.id,
    quarantineId: quarantine.body.id,
    shareId: share.body.share.id,
    calendarId: calendar.body.id,
    alertChannelId: channel.body.channel.id,
    apiKeyId,
    deviceId: device.body.id,
    explorationId: exploration.body.id,
    stateKey: 'start',
    evidenceId,
    loadTestId: loadTest.id,
    memberId: member.userId,
    invitationId: invitation.body.id,
    email: `guest@${name}.example`,
    userId: owner.userId,
    id: owner.userId,
    propertyName: 'name',
    sessionId: 'none',
    kind: 'mails',
    deadWorkId: 'none',
  };
  return { tenant, owner, member, key, readingKey, holdings };
}

function visitor(name: string) {
  const viewport = { width: 1440, height: 900 };
  const settings = { platform: 'webchat', browser: 'chrome-windows', viewport } as const;
  return { name, locale: 'en-US', settings };
}
const mailTarget = { kind: 'email' as const, recipients: ['ops@example.org'] };

const alertRoute = {
  name: 'On call',
  isEnabled: true,
  classes: [],
  afterMinutes: 0,
  remindEveryMinutes: null,
};

/** A body that is valid, with ids of one's own. */
const bodies: Record<string, (own: Holdings) => unknown> = {
  createOrganization: () => ({ name: 'Ada', onboardingData: { organizationName: 'New' } }),
  updateOrganization: () => ({ name: 'Renamed' }),
  changeMemberRole: () => ({ role: 'admin' }),
  setMailPreferences: () => ({ alerts: true, usage: true, runs: 'never' }),
  openCheckout: () => ({ planId: 'startup' }),
  invite: () => ({ email: 'more@example.org', role: 'member' }),
  setSingleSignOn: () => ({ company: 'acme', domain: 'acme.example', metadata: '<xml/>' }),
  createProject: () => ({ name: 'New' }),
  updateProject: () => ({ name: 'Renamed' }),
  createSubproject: () => ({ name: 'New' }),
  createDevice: () => visitor('New'),
  updateDevice: () => ({ concurrencyLimit: 2 }),
  checkDeviceHealth: () => ({}),
  renameDevice: () => ({ name: 'Renamed' }),
  createSuite: ({ projectId }) => ({ name: 'New', projectId, platform: 'webchat' }),
  importSuite: ({ projectId }) => ({
    projectId,
    fileName: 'suite.yml',
    content: Buffer.from(botSuiteSource({ botUrl: 'https://bot.example' })).toString('base64'),
  }),
  renameSuite: () => ({ name: 'Renamed' }),
  updateSuite: () => ({ name: 'Renamed' }),
  moveSuite: ({ projectId }) => ({ projectId }),
  previewSchedule: () => ({ config: { everyMinutes: 60 } }),
  pauseMonitor: () => ({ until: null }),
  saveStatusPage: () => ({
    slug: 'acme-status',
    title: 'Acme',
    isPublic: true,
    isListed: false,
    suites: [],
  }),
  createCalendar: () => ({ name: 'Nights', timeZone: 'UTC', windows: [], holidays: [] }),
  updateCalendar: () => ({ name: 'Renamed', timeZone: 'UTC', windows: [], holidays: [] }),
  createAlertChannel: () => ({ ...alertRoute, target: mailTarget }),
  updateAlertChannel: () => ({ ...alertRoute, name: 'Renamed' }),
  setMonitoring: () => ({ isMonitoring: true }),
  createApiKey: () => ({ name: 'New' }),
  addSuite: ({ projectId }) => ({
    name: 'New',
    projectId,
    source: botSuiteSource({ botUrl: 'https://bot.example' }),
  }),
  writeSuite: () => ({ name: 'Renamed' }),
  beginQuarantine: () => ({ test: 'Test 1', reason: 'Known bug', days: 7 }),
  beginRun: () => ({}),
  addCalendar: () => ({ name: 'Release', timeZone: 'UTC', windows: [], holidays: [] }),
  writeCalendar: () => ({ name: 'Written', timeZone: 'UTC', windows: [], holidays: [] }),
  switchMonitor: () => ({ isMonitoring: true }),
  startRun: () => ({}),
  overrideVerdict: () => ({ test: 0, outcome: 'passed', reason: 'It is right.' }),
  reevaluateRun: () => ({}),
  shareRun: () => ({ days: 7 }),
  createExploration: ({ suiteId }) => ({ suiteId }),
  renameExploration: () => ({ name: 'Renamed' }),
  startConversation: () => ({}),
  say: () => ({ conversation: 1, input: { kind: 'text', text: 'Hello' } }),
  speak: () => ({
    conversation: 1,
    audio: printSpeech(new Int16Array(8000)).toString('base64'),
  }),
  nameState: () => ({ name: 'Welcome' }),
  createLoadTest: ({ suiteId = '' }) => ({ ...steadyLoad, suiteId }),
  updateUser: () => ({ name: 'Renamed' }),
  patchUserProperty: () => ({ value: 'Renamed' }),
  sendFeedback: () => ({
    userName: 'Ada',
    email: 'ada@example.org',
    feedback: 'Good',
    timestamp: new Date().toISOString(),
    path: '/',
  }),
};

/** What an endpoint does not answer without. */
const queries: Record<string, Record<string, string>> = {
  getFigures: { from: '2026-01-01', to: '2026-01-31' },
  getCourse: { test: 'Test 1' },
  getStepDays: { test: 'Test 1', step: '0', from: '2026-01-01', to: '2026-01-31' },
};

/** As the contract's modules export them. */
const contractNames = new Map<unknown, string>(
  Object.values({ ...contract, allEndpoints: {} })
    .flatMap((exported) => (typeof exported === 'object' ? Object.entries(exported) : []))
    .map(([name, exported]) => [exported, name]),
);

const named = allEndpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const);
const withSession = named.filter(
  ([, { access }]) =>
    access === 'session' || (typeof access === 'object' && 'organization' in access),
);
const ofOrganization = named.flatMap(([name, endpoint]) => {
  const { access } = endpoint;
  return typeof access === 'object' && 'organization' in access
    ? [[name, endpoint, access.organization] as const]
    : [];
});
const byKey = named.flatMap(([name, endpoint]) => {
  const { access } = endpoint;
  return typeof access === 'object' && 'apiKey' in access
    ? [[name, endpoint, access.apiKey] as const]
    : [];
});

/** Parts of a path that name something in an organization. */
const objects = [
  'projectId',
  'suiteId',
  'runId',
  'shareId',
  'loadTestId',
  'deviceId',
  'memberId',
  'invitationId',
  'apiKeyId',
  'explorationId',
  'calendarId',
  'alertChannelId',
];

const ofObject = ofOrganization.flatMap(([name, endpoint]) =>
  objects
    .filter((object) => endpoint.path.includes(`{${object}}`))
    .map((object) => [name, object, endpoint] as const),
);

const ofObjectByKey = byKey.flatMap(([name, endpoint]) =>
  objects
    .filter((object) => endpoint.path.includes(`{${object}}`))
    .map((object) => [name, object, endpoint] as const),
);

function nameOf(endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.path}`;
}

async function call(
  endpoint: Endpoint,
  token: string | undefined,
  params: Holdings,
  body = bodyOf(endpoint, params),
) {
  const name = contractNames.get(endpoint) ?? '';
  const query = { token: 'x', name: 'x', email: 'x@example.org', ...queries[name] };
  const { status, error } = await app.call(endpoint, {
    ...(token !== undefined && { token }),
    params: params as never,
    ...(endpoint.query && { query: query as never }),
    ...(body !== undefined && { body: body as never }),
  });
  return { status, error };
}

function bodyOf(endpoint: Endpoint, own: Holdings): unknown {
  if (endpoint.body === undefined) return undefined;
  return bodies[contractNames.get(endpoint) ?? '']?.(own);
}

/** All that the organization holds, as one text. */
async function snapshot({ holdings }: Side): Promise<string> {
  const tables = [
    'projects',
    'devices',
    'suites',
    'runs',
    'run_shares',
    'explorations',
    'exclusion_calendars',
    'status_pages',
    'alert_channels',
    'load_tests',
    'memberships',
    'invitations',
  ];
  const rows = tables.map((table) =>
    app.platform.db.execute(
      sql`select to_jsonb(t) as row from ${sql.identifier(table)} t
          where organization_id = ${holdings.orgId} order by to_jsonb(t)::text`,
    ),
  );
  return JSON.stringify((await Promise.all(rows)).map((result) => result.rows));
}

describe('the API', () => {
  it('answers every endpoint of the contract, and no other', () => {
    const { routes } = assembleModules(app.platform);
    const mounted = routes.map(({ endpoint }) => nameOf(endpoint));
    expect(mounted.toSorted()).toEqual(named.map(([name]) => name).toSorted());
  });

  it('has a body for every endpoint behind a door that takes one', () => {
    const missing = [...withSession, ...byKey]
      .filter(([, endpoint]) => endpoint.body !== undefined)
      .filter(([, endpoint]) => bodies[contractNames.get(endpoint) ?? ''] === undefined)
      .filter(([, endpoint]) => endpoint.body?.safeParse(undefined).success === false);
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it('declares only errors that exist', () => {
    const declared = new Set<ErrorCode>(allEndpoints.flatMap((endpoint) => endpoint.errors ?? []));
    expect([...declared].filter((code) => !(code in errors))).toEqual([]);
  });
});

describe('without a session', () => {
  it.each(withSession)('%s answers 401', async (_, endpoint) => {
    for (const token of [undefined, 'nonsense', 'a.b.c']) {
      const { status, error } = await call(endpoint, token, acme.holdings);
      expect(status).toBe(401);
      expect(error?.code).toBe('not_signed_in');
    }
  });
});

describe('with the path of another user', () => {
  const ofUser = withSession.filter(([, { path }]) => /\/users\/\{/.test(path));

  it.each(ofUser)('%s answers 404', async (_, endpoint) => {
    const { userId } = acme.member;
    const params = { ...acme.holdings, userId, id: userId };
    expect((await call(endpoint, acme.owner.token, params)).status).toBe(404);
  });
});

describe('in an organization that one does not belong to', () => {
  it.each(ofOrganization)('%s answers as if it did not exist', async (_, endpoint) => {
    const { userId, token } = other.owner;
    const before = await snapshot(acme);
    const foreign = await call(endpoint, token, { ...acme.holdings, userId });
    const unknown = await call(endpoint, token, { ...acme.holdings, userId, orgId: 'unknown' });
    expect(foreign.status).toBe(404);
    expect(foreign).toEqual(unknown);
    expect(await snapshot(acme)).toBe(before);
  });

  it.each(ofOrganization)('%s answers 404 to somebody who was removed', async (_, endpoint) => {
    const params = { ...acme.holdings, userId: removed.userId };
    expect((await call(endpoint, removed.token, params)).status).toBe(404);
  });
});

describe('with something of another organization', () => {
  it.each(ofObject)('%s finds no foreign {%s}', async (_, object, endpoint) => {
    const { userId, token } = acme.owner;
    const before = await snapshot(other);
    const own = { ...acme.holdings, userId };
    const params = { ...own, [object]: other.holdings[object] ?? '' };
    const body = bodyOf(endpoint, own);
    const foreign = await call(endpoint, token, params, body);
    const unknown = await call(endpoint, token, { ...own, [object]: 'unknown' }, body);
    expect(foreign.status).toBe(404);
    expect(foreign).toEqual(unknown);
    expect(await snapshot(other)).toBe(before);
  });

  it.each([
    ['createSuite', suiteEndpoints.createSuite],
    ['importSuite', suiteEndpoints.importSuite],
    ['moveSuite', suiteEndpoints.moveSuite],
  ] as const)('%s puts nothing into a foreign project', async (_, endpoint) => {
    const { userId, token } = acme.owner;
    const before = await snapshot(other);
    const body = bodyOf(endpoint, other.holdings);
    const { status } = await call(endpoint, token, { ...acme.holdings, userId }, body);
    expect(status).toBe(404);
    expect(await snapshot(other)).toBe(before);
  });

  it('createProject puts nothing below a foreign project', async () => {
    const parentProjectId = other.holdings.projectId ?? '';
    const body = { name: 'Below', parentProjectId };
    const { status } = await acme.owner.call(projectEndpoints.createProject, { body });
    expect(status).toBe(404);
  });
});

describe('with a role that may not', () => {
  const refused = ofOrganization.flatMap(([name, endpoint, permission]) => {
    const allowed: readonly string[] = permissions[permission];
    return roles
      .filter((role) => !allowed.includes(role))
      .map((role) => [name, role, endpoint] as const);
  });

  it.each(refused)('%s answers 403 to a %s', async (_, role, endpoint) => {
    const person = role === 'member' ? acme.member : await acme.tenant.add(role);
    const before = await snapshot(acme);
    const { status, error } = await call(endpoint, person.token, {
      ...acme.holdings,
      userId: person.userId,
    });
    expect(status).toBe(403);
    expect(error?.code).toBe('not_allowed');
    expect(await snapshot(acme)).toBe(before);
  });
});

describe('by API key', () => {
  it.each(byKey)('%s answers 401 without a key that is good', async (_, endpoint) => {
    const unknown = acme.key.replace(/.{4}$/, 'AAAA');
    for (const key of [undefined, 'nonsense', unknown, removedKey, acme.owner.token]) {
      const { status, error } = await call(endpoint, key, acme.holdings);
      expect(status).toBe(401);
      expect(error?.code).toBe('invalid_api_key');
    }
  });

  it.each(ofObjectByKey)('%s finds no foreign {%s}', async (_, object, endpoint) => {
    const before = await snapshot(other);
    const params = { ...acme.holdings, [object]: other.holdings[object] ?? '' };
    const body = bodyOf(endpoint, acme.holdings);
    const foreign = await call(endpoint, acme.key, params, body);
    const unknown = await call(endpoint, acme.key, { ...params, [object]: 'unknown' }, body);
    expect(foreign.status).toBe(404);
    expect(foreign).toEqual(unknown);
    expect(await snapshot(other)).toBe(before);
  });

  it('addSuite puts nothing into a foreign project', async () => {
    const before = await snapshot(other);
    const body = bodyOf(publicEndpoints.addSuite, other.holdings);
    const { status } = await call(publicEndpoints.addSuite, acme.key, acme.holdings, body);
    expect(status).toBe(404);
    expect(await snapshot(other)).toBe(before);
  });

  const writing = byKey.filter(([, , permission]) => !permission.endsWith('.read'));

  it.each(writing)('%s answers 403 to a key that may only read', async (_, endpoint) => {
    const before = await snapshot(acme);
    const { status, error } = await call(endpoint, acme.readingKey, acme.holdings);
    expect(status).toBe(403);
    expect(error?.code).toBe('not_allowed');
    expect(await snapshot(acme)).toBe(before);
  });
});

describe('an API key', () => {
  it.each(withSession)('does not open %s', async (_, endpoint) => {
    const { userId } = acme.owner;
    expect((await call(endpoint, acme.key, { ...acme.holdings, userId })).status).toBe(401);
  });
});
