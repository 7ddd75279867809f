/** A company with single sign-on, its identity provider, and the browser that delivers responses. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { identity, singleSignOn } from '@parley/contract';
import { type IdentitySandbox, startIdentitySandbox } from '@parley/identity-sandbox';
import { eq } from 'drizzle-orm';
import { memberships, organizations } from '../../../db/schema/organizations.ts';
import { ssoProviders } from '../../../db/schema/sso-providers.ts';
import type { Log } from '../../../platform/observability/log.ts';
import { newId } from '../../../platform/security/ids.ts';
import type { TestAnswer } from '../../../test/call-api.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../test/test-app.ts';
import { issueSignInToken } from '../users/one-time-tokens.ts';
import { openBrowser, type TestBrowser, type TestPage } from './test-browser.ts';

export const channel = 'channel-of-this-test';

interface TestCompany {
  company: string;
  organizationId: string;
  owner: TestUser;
  addMember(email: string, role?: 'owner' | 'member'): Promise<TestUser>;
}

/** A genuine response of the provider, in the browser that requested it. */
export interface GenuineAnswer {
  browser: TestBrowser;
  xml: string;
  relayState: string;
}

interface AskOptions {
  /** Alters our request, which is unsigned, on its way to the provider. */
  changeRequest?: (xml: string) => string;
  /** What is wrong with the provider's settings; see the sandbox. */
  fault?: 'encrypted';
  /** Signs this user in first, and asks for a connection test. */
  tester?: TestUser;
}

export interface SamlWorld {
  app: TestApp;
  sandbox: IdentitySandbox;
  /** Creates an organization whose owner has set up single sign-on with the sandbox. */
  setUpCompany(domain?: string): Promise<TestCompany>;
  /** Obtains a genuine response. */
  genuineAnswer(company: string, email?: string, options?: AskOptions): Promise<GenuineAnswer>;
  close(): Promise<void>;
}

export async function startSamlWorld(log?: Log): Promise<SamlWorld> {
  const sandbox = await startIdentitySandbox();
  const app = await startTestApp({
    hasWorker: false,
    ...(log && { log }),
  });
  let companies = 0;

  return {
    app,
    sandbox,

    async setUpCompany(domain = 'parley.example') {
      const { db } = app.platform;
      const company = `${domain.split('.')[0]}-${++companies}`;
      const organizationId = newId();
      await db
        .insert(organizations)
        .values({ id: organizationId, name: company, subscriptionStatus: 'trial' });
      const addMember: TestCompany['addMember'] = async (email, role = 'member') => {
        const user = await app.signUp({ email, isEmailProven: false });
        await db.insert(memberships).values({ organizationId, userId: user.userId, role });
        return user;
      };
      const owner = await addMember(`owner@${company}.${domain}`, 'owner');
      const { status, text } = await app.call(singleSignOn.setSingleSignOn, {
        token: owner.token,
        params: { userId: owner.userId, orgId: organizationId },
        body: { company, domain, metadata: sandbox.saml.metadata },
      });
      if (status !== 200) throw new Error(`Single sign-on was not set up: ${text}`);
      // As a check of the domain's DNS record would.
      await db
        .update(ssoProviders)
        .set({ domainVerified: true })
        .where(eq(ssoProviders.organizationId, organizationId));
      return { company, organizationId, owner, addMember };
    },

    async genuineAnswer(company, email = 'ada@parley.example', options = {}) {
      const browser = openBrowser(app);
      const { html } = await askProvider(app, browser, company, email, options);
      const field = (name: string) =>
        new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
      const xml = Buffer.from(field('SAMLResponse'), 'base64').toString();
      return { browser, xml, relayState: field('RelayState') };
    },

    async close() {
      await app.close();
      await sandbox.close();
    },
  };
}

/** Returns the outcome that the window announces to the dashboard; undefined on other pages. */
export function outcomeOf({ hash, pathname }: URL): Record<string, string> | undefined {
  if (pathname !== '/api/auth/window/closing') return undefined;
  return Object.fromEntries(new URLSearchParams(hash.slice(1)));
}

/** Signs in at the provider and returns the page with its response, which the browser is about to deliver. */
async function askProvider(
  app: TestApp,
  browser: TestBrowser,
  company: string,
  email: string,
  { changeRequest = (xml) => xml, fault, tester }: AskOptions = {},
): Promise<TestPage> {
  if (tester) {
    const token = await issueSignInToken(app.platform.db, tester.userId);
    await browser.call(identity.signInWithToken, { body: { token } });
  }
  const asked = await browser.visit(
    `/api/auth/window/saml.${company}?channel=${channel}${tester ? '&test' : ''}`,
  );
  const html = asked.html.replaceAll(
    /(name="SAMLRequest" value=")([^"]*)/g,
    (_, before: string, request: string) => before + encode(changeRequest(decode(request))),
  );
  return browser.submit({ ...asked, html }, { email, ...(fault && { fault }) });
}

/** Starts a sign-in at the provider, like a tile in its portal, and delivers the response with this relay state. */
export async function startAtProvider(
  world: SamlWorld,
  company: string,
  relayState: string,
): Promise<{ browser: TestBrowser; page: TestPage }> {
  const browser = openBrowser(world.app);
  const service = `${world.app.url}/api/auth/sso/saml2/sp`;
  const portal = new URL(/Location="([^"]+)"/.exec(world.sandbox.saml.metadata)?.[1] ?? '');
  portal.search = String(
    new URLSearchParams({
      consumer: `${service}/acs/saml.${company}`,
      audience: `${service}/metadata?providerId=saml.${company}`,
      RelayState: relayState,
    }),
  );
  const answer = await browser.submit(await browser.visit(portal), { email: 'ada@parley.example' });
  return { browser, page: await browser.submit(answer) };
}

const decode = (request: string) => inflateRawSync(Buffer.from(request, 'base64')).toString();
const encode = (xml: string) => deflateRawSync(xml).toString('base64');

export async function passProvider(
  app: TestApp,
  browser: TestBrowser,
  company: string,
  email: string,
) {
  const answer = await askProvider(app, browser, company, email);
  return outcomeOf((await browser.submit(answer)).url);
}

/** Posts a response, genuine or not, to our endpoint. */
export async function carry(
  company: string,
  { browser, xml, relayState }: GenuineAnswer,
): Promise<Record<string, string>> {
  const form = new URLSearchParams({
    SAMLResponse: Buffer.from(xml).toString('base64'),
    RelayState: relayState,
  });
  const { url, status } = await browser.visit(`/api/auth/sso/saml2/sp/acs/saml.${company}`, form);
  return outcomeOf(url) ?? { error: `status ${status}` };
}

export function exchange(
  browser: TestBrowser,
  email: string,
): Promise<TestAnswer<typeof identity.tokenForSAML>> {
  return browser.call(identity.tokenForSAML, { body: { email } });
}
