/** Tests SAML single sign-on, against a provider that speaks the real protocol. */
import { audit, identity, organizations } from '@parley/contract';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invitations, memberships } from '../../../db/schema/organizations.ts';
import { sessions } from '../../../db/schema/sessions.ts';
import { oneTimeTokens, users } from '../../../db/schema/users.ts';
import type { TestApp, TestUser } from '../../../test/test-app.ts';
import { openBrowser } from '../test/test-browser.ts';
import {
  carry,
  channel,
  exchange,
  outcomeOf,
  passProvider,
  type SamlWorld,
  startAtProvider,
  startSamlWorld,
} from '../test/test-saml.ts';

let world: SamlWorld;
let app: TestApp;
beforeAll(async () => {
  world = await startSamlWorld();
  app = world.app;
}, 60_000);
afterAll(() => world.close());

const setUpCompany = (domain?: string) => world.setUpCompany(domain);

describe('the sign-in window of a company', () => {
  it('[A-007, A-008, A-178] signs in a member with a custom token', async () => {
    const { company, addMember } = await setUpCompany();
    const { userId, email } = await addMember('ada@parley.example');
    const browser = openBrowser(app);
    expect(await passProvider(app, browser, company, 'Ada@Parley.example')).toEqual({
      channel,
      email,
    });
    const { body } = await exchange(browser, email);
    const signedIn = await browser.call(identity.signInWithToken, {
      body: { token: body.authToken },
    });
    expect(signedIn.body.user.id).toBe(userId);
  });

  it('starts no session by itself', async () => {
    const { company, addMember } = await setUpCompany();
    const { email } = await addMember('quiet@parley.example');
    const browser = openBrowser(app);
    await passProvider(app, browser, company, email);
    expect((await browser.call(identity.getAccessToken)).status).toBe(401);
  });

  it('reports an unknown company', async () => {
    const page = await openBrowser(app).visit(`/api/auth/window/saml.nobody?channel=${channel}`);
    expect(outcomeOf(page.url)).toEqual({ channel, error: 'auth/operation-not-allowed' });
  });

  it('ends without an address if the provider names none', async () => {
    const { company } = await setUpCompany();
    expect(await passProvider(app, openBrowser(app), company, 'no-address')).toEqual({ channel });
  });

  it.each([
    ['another domain', 'ada@other.example'],
    ['a free-mail domain', 'ada@gmail.com'],
    ['a domain that ends alike', 'ada@evil-parley.example'],
    ['a domain below its own', 'ada@sub.parley.example'],
  ])('refuses a provider that speaks for %s', async (_, email) => {
    const { company, addMember } = await setUpCompany();
    await addMember(email).catch(() => undefined);
    const browser = openBrowser(app);
    const outcome = await passProvider(app, browser, company, email);
    expect(outcome).toEqual({ channel, error: 'auth/operation-not-allowed' });
    expect((await exchange(browser, email)).error?.code).toBe('invalid_token');
  });

  it("signs in only members of the provider's organization", async () => {
    const { company } = await setUpCompany();
    const { addMember } = await setUpCompany('other.example');
    const { email } = await addMember('elsewhere@parley.example');
    const browser = openBrowser(app);
    await passProvider(app, browser, company, email);
    const { status, error } = await exchange(browser, email);
    expect([status, error?.code]).toEqual([401, 'auth/user-not-found']);
    expect(error?.message).toBe(`No user exists for: ${email}`);
  });

  it("voids the password and the sessions of the account's creator", async () => {
    const { company, addMember } = await setUpCompany();
    const { userId, email, token } = await addMember('squatted@parley.example');
    const browser = openBrowser(app);
    await passProvider(app, browser, company, email);
    expect((await exchange(browser, email)).status).toBe(200);
    const params = { id: userId };
    expect((await app.call(identity.updateUser, { token, params, body: {} })).status).toBe(401);
    const { db } = app.platform;
    expect(await db.select().from(sessions).where(eq(sessions.userId, userId))).toEqual([]);
  });
});

describe('POST users/tokenForSAML', () => {
  async function member(): Promise<{ email: string; company: string; user: TestUser }> {
    const { company, addMember } = await setUpCompany();
    const user = await addMember(`member-of-${company}@parley.example`);
    return { company, email: user.email, user };
  }

  it('gives nothing for an email alone, or to another browser', async () => {
    const { company, email } = await member();
    await passProvider(app, openBrowser(app), company, email);
    const { status, error } = await exchange(openBrowser(app), email);
    expect([status, error?.code]).toEqual([401, 'invalid_token']);
  });

  it('gives nothing to a browser that did not ask, though it brings a genuine answer', async () => {
    const { company, email } = await member();
    const answer = await world.genuineAnswer(company, email);
    const victim = openBrowser(app);
    await victim.visit(`/api/auth/window/saml.${company}?channel=${channel}`);
    expect(await carry(company, { ...answer, browser: victim })).toEqual({ channel, email });
    expect((await exchange(victim, email)).error?.code).toBe('invalid_token');
    const other = await world.genuineAnswer(company, email);
    expect(await carry(company, other)).toEqual({ channel, email });
    expect((await exchange(other.browser, email)).status).toBe(200);
  });

  it('[A-324] gives one token for one sign-in to whoever has no session, also of twenty at once', async () => {
    const { company, email } = await member();
    const browser = openBrowser(app);
    await passProvider(app, browser, company, email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(browser, email)));
    const given = answers.filter(({ status }) => status === 200);
    expect(given.map(({ body }) => body)).toEqual([{ authToken: expect.stringMatching(/.{20}/) }]);
    expect(answers.filter(({ error }) => error?.code === 'invalid_token')).toHaveLength(19);
  });

  it('gives nothing for another address than the provider spoke of', async () => {
    const { company, email } = await member();
    const other = await member();
    const browser = openBrowser(app);
    await passProvider(app, browser, company, email);
    expect((await exchange(browser, other.email)).error?.code).toBe('invalid_token');
    expect((await exchange(browser, email)).status).toBe(200);
  });

  it('gives nothing after a minute, nor to a disabled account', async () => {
    const { db } = app.platform;
    const { company, email, user } = await member();
    const browser = openBrowser(app);
    await passProvider(app, browser, company, email);
    await db
      .update(oneTimeTokens)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(oneTimeTokens.purpose, 'saml-proof'));
    expect((await exchange(browser, email)).error?.code).toBe('invalid_token');
    await db.update(users).set({ disabledAt: sql`now()` }).where(eq(users.id, user.userId));
    await passProvider(app, browser, company, email);
    expect((await exchange(browser, email)).status).toBe(401);
  });
});

describe('a sign-in that begins at the identity provider', () => {
  it.each([
    ['', 'none'],
    ['https://evil.example', 'the address of another site'],
    ['//evil.example', 'a path to another site'],
    ['/projects?x=1', 'a path'],
    ['x'.repeat(80), 'a text'],
  ])('leads to the sign-in page of the company with the relay state %j (%s)', async (state) => {
    const { company, addMember } = await setUpCompany();
    await addMember('ada@parley.example').catch(() => undefined);
    const { browser, page } = await startAtProvider(world, company, state);
    expect(page.url.href).toBe(`${app.url}/signin/sso?company=${company}`);
    expect((await browser.call(identity.getAccessToken)).status).toBe(401);
    expect((await exchange(browser, 'ada@parley.example')).error?.code).toBe('invalid_token');
  });

  it('leads there also for a company that is not known', async () => {
    const { page } = await startAtProvider(world, 'nobody', '');
    expect(page.url.href).toBe(`${app.url}/signin/sso?company=nobody`);
  });
});

describe('somebody who is not a member', () => {
  async function invite(user: TestUser, organizationId: string, email: string) {
    const call = { token: user.token, params: { orgId: organizationId, userId: user.userId } };
    const { status, text } = await app.call(organizations.invite, {
      ...call,
      body: { email, role: 'admin' },
    });
    expect(status, text).toBe(201);
  }

  const rolesOf = async (organizationId: string, email: string) =>
    (
      await app.platform.db
        .select({ role: memberships.role })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(and(eq(memberships.organizationId, organizationId), eq(users.email, email)))
    ).map(({ role }) => role);

  it('accepts an invitation by single sign-on, with a new account', async () => {
    const { company, organizationId, owner } = await setUpCompany();
    const email = `new-at-${company}@parley.example`;
    await invite(owner, organizationId, email);
    const browser = openBrowser(app);
    await passProvider(app, browser, company, email);
    const { status, body } = await exchange(browser, email);
    expect(status).toBe(200);
    const signedIn = await browser.call(identity.signInWithToken, {
      body: { token: body.authToken },
    });
    expect(signedIn.body.user.email).toBe(email);
    expect(await rolesOf(organizationId, email)).toEqual(['admin']);
    const [user] = await app.platform.db.select().from(users).where(eq(users.email, email));
    expect(user?.emailProvenAt).not.toBeNull();
    const log = await app.call(audit.listAudit, {
      token: owner.token,
      params: { userId: owner.userId, orgId: organizationId },
    });
    expect(log.body.items).toContainEqual(
      expect.objectContaining({ action: 'member.joined', target: email, detail: 'admin' }),
    );
    await passProvider(app, browser, company, email);
    expect((await exchange(browser, email)).status).toBe(200);
  });

  it('accepts it with an account of theirs, whose unproven access ends', async () => {
    const { company, organizationId, owner } = await setUpCompany();
    const email = `old-at-${company}@parley.example`;
    const before = await app.signUp({ email, isEmailProven: false });
    await invite(owner, organizationId, email);
    const browser = openBrowser(app);
    await passProvider(app, browser, company, email);
    expect((await exchange(browser, email)).status).toBe(200);
    expect(await rolesOf(organizationId, email)).toEqual(['admin']);
    const params = { id: before.userId };
    const old = await app.call(identity.updateUser, { token: before.token, params, body: {} });
    expect(old.status).toBe(401);
  });

  it.each<[string, (id: string, email: string) => Promise<unknown>]>([
    [
      'has expired',
      (organizationId) =>
        app.platform.db
          .update(invitations)
          .set({ expiresAt: sql`now() - interval '1 second'` })
          .where(eq(invitations.organizationId, organizationId)),
    ],
    [
      'was sent by somebody who left',
      (organizationId) =>
        app.platform.db.delete(memberships).where(eq(memberships.organizationId, organizationId)),
    ],
    [
      'is for a disabled account',
      async (_, email) => {
        const { userId } = await app.signUp({ email });
        await app.platform.db
          .update(users)
          .set({ disabledAt: sql`now()` })
          .where(eq(users.id, userId));
      },
    ],
    [
      'is of another organization',
      async (organizationId) => {
        const { organizationId: other } = await setUpCompany();
        await app.platform.db
          .update(invitations)
          .set({ organizationId: other })
          .where(eq(invitations.organizationId, organizationId));
      },
    ],
  ])('gets nothing by an invitation that %s', async (_, spoil) => {
    const { company, organizationId, owner } = await setUpCompany();
    const email = `nothing-at-${company}@parley.example`;
    await invite(owner, organizationId, email);
    await spoil(organizationId, email);
    const browser = openBrowser(app);
    await passProvider(app, browser, company, email);
    expect((await exchange(browser, email)).status).toBeGreaterThanOrEqual(401);
    expect(await rolesOf(organizationId, email)).toEqual([]);
  });

  it('reads whom to ask without an invitation, and gets no account', async () => {
    const { company } = await setUpCompany();
    const email = `nobody-at-${company}@parley.example`;
    const browser = openBrowser(app);
    await passProvider(app, browser, company, email);
    const { status, error } = await exchange(browser, email);
    expect([status, error?.code]).toEqual([401, 'auth/user-not-found']);
    expect(error?.hint).toBe(`Ask an owner of ${company} to invite you, then sign in again.`);
    expect(await app.platform.db.$count(users, eq(users.email, email))).toBe(0);
  });
});

describe('the metadata of our side', () => {
  it('is there for the settings of the identity provider', async () => {
    const { company } = await setUpCompany();
    const { html, status } = await openBrowser(app).visit(
      `/api/auth/sso/saml2/sp/metadata?providerId=saml.${company}`,
    );
    expect(status).toBe(200);
    expect(html).toContain(`/api/auth/sso/saml2/sp/acs/saml.${company}`);
    expect(html).toContain('WantAssertionsSigned="true"');
  });
});
