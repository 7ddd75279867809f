/** A company with single sign-on, its identity provider, and the browser that delivers responses. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { identity, singleSignOn } from '@parley/contract';
import { type IdentitySandbox, startIdentitySandbox } from '@parley/identity-sandbox';
import { eq } from 'drizzle-orm';
import { memberships, organizations } from '../../../db/schema/organizations.ts';
import { ssoProviders } from '../../../db/schema/sso-providers.ts';
import { newId } from '../../../platform/security/ids.ts';
import type { TestAnswer } from '../../../test/call-api.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../test/test-app.ts';
import { openBrowser, type TestBrowser, type TestPage } from './test-browser.ts';

export const channel = 'channel-of-this-test';

interface TestCompany {
  company: string;
  organizationId: string;
  addMember(email: string, role?: 'owner' | 'member'): Promise<TestUser>;
}

/** A genuine response of the provider, in the browser that requested it. */
export interface GenuineAnswer {
  browser: TestBrowser;
  xml: string;
  relayState: string;
}

export interface SamlWorld {
  app: TestApp;
  sandbox: IdentitySandbox;
  /** Creates an organization whose owner has set up single sign-on with the sandbox. */
  setUpCompany(domain?: string): Promise<TestCompany>;
  /** Obtains a genuine response. `changeRequest` alters our request, which is unsigned, on its way to the provider. */
  genuineAnswer(
    company: string,
    email?: string,
    changeRequest?: (xml: string) => string,
  ): Promise<GenuineAnswer>;
  close(): Promise<void>;
}

export async function startSamlWorld(): Promise<SamlWorld> {
  const sandbox = await startIdentitySandbox();
  const app = await startTestApp({
    hasWorker: false,
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
      return { company, organizationId, addMember };
    },

    async genuineAnswer(company, email = 'ada@parley.example', changeRequest = (xml) => xml) {
      const browser = openBrowser(app);
      const { html } = await askProvider(browser, company, email, changeRequest);
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
  browser: TestBrowser,
  company: string,
  email: string,
  changeRequest: (xml: string) => string = (xml) => xml,
): Promise<TestPage> {
  const asked = await browser.visit(`/api/auth/window/saml.${company}?channel=${channel}`);
  const html = asked.html.replaceAll(
    /(name="SAMLRequest" value=")([^"]*)/g,
    (_, before: string, request: string) => before + encode(changeRequest(decode(request))),
  );
  return browser.submit({ ...asked, html }, { email });
}

const decode = (request: string) => inflateRawSync(Buffer.from(request, 'base64')).toString();
const encode = (xml: string) => deflateRawSync(xml).toString('base64');

export async function passProvider(browser: TestBrowser, company: string, email: string) {
  const answer = await askProvider(browser, company, email);
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
