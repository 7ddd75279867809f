/** Tests the rights of sessions that an organization's identity provider started. */
import {
  account,
  apiKeys,
  type Endpoint,
  identity,
  operations,
  organizations,
  projects,
  singleSignOn,
} from '@parley/contract';
import { type IdentitySandbox, startIdentitySandbox } from '@parley/identity-sandbox';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { memberships } from '../../../db/schema/organizations.ts';
import { outboxMails } from '../../../db/schema/outbox.ts';
import { sessions } from '../../../db/schema/sessions.ts';
import { ssoProviders } from '../../../db/schema/sso-providers.ts';
import { users } from '../../../db/schema/users.ts';
import type { TestAnswer, TestCall } from '../../../test/call-api.ts';
import { signedInLive } from '../../../test/live-client.ts';
import { createTenant, type Tenant } from '../../../test/tenant.ts';
import type { TestApp } from '../../../test/test-app.ts';
import { endProviderSessions } from '../sessions/end-provider-sessions.ts';
import { openBrowser, type TestBrowser } from '../test/test-browser.ts';
import { exchange, passProvider, type SamlWorld, startSamlWorld } from '../test/test-saml.ts';
import { issueSignInToken } from '../users/one-time-tokens.ts';

let world: SamlWorld;
let app: TestApp;
/** Another identity provider, with different keys. */
let newcomer: IdentitySandbox;
beforeAll(async () => {
  world = await startSamlWorld();
  app = world.app;
  newcomer = await startIdentitySandbox();
}, 60_000);
afterAll(async () => {
  await world.close();
  await newcomer.close();
});

interface Entered {
  userId: string;
  email: string;
  /** Access token of the session that the provider started. */
  token: string;
  browser: TestBrowser;
  /** Id of the provider's organization. */
  own: string;
  /** Another organization of the user. */
  other: Tenant;
  /** Calls with that session. `{userId}` and `{id}` are the user's, `{orgId}` is the other organization. */
  call<const E extends Endpoint>(endpoint: E, call?: TestCall<E>): Promise<TestAnswer<E>>;
}

let people = 0;

/** Creates a user with two organizations who signs in through the provider of one of them. */
async function enter(role: 'owner' | 'member' = 'member'): Promise<Entered> {
  const { company, organizationId: own, addMember } = await world.setUpCompany();
  const email = `person-${++people}@parley.example`;
  const { userId } = await addMember(email, role);
  const other = await createTenant(app);
  const { db } = app.platform;
  await db.update(users).set({ emailProvenAt: new Date() }).where(eq(users.id, userId));
  await db.insert(memberships).values({
    organizationId: other.organizationId,
    userId,
    role: 'admin',
    lastCurrentAt: new Date(),
  });
  const browser = openBrowser(app);
  const token = await signInByProvider(browser, company, email);
  return {
    userId,
    email,
    token,
    browser,
    own,
    other,
    call: (endpoint, call = {}) =>
      app.call(endpoint, {
        token,
        ...call,
        params: { userId, id: userId, orgId: other.organizationId, ...call.params } as never,
      }),
  };
}

async function signInByProvider(browser: TestBrowser, company: string, email: string) {
  await passProvider(world.app, browser, company, email);
  const { body } = await exchange(browser, email);
  const signedIn = await browser.call(identity.signInWithToken, {
    body: { token: body.authToken },
  });
  return signedIn.body.token;
}

const codeOf = ({ status, error }: { status: number; error: { code: string } | undefined }) =>
  error?.code ?? status;

describe('a session that the identity provider of an organization began', () => {
  it('opens that organization, lists the others and opens none of them', async () => {
    const { call, own, other } = await enter();
    const { body: user } = await call(identity.getUser);
    expect(user).toMatchObject({ providerOrganizationId: own });
    expect('memberOf' in user && user.memberOf.map(({ id }) => id).sort()).toEqual(
      [own, other.organizationId].sort(),
    );
    expect((await call(organizations.listOrganizations)).body).toHaveLength(2);
    const read = (orgId: string) => call(organizations.getOrganization, { params: { orgId } });
    expect((await read(own)).body.id).toBe(own);
    expect((await read('default')).body.id).toBe(own);
    expect(codeOf(await read(other.organizationId))).toBe('other_sign_in_needed');
    expect(codeOf(await read('unknown'))).toBe('not_found');
    expect(codeOf(await call(projects.listProjects))).toBe('other_sign_in_needed');
    expect(codeOf(await call(apiKeys.createApiKey, { body: { name: 'CI' } }))).toBe(
      'other_sign_in_needed',
    );
  });

  it('follows nothing of another organization on the live socket', async () => {
    const { token, own, other } = await enter();
    const live = await signedInLive(app.url, token);
    for (const id of [own, other.organizationId]) {
      const topics = [{ kind: 'organization' as const, id, unheardMs: 0 }];
      live.send({ type: 'subscribe', organizationId: id, topics });
    }
    // Subscriptions are handled in order.
    const refused = await live.until((message) => message.type === 'refused');
    expect(refused).toMatchObject({ topic: `organization:${other.organizationId}` });
    live.drop();
  });

  it('stays what it is when it gets a fresh access token', async () => {
    const { browser, userId, other } = await enter();
    const { token } = (await browser.call(identity.getAccessToken)).body;
    const params = { userId, orgId: other.organizationId };
    expect(codeOf(await app.call(organizations.getOrganization, { token, params }))).toBe(
      'other_sign_in_needed',
    );
  });

  it('does nothing to the account as a whole', async () => {
    const { call, email, own } = await enter();
    const refused = [
      await call(identity.deleteUser),
      await call(account.previewDeletion),
      await call(account.exportAccount),
      await call(account.setMailPreferences, { body: { alerts: false } }),
      await call(identity.getIntercomUserHash, { params: { email } }),
      await call(organizations.createOrganization, {
        body: { name: 'Ada', onboardingData: { organizationName: 'New' } },
      }),
      await call(organizations.acceptInvitation, { params: { email }, query: { token: 'y' } }),
      await call(organizations.activateOrganization),
    ];
    expect(refused.map(codeOf)).toEqual(Array(8).fill('other_sign_in_needed'));
    expect((await call(account.getMailPreferences)).status).toBe(200);
    const renamed = await call(identity.updateUser, { body: { name: 'Ada' } });
    expect(renamed.body).toMatchObject({ name: 'Ada', providerOrganizationId: own });
  });

  it('sees and ends sessions of its own provider alone', async () => {
    const { call, userId, email } = await enter();
    const elsewhere = await signInWithoutProvider(userId);
    const before = await app.call(account.listSessions, {
      token: elsewhere,
      params: { id: userId },
    });
    const foreign = before.body.find(({ isCurrent }) => isCurrent)?.id ?? '';
    expect((await call(account.listSessions)).body.map(({ isCurrent }) => isCurrent)).toEqual([
      true,
    ]);
    const end = await call(account.endSession, { params: { sessionId: foreign } });
    expect(codeOf(end)).toBe('not_found');
    expect((await call(account.endAllSessions)).status).toBe(204);
    expect((await call(identity.updateUser, { body: {} })).status).toBe(401);
    const kept = { token: elsewhere, params: { id: userId } };
    expect((await app.call(identity.getUser, kept)).body).toMatchObject({
      email,
      providerOrganizationId: null,
    });
  });

  it('revokes the keys of its own organization alone', async () => {
    const { call, userId, own, other } = await enter();
    const elsewhere = await signInWithoutProvider(userId);
    for (const orgId of [own, other.organizationId]) {
      const params = { userId, orgId };
      await app.call(apiKeys.createApiKey, { token: elsewhere, params, body: { name: 'CI' } });
    }
    await call(account.revokeOwnApiKeys);
    const count = async (orgId: string) =>
      (await app.call(apiKeys.listApiKeys, { token: elsewhere, params: { userId, orgId } })).body
        .length;
    expect([await count(own), await count(other.organizationId)]).toEqual([0, 1]);
  });

  it('cannot operate the installation', async () => {
    const { call, userId } = await enter();
    await app.platform.db
      .update(users)
      .set({ operatorSince: new Date() })
      .where(eq(users.id, userId));
    expect((await call(identity.getUser)).body).toMatchObject({ isOperator: false });
    expect(codeOf(await call(operations.getHealth))).toBe('not_found');
    const token = await signInWithoutProvider(userId);
    expect((await app.call(operations.getHealth, { token })).status).toBe(200);
  });

  it('ends with the membership, and a token for it no longer signs anybody in', async () => {
    const { company, organizationId, addMember } = await world.setUpCompany();
    const owner = await addMember(`boss-${++people}@parley.example`, 'owner');
    const { userId, email } = await addMember(`leaver-${++people}@parley.example`);
    const browser = openBrowser(app);
    const token = await signInByProvider(browser, company, email);
    const late = openBrowser(app);
    await passProvider(world.app, late, company, email);
    const { authToken } = (await exchange(late, email)).body;
    await app.call(organizations.removeMember, {
      token: owner.token,
      params: { userId: owner.userId, orgId: organizationId, memberId: userId },
    });
    expect(
      (await app.call(identity.updateUser, { token, params: { id: userId }, body: {} })).status,
    ).toBe(401);
    expect((await browser.call(identity.getAccessToken)).status).toBe(401);
    const entered = await late.call(identity.signInWithToken, { body: { token: authToken } });
    expect(codeOf(entered)).toBe('auth/invalid-custom-token');
  });
});

/** Changes that replace or remove an owner's settings. */
const changes: Record<string, (company: Owned) => Promise<number>> = {
  'was replaced': (owned) => save(owned, { metadata: newcomer.saml.metadata }),
  'was replaced and put back': async (owned) => {
    await save(owned, { metadata: newcomer.saml.metadata });
    return save(owned);
  },
  'speaks for another domain': (owned) =>
    save(owned, { domain: `${owned.company}.example`, company: owned.company }),
  'has another name': (owned) => save(owned, { company: `parley-${owned.company}` }),
  'was removed': async (owned) =>
    (await app.call(singleSignOn.deleteSingleSignOn, owned.as)).status,
};

interface Owned {
  company: string;
  organizationId: string;
  as: { token: string; params: { userId: string; orgId: string } };
  email: string;
}

async function ownCompany() {
  const { company, organizationId, addMember } = await world.setUpCompany();
  const { token, userId, email } = await addMember(`chief-${++people}@parley.example`, 'owner');
  const params = { userId, orgId: organizationId };
  return { company, organizationId, addMember, email, as: { token, params } };
}

async function save({ company, as }: Owned, changed: Record<string, string> = {}): Promise<number> {
  const body = { company, domain: 'parley.example', metadata: world.sandbox.saml.metadata };
  const call = { ...as, body: { ...body, ...changed } };
  return (await app.call(singleSignOn.setSingleSignOn, call)).status;
}

const isOpen = async (token: string, id: string) =>
  (await app.call(identity.updateUser, { token, params: { id }, body: {} })).status === 200;

const lastMailTo = async (email: string) => {
  const [mail] = await app.platform.db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.recipient, email))
    .orderBy(desc(outboxMails.createdAt))
    .limit(1);
  return mail?.text ?? '';
};

describe.each(Object.entries(changes))('once an identity provider %s', (_, change) => {
  it('the sessions end that it began, and no other', async () => {
    const owned = await ownCompany();
    const { userId, email } = await owned.addMember(`one-${++people}@parley.example`);
    const browser = openBrowser(app);
    const token = await signInByProvider(browser, owned.company, email);
    const password = await signInWithoutProvider(userId);
    const elsewhere = await enter();
    expect(await change(owned)).toBeLessThan(300);
    expect(await isOpen(token, userId)).toBe(false);
    expect((await browser.call(identity.getAccessToken)).status).toBe(401);
    expect([
      await isOpen(password, userId),
      await isOpen(owned.as.token, owned.as.params.userId),
    ]).toEqual([true, true]);
    expect(await isOpen(elsewhere.token, elsewhere.userId)).toBe(true);
    expect(await lastMailTo(owned.email)).toContain('has been signed out');
  });

  it('its tokens and proofs no longer sign anybody in', async () => {
    const owned = await ownCompany();
    const { email } = await owned.addMember(`late-${++people}@parley.example`);
    const [proven, exchanged] = [openBrowser(app), openBrowser(app)];
    await passProvider(world.app, proven, owned.company, email);
    await passProvider(world.app, exchanged, owned.company, email);
    const { authToken } = (await exchange(exchanged, email)).body;
    await change(owned);
    // Simulates new settings that are vouched for at once.
    await prove(owned);
    expect(codeOf(await exchange(proven, email))).toBe('invalid_token');
    const entered = await exchanged.call(identity.signInWithToken, { body: { token: authToken } });
    expect(codeOf(entered)).toBe('auth/invalid-custom-token');
  });
});

const prove = ({ organizationId }: Owned) =>
  app.platform.db
    .update(ssoProviders)
    .set({ domainVerified: true })
    .where(eq(ssoProviders.organizationId, organizationId));

describe('a change of an identity provider', () => {
  it.runIf(process.env.PARLEY_TEST_DATABASE_URL)(
    'a session that begins while it changes ends with it',
    async () => {
      const owned = await ownCompany();
      const { email } = await owned.addMember(`fast-${++people}@parley.example`);
      const browser = openBrowser(app);
      await passProvider(world.app, browser, owned.company, email);
      const { authToken } = (await exchange(browser, email)).body;
      const { db } = app.platform;
      const theirs = eq(sessions.providerOrganizationId, owned.organizationId);
      const entering = await db.transaction(async (tx) => {
        // Part of a change that is not committed yet.
        await tx
          .update(ssoProviders)
          .set({ domain: 'elsewhere.example' })
          .where(eq(ssoProviders.organizationId, owned.organizationId));
        await endProviderSessions(tx, { organizationId: owned.organizationId });
        const entered = browser.call(identity.signInWithToken, { body: { token: authToken } });
        await vi.waitUntil(async () => (await db.$count(sessions, theirs)) === 1, 10_000);
        return { entered };
      });
      expect(codeOf(await entering.entered)).toBe('auth/invalid-custom-token');
      expect(await db.$count(sessions, theirs)).toBe(0);
    },
  );
});

describe('saving single sign-on as it was', () => {
  it('ends no session, and no mail says so', async () => {
    const owned = await ownCompany();
    const { userId, email } = await owned.addMember(`calm-${++people}@parley.example`);
    const token = await signInByProvider(openBrowser(app), owned.company, email);
    expect(await save(owned)).toBe(200);
    expect(await isOpen(token, userId)).toBe(true);
    expect(await lastMailTo(owned.email)).not.toContain('signed out');
  });
});

describe('a session of which nobody knows how it began', () => {
  it('opens every organization of the person, as one of a password', async () => {
    const { userId, own, other } = await enter();
    const token = await signInWithoutProvider(userId);
    for (const orgId of [own, other.organizationId]) {
      const params = { userId, orgId };
      expect((await app.call(organizations.getOrganization, { token, params })).status).toBe(200);
    }
  });
});

/** Signs in with a custom token that was issued without the provider. */
async function signInWithoutProvider(userId: string): Promise<string> {
  const token = await issueSignInToken(app.platform.db, userId);
  return (await app.call(identity.signInWithToken, { body: { token } })).body.token;
}
