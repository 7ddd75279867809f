/** The fixtures on a server that knows identity providers: the sandbox as Google, IBM and a company. */
import { type IdentitySandbox, startIdentitySandbox } from '@parley/identity-sandbox';
import type { Page } from '@playwright/test';
import { test as base } from './fixtures.ts';
import { startParley } from './server.ts';

/** One organization each may set up single sign-on of these without a DNS record. */
export const vouchedDomains = {
  journey: 'globex.test',
  elsewhere: 'elsewhere.globex.test',
  keyboard: 'keyboard.globex.test',
  settings: 'settings.globex.test',
  two: 'two.globex.test',
};

export const test = base.extend<object, { sandbox: IdentitySandbox }>({
  sandbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const sandbox = await startIdentitySandbox();
      await use(sandbox);
      await sandbox.close();
    },
    { scope: 'worker' },
  ],
  parley: [
    async ({ sandbox, database }, use) => {
      const server = await startParley({
        ...database,
        PARLEY_SSO_DOMAINS: Object.values(vouchedDomains).join(','),
        PARLEY_EGRESS_ALLOW: new URL(sandbox.saml.metadataUrl).host,
        PARLEY_GOOGLE_ISSUER: sandbox.google.issuer,
        PARLEY_GOOGLE_CLIENT_ID: sandbox.google.clientId,
        PARLEY_GOOGLE_CLIENT_SECRET: sandbox.google.clientSecret,
        PARLEY_IBM_ISSUER: sandbox.ibm.issuer,
        PARLEY_IBM_CLIENT_ID: sandbox.ibm.clientId,
        PARLEY_IBM_CLIENT_SECRET: sandbox.ibm.clientSecret,
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

/** On a page of the sandbox: says who one is. */
export async function sayWhoOneIs(page: Page, email: string): Promise<void> {
  await page.getByLabel('Somebody else').fill(email);
  await page.getByRole('button', { name: 'Go on' }).click();
}
