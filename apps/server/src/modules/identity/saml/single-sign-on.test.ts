/** Tests the settings of single sign-on. saml-window.test.ts tests signing in. */
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { domainToASCII } from 'node:url';
import { singleSignOn } from '@parley/contract';
import { type IdentitySandbox, startIdentitySandbox } from '@parley/identity-sandbox';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { memberships, organizations } from '../../../db/schema/organizations.ts';
import { outboxMails } from '../../../db/schema/outbox.ts';
import { sessions } from '../../../db/schema/sessions.ts';
import { ssoProviders } from '../../../db/schema/sso-providers.ts';
import { newId } from '../../../platform/security/ids.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../test/test-app.ts';

/** Id of an organization that the operator's settings name. */
const namedOrganization = newId();

let sandbox: IdentitySandbox;
let app: TestApp;
let server: { url: string; close(): void };
beforeAll(async () => {
  sandbox = await startIdentitySandbox();
  server = await startOddServer();
  app = await startTestApp({
    hasWorker: false,
    settings: {
      PARLEY_SIGN_UP: 'nobody',
      PARLEY_SSO_DOMAINS: `vouched.example,Bücher.example,once.example,named.example=${namedOrganization}`,
      PARLEY_EGRESS_ALLOW: [sandbox.saml.metadataUrl, server.url]
        .map((url) => new URL(url).host)
        .join(','),
    },
  });
}, 60_000);
afterAll(async () => {
  await app.close();
  server.close();
  await sandbox.close();
});

/** Starts a web server that fails to provide metadata in several ways. */
async function startOddServer() {
  const http = createServer(({ url }, response) => {
    if (url === '/redirect') {
      response.writeHead(302, { location: sandbox.saml.metadataUrl }).end();
    } else if (url === '/endless') {
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'.repeat(200_000)), 1);
      response.on('close', () => clearInterval(drip));
    } else {
      response.writeHead(404).end();
    }
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const { port } = http.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => http.close() };
}

async function foundOrganization(orgId = newId()) {
  const { db } = app.platform;
  await db.insert(organizations).values({ id: orgId, name: 'Acme', subscriptionStatus: 'trial' });
  const add = async (role: 'owner' | 'admin' | 'member') => {
    const user = await app.signUp();
    await db.insert(memberships).values({ organizationId: orgId, userId: user.userId, role });
    return user;
  };
  return {
    orgId,
    owner: await add('owner'),
    admin: await add('admin'),
    member: await add('member'),
  };
}

/** Marks the domain as proven, as a check of its DNS record would. */
async function markProven(orgId: string): Promise<void> {
  await app.platform.db
    .update(ssoProviders)
    .set({ domainVerified: true })
    .where(eq(ssoProviders.organizationId, orgId));
}

async function proveByRecord(user: TestUser, orgId: string) {
  const { body } = await app.call(singleSignOn.getSingleSignOn, as(user, orgId));
  const lookUp = vi
    .spyOn(dns.promises.Resolver.prototype, 'resolveTxt')
    .mockResolvedValue([[body?.domainRecord.value ?? '']]);
  try {
    return await app.call(singleSignOn.proveSingleSignOnDomain, as(user, orgId));
  } finally {
    lookUp.mockRestore();
  }
}

let companies = 0;

/** Returns settings whose company name belongs to the domain and is not used by another organization. */
function settings(
  changed: {
    company?: string;
    domain?: string;
    metadata?: string | undefined;
    metadataUrl?: string;
  } = {},
) {
  const { domain = 'acme.example' } = changed;
  const [label] = domainToASCII(domain).split('.');
  const company = `${label || 'acme'}-${++companies}`;
  return { company, domain, metadata: sandbox.saml.metadata, ...changed };
}

const as = ({ token, userId }: TestUser, orgId: string) => ({ token, params: { userId, orgId } });

describe('PUT single-sign-on', () => {
  it('keeps what the sign-in needs and says what the provider has to know', async () => {
    const { orgId, owner, admin } = await foundOrganization();
    const body = settings({ company: ' Acme ', domain: 'ACME.example.' });
    const { status, body: stored } = await app.call(singleSignOn.setSingleSignOn, {
      ...as(owner, orgId),
      body,
    });
    expect(status).toBe(200);
    const { publicUrl } = app.platform.config;
    expect(stored).toMatchObject({
      company: 'acme',
      domain: 'acme.example',
      isDomainProven: false,
      domainRecord: { name: '_parley.acme.example' },
      identityProvider: expect.stringContaining('http'),
      serviceProvider: {
        assertionConsumerUrl: `${publicUrl}/api/auth/sso/saml2/sp/acs/saml.acme`,
      },
    });
    const read = await app.call(singleSignOn.getSingleSignOn, as(admin, orgId));
    expect(read.body).toEqual(stored);
  });

  it('says until when the certificate of the provider is good', async () => {
    const { orgId, owner } = await foundOrganization();
    const call = { ...as(owner, orgId), body: settings() };
    const { body } = await app.call(singleSignOn.setSingleSignOn, call);
    expect(body.certificates).toHaveLength(1);
    expect(Date.parse(body.certificates[0]?.expiresAt ?? '')).toBeGreaterThan(Date.now());
    expect(body.metadataUrl).toBeNull();
  });

  it('reads the metadata from an address, which it keeps', async () => {
    const { orgId, owner } = await foundOrganization();
    const { metadataUrl } = sandbox.saml;
    const body = settings({ metadata: undefined, metadataUrl });
    const put = { ...as(owner, orgId), body };
    const { status, body: stored } = await app.call(singleSignOn.setSingleSignOn, put);
    expect(status).toBe(200);
    expect(stored).toMatchObject({ metadataUrl, identityProvider: expect.any(String) });
    expect(stored.certificates).toHaveLength(1);
  });

  it.each([
    ['an address in the network of the server', 'http://127.0.0.1:1/metadata'],
    ['the server itself', 'self'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest'],
    ['a file', 'file:///etc/passwd'],
    ['text', 'hello'],
    ['an address where nothing is', 'nothing'],
    ['an address that leads elsewhere', 'redirect'],
    ['a document without an end', 'endless'],
  ])('reads no metadata from %s', async (_, place) => {
    const { orgId, owner } = await foundOrganization();
    const places: Record<string, string> = {
      self: `${app.url}/livez`,
      nothing: `${server.url}/nothing`,
      redirect: `${server.url}/redirect`,
      endless: `${server.url}/endless`,
    };
    const body = settings({ metadata: undefined, metadataUrl: places[place] ?? place });
    const { status, error } = await app.call(singleSignOn.setSingleSignOn, {
      ...as(owner, orgId),
      body,
    });
    expect([status, error?.problems?.[0]?.path]).toEqual([400, 'metadataUrl']);
    const read = await app.call(singleSignOn.getSingleSignOn, as(owner, orgId));
    expect(read.body).toBeNull();
  });

  it('needs the metadata or its address, not both', async () => {
    const { orgId, owner } = await foundOrganization();
    for (const body of [
      settings({ metadata: undefined }),
      settings({ metadataUrl: sandbox.saml.metadataUrl }),
    ]) {
      const { status, error } = await app.call(singleSignOn.setSingleSignOn, {
        ...as(owner, orgId),
        body,
      });
      expect([status, error?.problems?.[0]?.path]).toEqual([400, 'metadata']);
    }
  });

  it('takes the place of the provider before', async () => {
    const { orgId, owner } = await foundOrganization();
    const put = (body: ReturnType<typeof settings>) =>
      app.call(singleSignOn.setSingleSignOn, { ...as(owner, orgId), body });
    await put(settings());
    const second = settings({ domain: 'other.example' });
    await put(second);
    const { body } = await app.call(singleSignOn.getSingleSignOn, as(owner, orgId));
    expect(body).toMatchObject({ company: second.company, domain: 'other.example' });
  });

  it('needs a new proof of the domain once the provider, its certificate, the domain or the name changes', async () => {
    const { orgId, owner } = await foundOrganization();
    const other = await startIdentitySandbox();
    onTestFinished(() => other.close());
    const first = settings();
    const put = async (body: ReturnType<typeof settings>) =>
      (await app.call(singleSignOn.setSingleSignOn, { ...as(owner, orgId), body })).body
        .isDomainProven;
    const change = (changed: object) => ({ ...first, ...changed });
    const entityId = /entityID="([^"]+)"/.exec(first.metadata)?.[1] ?? '';
    const otherId = /entityID="([^"]+)"/.exec(other.saml.metadata)?.[1] ?? '';
    const changes = [
      ['nothing', change({ metadata: `${first.metadata}\n` }), true],
      [
        'the name of the provider',
        change({ metadata: first.metadata.replace(entityId, `${entityId}/2`) }),
        false,
      ],
      [
        'where it signs people in',
        change({
          metadata: first.metadata.replaceAll(
            /(SingleSignOnService[^>]*Location=")[^"]*/g,
            '$1https://idp.example/other',
          ),
        }),
        false,
      ],
      [
        'its certificate',
        change({
          metadata: other.saml.metadata
            .replaceAll(otherId, entityId)
            .replaceAll(new URL(otherId).origin, new URL(entityId).origin),
        }),
        false,
      ],
      ['the domain', change({ domain: 'acme.test' }), false],
      ['the name of the company', change({ company: settings().company }), false],
    ] as const;
    for (const [what, changed, isKept] of changes) {
      await put(first);
      await markProven(orgId);
      expect([what, await put(changed)]).toEqual([what, isKept]);
    }
  });

  it('trusts a domain that the operator vouches for, and asks again when it changes', async () => {
    const { orgId, owner } = await foundOrganization();
    const put = async (domain: string) => {
      const call = { ...as(owner, orgId), body: settings({ domain }) };
      return (await app.call(singleSignOn.setSingleSignOn, call)).body.isDomainProven;
    };
    expect(await put('vouched.example')).toBe(true);
    expect(await put('acme.example')).toBe(false);
  });

  it.each(['bücher.example', 'BÜCHER.example', 'xn--bcher-kva.example'])(
    'trusts a vouched domain however it is spelled: %s',
    async (domain) => {
      const { orgId, owner } = await foundOrganization();
      const put = () =>
        app.call(singleSignOn.setSingleSignOn, { ...as(owner, orgId), body: settings({ domain }) });
      expect((await put()).body.isDomainProven).toBe(true);
      await app.call(singleSignOn.deleteSingleSignOn, as(owner, orgId));
    },
  );

  it('trusts a vouched domain for one organization: another has to prove it', async () => {
    const first = await foundOrganization();
    const second = await foundOrganization();
    const put = async ({ orgId, owner }: typeof first) => {
      const call = { ...as(owner, orgId), body: settings({ domain: 'once.example' }) };
      return (await app.call(singleSignOn.setSingleSignOn, call)).body.isDomainProven;
    };
    expect(await put(first)).toBe(true);
    expect(await put(second)).toBe(false);
    expect(await put(first)).toBe(true);
  });

  it('trusts a domain that is vouched for with an organization for that one alone', async () => {
    const other = await foundOrganization();
    const named = await foundOrganization(namedOrganization);
    const put = async ({ orgId, owner }: typeof other) => {
      const call = { ...as(owner, orgId), body: settings({ domain: 'named.example' }) };
      return (await app.call(singleSignOn.setSingleSignOn, call)).body.isDomainProven;
    };
    expect(await put(other)).toBe(false);
    expect(await put(named)).toBe(true);
  });

  it('gives a company name to the organization that proves its domain, not to the first one that asks', async () => {
    const first = await foundOrganization();
    const second = await foundOrganization();
    const body = settings();
    const put = ({ orgId, owner }: typeof first, company = body.company) =>
      app.call(singleSignOn.setSingleSignOn, { ...as(owner, orgId), body: { ...body, company } });
    expect((await put(first)).status).toBe(200);
    expect((await put(second, body.company.toUpperCase())).body).toMatchObject({
      company: body.company,
      isDomainProven: false,
    });
    expect((await proveByRecord(second.owner, second.orgId)).status).toBe(200);

    const late = await proveByRecord(first.owner, first.orgId);
    expect([late.status, late.error?.code]).toEqual([409, 'name_taken']);
    const again = await put(first);
    expect([again.status, again.error?.code]).toEqual([409, 'name_taken']);
    const read = await app.call(singleSignOn.getSingleSignOn, as(first.owner, first.orgId));
    expect(read.body).toMatchObject({ company: body.company, isDomainProven: false });
  });

  it('opens the window of a name at the provider that proved it', async () => {
    const squatter = await foundOrganization();
    const rightful = await foundOrganization();
    const body = settings();
    const metadata = body.metadata.replace(
      /(SingleSignOnService[^>]*Location=")[^"]*/,
      '$1https://stranger.example/sign-in',
    );
    const put = ({ orgId, owner }: typeof squatter, changed = {}) =>
      app.call(singleSignOn.setSingleSignOn, {
        ...as(owner, orgId),
        body: { ...body, ...changed },
      });
    const open = async () => {
      const window = `${app.url}/api/auth/window/saml.${body.company}?channel=channel-of-this-test`;
      const { headers } = await fetch(window, { redirect: 'manual' });
      return headers.get('location') ?? '';
    };
    await put(squatter, { metadata });
    expect(await open()).toContain('error=auth%2Foperation-not-allowed');
    await put(rightful);
    await proveByRecord(rightful.owner, rightful.orgId);
    expect(new URL(await open()).origin).toBe(new URL(sandbox.saml.metadataUrl).origin);
    await put(squatter, { metadata });
    expect(new URL(await open()).origin).toBe(new URL(sandbox.saml.metadataUrl).origin);
  });

  it.each([
    ['acme', 'acme.example'],
    ['acme-europe', 'acme.co.uk'],
    ['acme_2', 'mail.acme.example'],
    ['acme.example', 'acme.example'],
    ['eu.acme.example', 'acme.example'],
  ])('takes %s as a name of %s', async (company, domain) => {
    const { orgId, owner } = await foundOrganization();
    const call = { ...as(owner, orgId), body: settings({ company, domain }) };
    expect((await app.call(singleSignOn.setSingleSignOn, call)).status).toBe(200);
  });

  it.each([
    ['globex', 'acme.example'],
    ['acmex', 'acme.example'],
    ['acme.com', 'acme.example'],
    ['globex', 'globex.acme.example'],
    ['co', 'acme.co.uk'],
    ['example', 'acme.example'],
    ['my-acme', 'acme.example'],
  ])('refuses %s as a name of %s', async (company, domain) => {
    const { orgId, owner } = await foundOrganization();
    const call = { ...as(owner, orgId), body: settings({ company, domain }) };
    const { status, error } = await app.call(singleSignOn.setSingleSignOn, call);
    expect([status, error?.problems?.[0]?.path]).toEqual([400, 'company']);
  });

  it('keeps the name of a provider from before names belonged to domains', async () => {
    const { orgId, owner } = await foundOrganization();
    const stored = settings();
    const put = (changed = {}) =>
      app.call(singleSignOn.setSingleSignOn, {
        ...as(owner, orgId),
        body: { ...stored, company: 'initech', ...changed },
      });
    await app.call(singleSignOn.setSingleSignOn, { ...as(owner, orgId), body: stored });
    // State of a proven provider after an upgrade.
    await app.platform.db
      .update(ssoProviders)
      .set({ providerId: 'saml.initech', domainVerified: true, hasProvenName: true })
      .where(eq(ssoProviders.organizationId, orgId));
    const metadata = stored.metadata.replace(/entityID="[^"]*/, '$&/2');
    expect((await put({ metadata })).body).toMatchObject({
      company: 'initech',
      isDomainProven: false,
    });
    expect((await proveByRecord(owner, orgId)).body).toMatchObject({ isDomainProven: true });
    expect((await put({ domain: 'elsewhere.example' })).error?.problems?.[0]?.path).toBe('company');
  });

  it('gives no name by the proof of a domain that it does not belong to', async () => {
    const { orgId, owner } = await foundOrganization();
    await app.call(singleSignOn.setSingleSignOn, { ...as(owner, orgId), body: settings() });
    // State of a provider that was never proven, after an upgrade.
    await app.platform.db
      .update(ssoProviders)
      .set({ providerId: 'saml.umbrella' })
      .where(eq(ssoProviders.organizationId, orgId));
    const { status, error } = await proveByRecord(owner, orgId);
    expect([status, error?.code]).toEqual([409, 'name_taken']);
  });

  it.each<[string, object, string]>([
    ['a free-mail domain', { domain: 'gmail.com' }, 'domain'],
    ['a disposable domain', { domain: 'mail.yopmail.com' }, 'domain'],
    ['text as domain', { domain: 'not a domain' }, 'domain'],
    ['an address as domain', { domain: 'ada@acme.example' }, 'domain'],
    ['a company with a slash', { company: 'a/b' }, 'company'],
    ['no company', { company: '  ' }, 'company'],
    ['text as metadata', { metadata: 'hello' }, 'metadata'],
    ['other XML as metadata', { metadata: '<a/>' }, 'metadata'],
    ['the metadata of nobody', { metadata: '<EntityDescriptor/>' }, 'metadata'],
    ['metadata that is too long', { metadata: 'x'.repeat(100_001) }, 'metadata'],
  ])('refuses %s', async (_, changed, path) => {
    const { orgId, owner } = await foundOrganization();
    const { status, error } = await app.call(singleSignOn.setSingleSignOn, {
      ...as(owner, orgId),
      body: settings(changed),
    });
    expect([status, error?.problems?.[0]?.path]).toEqual([400, path]);
  });

  it('refuses metadata with thousands of elements, which would block the server', async () => {
    const { orgId, owner } = await foundOrganization();
    const elements = `<Extensions>${'<a/>'.repeat(2000)}</Extensions>`;
    const metadata = sandbox.saml.metadata.replace('<IDPSSODescriptor', `${elements}$&`);
    const call = { ...as(owner, orgId), body: settings({ metadata }) };
    const { status, error } = await app.call(singleSignOn.setSingleSignOn, call);
    expect([status, error?.problems?.[0]?.path]).toEqual([400, 'metadata']);
  });

  it('refuses metadata with a document type, without a certificate or an address to go to', async () => {
    const { orgId, owner } = await foundOrganization();
    const { metadata } = sandbox.saml;
    const changes = [
      metadata.replace('?>', '?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'),
      metadata.replace(/<KeyDescriptor[\s\S]*<\/KeyDescriptor>/, ''),
      metadata.replace(/<SingleSignOnService[^>]*>/, ''),
      metadata.replace(/Location="[^"]*"/, 'Location="javascript:alert(1)"'),
    ];
    for (const changed of changes) {
      const call = { ...as(owner, orgId), body: settings({ metadata: changed }) };
      const { status, error } = await app.call(singleSignOn.setSingleSignOn, call);
      expect([status, error?.problems?.[0]?.path]).toEqual([400, 'metadata']);
    }
  });
});

describe('GET single-sign-on', () => {
  it('is empty where nothing is set up', async () => {
    const { orgId, owner } = await foundOrganization();
    const { status, body } = await app.call(singleSignOn.getSingleSignOn, as(owner, orgId));
    expect([status, body]).toEqual([200, null]);
  });
});

describe('POST single-sign-on/domain', () => {
  it('says which record is missing', async () => {
    const { orgId, owner } = await foundOrganization();
    const call = { ...as(owner, orgId), body: settings({ domain: 'acme.invalid' }) };
    await app.call(singleSignOn.setSingleSignOn, call);
    const { status, error } = await app.call(
      singleSignOn.proveSingleSignOnDomain,
      as(owner, orgId),
    );
    expect([status, error?.code]).toEqual([409, 'conflict']);
    expect(error?.message).toContain('_parley.acme.invalid');
  }, 20_000);

  it('proves no domain that was set while another was looked up', async () => {
    const { orgId, owner } = await foundOrganization();
    const set = (domain: string) =>
      app.call(singleSignOn.setSingleSignOn, { ...as(owner, orgId), body: settings({ domain }) });
    const { value } = (await set('own.example')).body.domainRecord;
    const lookUp = vi
      .spyOn(dns.promises.Resolver.prototype, 'resolveTxt')
      .mockImplementation(async () => {
        await set('others.example');
        return [[value]];
      });
    try {
      const answer = await app.call(singleSignOn.proveSingleSignOnDomain, as(owner, orgId));
      expect([answer.status, answer.error?.code]).toEqual([409, 'conflict']);
    } finally {
      lookUp.mockRestore();
    }
    const { body } = await app.call(singleSignOn.getSingleSignOn, as(owner, orgId));
    expect(body).toMatchObject({ domain: 'others.example', isDomainProven: false });
  });

  it('asks for another record in another organization', async () => {
    const values = [];
    for (const { orgId, owner } of [await foundOrganization(), await foundOrganization()]) {
      const call = { ...as(owner, orgId), body: settings() };
      values.push((await app.call(singleSignOn.setSingleSignOn, call)).body.domainRecord.value);
    }
    expect(values[0]).not.toBe(values[1]);
  });
});

describe('DELETE single-sign-on', () => {
  it('removes it, once', async () => {
    const { orgId, owner } = await foundOrganization();
    await app.call(singleSignOn.setSingleSignOn, { ...as(owner, orgId), body: settings() });
    const remove = () => app.call(singleSignOn.deleteSingleSignOn, as(owner, orgId));
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect((await app.call(singleSignOn.getSingleSignOn, as(owner, orgId))).body).toBeNull();
  });
});

describe('a change of single sign-on', () => {
  it('is the owner’s alone: administrators look', async () => {
    const { orgId, owner, admin } = await foundOrganization();
    await app.call(singleSignOn.setSingleSignOn, { ...as(owner, orgId), body: settings() });
    const read = await app.call(singleSignOn.getSingleSignOn, as(admin, orgId));
    expect(read.status).toBe(200);
    const changes = [
      await app.call(singleSignOn.setSingleSignOn, { ...as(admin, orgId), body: settings() }),
      await app.call(singleSignOn.proveSingleSignOnDomain, as(admin, orgId)),
      await app.call(singleSignOn.deleteSingleSignOn, as(admin, orgId)),
    ];
    expect(changes.map(({ status, error }) => [status, error?.code])).toEqual(
      Array(3).fill([403, 'not_allowed']),
    );
    expect((await app.call(singleSignOn.getSingleSignOn, as(owner, orgId))).body).toEqual(
      read.body,
    );
  });

  it('needs a recent proof of who makes it', async () => {
    const { orgId, owner } = await foundOrganization();
    const stored = settings();
    await app.call(singleSignOn.setSingleSignOn, { ...as(owner, orgId), body: stored });
    await app.platform.db
      .update(sessions)
      .set({ createdAt: sql`now() - interval '11 minutes'` })
      .where(eq(sessions.userId, owner.userId));
    const changes = [
      await app.call(singleSignOn.setSingleSignOn, { ...as(owner, orgId), body: settings() }),
      await app.call(singleSignOn.proveSingleSignOnDomain, as(owner, orgId)),
      await app.call(singleSignOn.deleteSingleSignOn, as(owner, orgId)),
    ];
    expect(changes.map(({ status, error }) => [status, error?.code])).toEqual(
      Array(3).fill([403, 'proof_needed']),
    );
    const { body } = await app.call(singleSignOn.getSingleSignOn, as(owner, orgId));
    expect(body).toMatchObject({ company: stored.company });
  });

  it('is mailed to every owner, and to no one else', async () => {
    const { orgId, owner, admin, member } = await foundOrganization();
    const second = await app.signUp();
    await app.platform.db
      .insert(memberships)
      .values({ organizationId: orgId, userId: second.userId, role: 'owner' });
    const { domain, ...others } = settings();
    await app.call(singleSignOn.setSingleSignOn, {
      ...as(owner, orgId),
      body: { domain, ...others },
    });
    await proveByRecord(owner, orgId);
    await app.call(singleSignOn.deleteSingleSignOn, as(owner, orgId));
    const told = async ({ email }: TestUser) =>
      (
        await app.platform.db
          .select()
          .from(outboxMails)
          .where(eq(outboxMails.recipient, email))
          .orderBy(outboxMails.createdAt)
      ).map(({ subject }) => subject);
    const subjects = [
      'Single sign-on of Acme was changed',
      'Single sign-on of Acme is on',
      'Single sign-on of Acme was removed',
    ];
    expect(await told(owner)).toEqual(subjects);
    expect(await told(second)).toEqual(subjects);
    expect([await told(admin), await told(member)]).toEqual([[], []]);
    const [letter] = await app.platform.db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.recipient, second.email));
    expect(letter?.text).toContain(owner.email);
    expect(letter?.text.replaceAll('\u2060', '')).toContain(domain);
  });
});

describe('every call of single-sign-on', () => {
  it('is refused to everybody except owners and administrators', async () => {
    const { orgId, owner, member } = await foundOrganization();
    const stranger = await foundOrganization();
    await app.call(singleSignOn.setSingleSignOn, { ...as(owner, orgId), body: settings() });
    const statuses = async (user: TestUser) => [
      (await app.call(singleSignOn.getSingleSignOn, as(user, orgId))).status,
      (await app.call(singleSignOn.setSingleSignOn, { ...as(user, orgId), body: settings() }))
        .status,
      (await app.call(singleSignOn.proveSingleSignOnDomain, as(user, orgId))).status,
      (await app.call(singleSignOn.deleteSingleSignOn, as(user, orgId))).status,
    ];
    expect(await statuses(member)).toEqual([403, 403, 403, 403]);
    expect(await statuses(stranger.owner)).toEqual([404, 404, 404, 404]);
  });
});
