/** Fixtures for a server with identity providers: the sandbox plays Google, IBM and a company. */
import { type IdentitySandbox, startIdentitySandbox } from '@parley/identity-sandbox';
import type { Page } from '@playwright/test';
import { type Account, test as base, createAccount } from './fixtures.ts';
import { type ParleyServer, startParley } from './server.ts';

/** Domains that the operator vouches for: their owners set up single sign-on without a DNS record. */
export const vouchedDomains = {
  journey: 'globex.test',
  elsewhere: 'elsewhere.globex.test',
  keyboard: 'keyboard.globex.test',
  settings: 'settings.globex.test',
  two: 'two.globex.test',
};

type VouchedOwners = Record<keyof typeof vouchedDomains, Account>;

interface IdentityWorkerFixtures {
  sandbox: IdentitySandbox;
  world: { server: ParleyServer; owners: VouchedOwners };
  /** Owners of the organizations with the vouched domains. */
  owners: VouchedOwners;
}

export const test = base.extend<object, IdentityWorkerFixtures>({
  sandbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const sandbox = await startIdentitySandbox();
      await use(sandbox);
      await sandbox.close();
    },
    { scope: 'worker' },
  ],
  world: [
    async ({ sandbox, database }, use) => {
      const settings = {
        ...database,
        PARLEY_EGRESS_ALLOW: new URL(sandbox.saml.metadataUrl).host,
        PARLEY_GOOGLE_ISSUER: sandbox.google.issuer,
        PARLEY_GOOGLE_CLIENT_ID: sandbox.google.clientId,
        PARLEY_GOOGLE_CLIENT_SECRET: sandbox.google.clientSecret,
        PARLEY_IBM_ISSUER: sandbox.ibm.issuer,
        PARLEY_IBM_CLIENT_ID: sandbox.ibm.clientId,
        PARLEY_IBM_CLIENT_SECRET: sandbox.ibm.clientSecret,
      };
      // Operators name organizations by id, so the organizations must exist first.
      const first = await startParley(settings);
      const owners = await foundOrganizations(first);
      await first.pause();
      const vouched = Object.entries(vouchedDomains).map(
        ([name, domain]) => `${domain}=${owners[name as keyof VouchedOwners].orgId}`,
      );
      const server = await startParley(
        { ...settings, PARLEY_SSO_DOMAINS: vouched.join(',') },
        first,
      );
      await use({ server, owners });
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  parley: [async ({ world }, use) => use(world.server), { scope: 'worker', timeout: 180_000 }],
  owners: [async ({ world }, use) => use(world.owners), { scope: 'worker', timeout: 180_000 }],
});

async function foundOrganizations(server: ParleyServer): Promise<VouchedOwners> {
  const founded = Object.entries(vouchedDomains).map(async ([name, domain]) => {
    const wishes = { name: 'Olga Berg', organizationName: 'Globex', email: `olga@${domain}` };
    return [name, await createAccount(server.url, { ...wishes, mailbox: server })] as const;
  });
  return Object.fromEntries(await Promise.all(founded)) as VouchedOwners;
}

/** Enters an email address on the sandbox's sign-in page. */
export async function sayWhoOneIs(page: Page, email: string): Promise<void> {
  await page.getByLabel('Somebody else').fill(email);
  await page.getByRole('button', { name: 'Go on' }).click();
}
