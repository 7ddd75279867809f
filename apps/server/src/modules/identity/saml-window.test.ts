/** Single sign-on by SAML, against a provider that speaks the real protocol. */
import { identity, singleSignOn } from '@parley/contract';
import { type IdentitySandbox, startIdentitySandbox } from '@parley/identity-sandbox';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberships, organizations } from '../../db/schema/organizations.ts';
import { oneTimeTokens, sessions, users } from '../../db/schema/users.ts';
import { newId } from '../../platform/ids.ts';
import { startTestApp, type TestApp, type TestUser } from '../../test/test-app.ts';
import { openBrowser, type TestBrowser } from './test-browser.ts';

const channel = 'channel-of-this-test';

let sandbox: IdentitySandbox;
let app: TestApp;
beforeAll(async () => {
  sandbox = await startIdentitySandbox();
  app = await startTestApp({
    hasWorker: false,
    settings: { PARLEY_SSO_DOMAINS: 'parley.example,other.example' },
  });
}, 60_000);
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

let companies = 0;

/** An organization whose owner has set up single sign-on with the sandbox. */
async function setUpCompany(domain = 'parley.example') {
  const { db } = app.platform;
  const company = `company-${++companies}`;
  const organizationId = newId();
  await db
    .insert(organizations)
    .values({ id: organizationId, name: company, subscriptionStatus: 'trial' });
  const addMember = async (email: string, role: 'owner' | 'member' = 'member') => {
    const user = await app.signUp({ email });
    await db.insert(memberships).values({ organizationId, userId: user.userId, role });
    return user;
  };
  const owner = await addMember(`owner@${company}.${domain}`, 'owner');
  const params = { userId: owner.userId, orgId: organizationId };
  const body = { company, domain, metadata: sandbox.saml.metadata };
  const { status } = await app.call(singleSignOn.setSingleSignOn, {
    token: owner.token,
    params,
    body,
  });
  expect(status).toBe(200);
  return { company, organizationId, addMember };
}

function outcomeOf({ hash, pathname }: URL) {
  expect(pathname).toBe('/api/auth/window/closing');
  return Object.fromEntries(new URLSearchParams(hash.slice(1)));
}

/** Up to the provider's answer, which the browser is about to carry over. */
async function askProvider(browser: TestBrowser, company: string, email: string) {
  const asked = await browser.visit(`/api/auth/window/saml.${company}?channel=${channel}`);
  return browser.submit(asked, { email });
}

async function passProvider(browser: TestBrowser, company: string, email: string) {
  const answer = await askProvider(browser, company, email);
  return outcomeOf((await browser.submit(answer)).url);
}

const exchange = (browser: TestBrowser, email: string) =>
  browser.call(identity.tokenForSAML, { body: { email } });

describe('the sign-in window of a company', () => {
  it('[A-007, A-178] lets a member in, by way of a custom token', async () => {
    const { company, addMember } = await setUpCompany();
    const { userId, email } = await addMember('ada@parley.example');
    const browser = openBrowser(app);
    expect(await passProvider(browser, company, 'Ada@Parley.example')).toEqual({ channel, email });
    const { body } = await exchange(browser, email);
    const signedIn = await browser.call(identity.signInWithToken, {
      body: { token: body.authToken },
    });
    expect(signedIn.body.user.id).toBe(userId);
  });

  it('begins no session by itself', async () => {
    const { company, addMember } = await setUpCompany();
    const { email } = await addMember('quiet@parley.example');
    const browser = openBrowser(app);
    await passProvider(browser, company, email);
    expect((await browser.call(identity.getAccessToken)).status).toBe(401);
  });

  it('says so where there is no such company', async () => {
    const page = await openBrowser(app).visit(`/api/auth/window/saml.nobody?channel=${channel}`);
    expect(outcomeOf(page.url)).toEqual({ channel, error: 'auth/operation-not-allowed' });
  });

  it('ends without an address when the provider names none', async () => {
    const { company } = await setUpCompany();
    expect(await passProvider(openBrowser(app), company, 'no-address')).toEqual({ channel });
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
    const outcome = await passProvider(browser, company, email);
    expect(outcome).toEqual({ channel, error: 'auth/operation-not-allowed' });
    expect((await exchange(browser, email)).error?.code).toBe('invalid_token');
  });

  it('lets nobody in who is not a member of the organization of the provider', async () => {
    const { company } = await setUpCompany();
    const { addMember } = await setUpCompany('other.example');
    const { email } = await addMember('elsewhere@parley.example');
    const browser = openBrowser(app);
    await passProvider(browser, company, email);
    const { status, error } = await exchange(browser, email);
    expect([status, error?.code]).toEqual([401, 'auth/user-not-found']);
    expect(error?.message).toBe(`No user exists for: ${email}`);
  });

  it('voids the password and the sessions of whoever had put the account in place', async () => {
    const { company, addMember } = await setUpCompany();
    const { userId, email, token } = await addMember('squatted@parley.example');
    const browser = openBrowser(app);
    await passProvider(browser, company, email);
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
    const user = await addMember(`member-${companies}@parley.example`);
    return { company, email: user.email, user };
  }

  it('gives nothing for an email alone, or to another browser', async () => {
    const { company, email } = await member();
    await passProvider(openBrowser(app), company, email);
    const { status, error } = await exchange(openBrowser(app), email);
    expect([status, error?.code]).toEqual([401, 'invalid_token']);
  });

  it('[A-324] gives one token for one sign-in, also of twenty at once', async () => {
    const { company, email } = await member();
    const browser = openBrowser(app);
    await passProvider(browser, company, email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(browser, email)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.code === 'invalid_token')).toHaveLength(19);
  });

  it('gives nothing for another address than the provider spoke of', async () => {
    const { company, email } = await member();
    const other = await member();
    const browser = openBrowser(app);
    await passProvider(browser, company, email);
    expect((await exchange(browser, other.email)).error?.code).toBe('invalid_token');
    expect((await exchange(browser, email)).status).toBe(200);
  });

  it('gives nothing after a minute, nor to a disabled account', async () => {
    const { db } = app.platform;
    const { company, email, user } = await member();
    const browser = openBrowser(app);
    await passProvider(browser, company, email);
    await db
      .update(oneTimeTokens)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(oneTimeTokens.purpose, 'saml-proof'));
    expect((await exchange(browser, email)).error?.code).toBe('invalid_token');
    await db.update(users).set({ disabledAt: sql`now()` }).where(eq(users.id, user.userId));
    await passProvider(browser, company, email);
    expect((await exchange(browser, email)).status).toBe(401);
  });
});

describe('an answer of an identity provider', () => {
  const acs = (company: string) => `/api/auth/sso/saml2/sp/acs/saml.${company}`;

  /** A genuine answer as the form that the browser carries it in. */
  async function genuineAnswer(company: string, email = 'ada@parley.example') {
    const browser = openBrowser(app);
    const { html } = await askProvider(browser, company, email);
    const field = (name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
    const xml = Buffer.from(field('SAMLResponse'), 'base64').toString();
    return { browser, xml, relayState: field('RelayState') };
  }

  const carry = async (browser: TestBrowser, company: string, xml: string, relayState: string) => {
    const form = new URLSearchParams({
      SAMLResponse: Buffer.from(xml).toString('base64'),
      RelayState: relayState,
    });
    const { url, status } = await browser.visit(acs(company), form);
    return url.hash === '' ? { error: `status ${status}` } : outcomeOf(url);
  };

  it('is taken once', async () => {
    const { company } = await setUpCompany();
    const { browser, xml, relayState } = await genuineAnswer(company);
    expect(await carry(browser, company, xml, relayState)).not.toHaveProperty('error');
    expect(await carry(browser, company, xml, relayState)).toHaveProperty('error');
    expect(await carry(openBrowser(app), company, xml, '')).toHaveProperty('error');
  });

  it('is taken for the company that was asked, not for another with the same provider', async () => {
    const { company } = await setUpCompany();
    const { company: other } = await setUpCompany();
    const { browser, xml, relayState } = await genuineAnswer(company);
    expect(await carry(browser, other, xml, relayState)).toHaveProperty('error');
  });

  const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/;
  const signature = /<(\w+:)?Signature[\s\S]*?<\/(\w+:)?Signature>/;
  const evil = (xml: string) => xml.replaceAll('ada@parley.example', 'eve@parley.example');

  it.each<[string, (xml: string) => string]>([
    ['a changed address', evil],
    ['no signature', (xml) => xml.replace(signature, '')],
    ['no signature and a changed address', (xml) => evil(xml.replace(signature, ''))],
    ['a comment in the address', (xml) => xml.replaceAll('ada@parley', 'ada@parley<!-- -->')],
    [
      'a second, unsigned assertion before the signed one',
      (xml) =>
        xml.replace(assertion, (signed) => {
          const forged = evil(signed.replace(signature, '')).replace(/ID="[^"]*"/, 'ID="_forged"');
          return forged + signed;
        }),
    ],
    [
      'a second, unsigned assertion after the signed one',
      (xml) =>
        xml.replace(assertion, (signed) => {
          const forged = evil(signed.replace(signature, '')).replace(/ID="[^"]*"/, 'ID="_forged"');
          return signed + forged;
        }),
    ],
    [
      'the signed assertion wrapped into the signature of a forged one',
      (xml) =>
        xml.replace(assertion, (signed) => {
          const [seal = ''] = signature.exec(signed) ?? [];
          const wrapped = seal.replace(
            /<\/(\w+:)?Signature>$/,
            (end) => `<Object>${signed.replace(signature, '')}</Object>${end}`,
          );
          return evil(signed.replace(signature, wrapped)).replace(/ID="[^"]*"/, 'ID="_forged"');
        }),
    ],
    [
      'the signed assertion hidden in an extension, a forged one in its place',
      (xml) =>
        xml.replace(assertion, (signed) => {
          const forged = evil(signed.replace(signature, '')).replace(/ID="[^"]*"/, 'ID="_forged"');
          return `<samlp:Extensions>${signed}</samlp:Extensions>${forged}`;
        }),
    ],
    ['a document type', (xml) => `<!DOCTYPE x [<!ENTITY e "eve@parley.example">]>${xml}`],
    ['a second root', (xml) => xml + xml],
    ['a comment in the digest', (xml) => xml.replace(/(DigestValue>)/, '$1<!-- x -->')],
    ['the digest of nothing', (xml) => xml.replace(/DigestValue>[^<]+</, 'DigestValue><')],
    [
      'SHA-1',
      (xml) =>
        xml
          .replaceAll(
            'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
            'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
          )
          .replaceAll(
            'http://www.w3.org/2001/04/xmlenc#sha256',
            'http://www.w3.org/2000/09/xmldsig#sha1',
          ),
    ],
    ['no assertion', (xml) => xml.replace(assertion, '')],
    ['text that is no XML', () => 'hello'],
  ])('is refused with %s', async (_, forge) => {
    const { company, addMember } = await setUpCompany();
    await addMember(`eve-${companies}@parley.example`);
    const { browser, xml, relayState } = await genuineAnswer(company);
    const forged = forge(xml);
    expect(forged).not.toBe(xml);
    expect(await carry(browser, company, forged, relayState)).toHaveProperty('error');
    const proofs = await app.platform.db
      .select()
      .from(oneTimeTokens)
      .where(sql`${oneTimeTokens.payload}->>'email' like 'eve%'`);
    expect(proofs).toEqual([]);
  });

  it('is refused from a provider that shares only the name', async () => {
    const impostor = await startIdentitySandbox();
    try {
      const { company } = await setUpCompany();
      const asked = await openBrowser(app).visit(
        `/api/auth/window/saml.${company}?channel=${channel}`,
      );
      const { port } = new URL(/Location="([^"]+)"/.exec(impostor.saml.metadata)?.[1] ?? '');
      const elsewhere = {
        ...asked,
        html: asked.html.replace(/localhost:\d+/g, `localhost:${port}`),
      };
      const browser = openBrowser(app);
      const answer = await browser.submit(elsewhere, { email: 'ada@parley.example' });
      expect(outcomeOf((await browser.submit(answer)).url)).toHaveProperty('error');
    } finally {
      await impostor.close();
    }
  }, 60_000);

  it('is refused when nobody asked for it', async () => {
    const { company } = await setUpCompany();
    const { xml } = await genuineAnswer(company);
    const unasked = xml.replace(/ InResponseTo="[^"]*"/g, '');
    expect(await carry(openBrowser(app), company, unasked, '')).toHaveProperty('error');
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
