/**
 * Calls all endpoints of the contract as users who must not use them. If an endpoint needs a body that valid-requests.ts does
 * not have, the test fails, so that new endpoints are always covered.
 */
import {
  allEndpoints,
  type Endpoint,
  type ErrorCode,
  errors,
  organizations as organizationEndpoints,
  permissions,
  projects as projectEndpoints,
  publicApi as publicEndpoints,
  roles,
  suites as suiteEndpoints,
} from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleModules } from '../api.ts';
import { memberships } from '../db/schema/organizations.ts';
import { sessions } from '../db/schema/sessions.ts';
import { suites } from '../db/schema/suites.ts';
import { users } from '../db/schema/users.ts';
import { createKey, type FilledOrganization, fillOrganization } from './filled-organization.ts';
import type { Member } from './tenant.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { type Holdings, nameOf, validBody, validQuery } from './valid-requests.ts';
import { switchScopeFilter } from './without-scope-filter.ts';

/** Installed before the server connects to the database. */
const filter = switchScopeFilter();

let app: TestApp;
let acme: FilledOrganization;
let other: FilledOrganization;
let removed: Member;
let removedKey: string;
/** An owner whose session was started by another organization's identity provider. */
let bound: Member;
let unverified: Member;
let unverifiedKey: string;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false, settings: { PARLEY_LOAD_TESTING_FOR: '*' } });
  acme = await fillOrganization(app, 'Acme');
  other = await fillOrganization(app, 'Other');
  removed = await acme.tenant.add('admin');
  removedKey = (await createKey(removed)).key;
  await acme.owner.call(organizationEndpoints.removeMember, {
    params: { memberId: removed.userId },
  });
  bound = await acme.tenant.add('owner');
  const elsewhere = other.tenant.organizationId;
  await app.platform.db
    .insert(memberships)
    .values({ organizationId: elsewhere, userId: bound.userId, role: 'member' });
  await app.platform.db
    .update(sessions)
    .set({ providerOrganizationId: elsewhere })
    .where(eq(sessions.userId, bound.userId));
  unverified = await acme.tenant.add('admin');
  unverifiedKey = (await createKey(unverified)).key;
  await app.platform.db
    .update(users)
    .set({ emailVerified: false })
    .where(eq(users.id, unverified.userId));
});

afterAll(() => app.close());

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

/** Path parameters that identify something in an organization. */
const objects = [
  'projectId',
  'suiteId',
  'quarantineId',
  'runId',
  'shareId',
  'loadTestId',
  'deviceId',
  'memberId',
  'invitationId',
  'apiKeyId',
  'explorationId',
  'pickerId',
  'calendarId',
  'alertChannelId',
  'webhookId',
  'deliveryId',
  'incidentId',
  'viewId',
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

async function call(
  endpoint: Endpoint,
  token: string | undefined,
  params: Holdings,
  body = validBody(endpoint, params),
) {
  const query = validQuery(endpoint);
  const { status, error } = await app.call(endpoint, {
    ...(token !== undefined && { token }),
    params: params as never,
    ...(query && { query: query as never }),
    ...(body !== undefined && { body: body as never }),
  });
  return { status, error };
}

/** Returns the organization's content as one text. */
async function snapshot({ holdings }: FilledOrganization): Promise<string> {
  const tables = [
    'projects',
    'devices',
    'suites',
    'runs',
    'run_shares',
    'explorations',
    'pickers',
    'exclusion_calendars',
    'status_pages',
    'alert_channels',
    'webhooks',
    'webhook_deliveries',
    'alerts',
    'quarantines',
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

  it('has a body for every protected endpoint that accepts one', () => {
    const missing = [...withSession, ...byKey]
      .filter(([, endpoint]) => endpoint.body !== undefined)
      .filter(([, endpoint]) => validBody(endpoint, acme.holdings) === undefined)
      .filter(([, endpoint]) => endpoint.body?.safeParse(undefined).success === false);
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it('declares only errors that exist', () => {
    const declared = new Set<ErrorCode>(allEndpoints.flatMap((endpoint) => endpoint.errors ?? []));
    expect([...declared].filter((code) => !(code in errors))).toEqual([]);
  });
});

describe('without a session', () => {
  it.each(withSession)('[S-231] %s answers 401', async (_, endpoint) => {
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

describe('[S-001] in an organization that one does not belong to', () => {
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

describe('with a session of the identity provider of another organization', () => {
  it.each(ofOrganization)('%s asks an owner for another sign-in', async (_, endpoint) => {
    const { userId, token } = bound;
    const before = await snapshot(acme);
    const answer = await call(endpoint, token, { ...acme.holdings, userId });
    expect([answer.status, answer.error?.code]).toEqual([403, 'other_sign_in_needed']);
    expect(await snapshot(acme)).toBe(before);
  });
});

// Row-level security is off, because each of the two barriers has to be enough.
describe("[S-001] with the scope's filter alone", () => {
  beforeAll(() => setRowSecurity('disable'));
  afterAll(() => setRowSecurity('enable'));

  describe('with something of another organization', refusesForeignObjects);

  describe('what is read of an organization', showsNothingForeign);
});

describe("[S-001] where no statement has the scope's filter", () => {
  beforeAll(() => {
    filter.isOut = true;
  });

  afterAll(() => {
    filter.isOut = false;
  });

  describe('with something of another organization', refusesForeignObjects);

  describe('what is read of an organization', showsNothingForeign);

  it('work across organizations reads them all', async () => {
    const { orgId = '' } = acme.holdings;
    const found = await app.platform.db
      .select({ id: suites.id })
      .from(suites)
      .where(eq(suites.organizationId, orgId));
    expect(found.map(({ id }) => id)).toContain(other.holdings.suiteId);
    expect(filter.removed).toBeGreaterThan(100);
  });
});

/** Changes row-level security as the owner of the tables, because the role that the server uses cannot. */
async function setRowSecurity(change: 'enable' | 'disable'): Promise<void> {
  await app.platform.db.transaction(async (tx) => {
    await tx.execute(sql`set local role none`);
    const { rows } = await tx.execute<{ name: string }>(
      sql`select distinct polrelid::regclass::text as name from pg_policy`,
    );
    expect(rows.length).toBeGreaterThan(30);
    for (const { name } of rows)
      await tx.execute(sql.raw(`alter table ${name} ${change} row level security`));
  });
}

function refusesForeignObjects(): void {
  it.each(ofObject)('%s finds no foreign {%s}', async (_, object, endpoint) => {
    const { userId, token } = acme.owner;
    const before = await snapshot(other);
    const own = { ...acme.holdings, userId };
    const params = { ...own, [object]: other.holdings[object] ?? '' };
    const body = validBody(endpoint, own);
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
    const body = validBody(endpoint, other.holdings);
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
}

function showsNothingForeign(): void {
  const reads = ofOrganization.filter(
    ([, { method, path }]) =>
      method === 'GET' && !objects.some((object) => path.includes(`{${object}}`)),
  );

  it.each(reads)('%s shows nothing of another one', async (_, endpoint) => {
    const { userId, token } = acme.owner;
    const query = validQuery(endpoint);
    const { body } = await app.call(endpoint, {
      token,
      params: { ...acme.holdings, userId } as never,
      ...(query && { query: query as never }),
    });
    const shown = String(JSON.stringify(body));
    const foreign = objects.flatMap((object) => other.holdings[object] ?? []);
    expect(foreign.length).toBeGreaterThan(0);
    expect(foreign.filter((id) => shown.includes(id))).toEqual([]);
  });
}

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

describe('with an address that is not verified', () => {
  const shut = ofOrganization.filter(([, , permission]) => permission !== 'organization.read');

  it.each(shut)('%s answers 403 to a member', async (_, endpoint) => {
    const before = await snapshot(acme);
    const { status, error } = await call(endpoint, unverified.token, {
      ...acme.holdings,
      userId: unverified.userId,
    });
    expect(status).toBe(403);
    expect(error?.code).toBe('not_allowed');
    expect(await snapshot(acme)).toBe(before);
  });

  it.each(byKey)('%s answers 403 to a key', async (_, endpoint) => {
    const before = await snapshot(acme);
    const { status, error } = await call(endpoint, unverifiedKey, acme.holdings);
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
    const body = validBody(endpoint, acme.holdings);
    const foreign = await call(endpoint, acme.key, params, body);
    const unknown = await call(endpoint, acme.key, { ...params, [object]: 'unknown' }, body);
    expect(foreign.status).toBe(404);
    expect(foreign).toEqual(unknown);
    expect(await snapshot(other)).toBe(before);
  });

  it('addSuite puts nothing into a foreign project', async () => {
    const before = await snapshot(other);
    const body = validBody(publicEndpoints.addSuite, other.holdings);
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
