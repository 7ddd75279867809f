import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loadTargets } from '../../db/schema/load-tests.ts';
import { createOrganizationEgress } from '../../platform/egress/organization-egress.ts';
import { createTenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { createTargetProofs } from './load-target.ts';
import type { TargetHost } from './target-host.ts';

const [ours, theirs] = ['127.0.0.1', '127.0.0.2'] as const;

let app: TestApp;
let servers: Server[];
let port: number;
/** Contents of the proof file at each address. */
let files: Record<string, string>;
/** Addresses that the name resolves to. */
let addresses: string[];
let target: TargetHost;
let scope: { db: TestApp['platform']['db']; organizationId: string };

beforeAll(async () => {
  app = await startTestApp({
    hasWorker: false,
    settings: { PARLEY_EGRESS_ALLOW: '127.0.0.0/8:*' },
  });
  const serve = async (address: string, wanted: number) => {
    const server = createServer((_, response) => response.end(files[address] ?? ''));
    server.listen(wanted, address);
    await once(server, 'listening');
    return server;
  };
  const first = await serve(ours, 0);
  port = (first.address() as AddressInfo).port;
  servers = [first, await serve(theirs, port)];
});

beforeEach(async () => {
  const { organizationId } = await createTenant(app);
  scope = { db: app.platform.db, organizationId };
  target = { host: `bot.example:${port}`, hostname: 'bot.example', isSecure: false };
  files = {};
  addresses = [ours];
});

afterAll(async () => {
  for (const server of servers) server.close();
  await app.close();
});

const proofs = () => {
  const { config } = app.platform;
  return createTargetProofs(config, createOrganizationEgress(config), async () => addresses);
};

async function prove() {
  const { file } = await proofs().describe(scope, target);
  files[ours] = file.content;
  return proofs().check(scope, target);
}

it('a proof is of the name and of the address that showed it', async () => {
  expect(await prove()).toMatchObject({ isProven: true, provenBy: 'file' });
  expect(await proofs().provenAddresses(scope, target)).toEqual([ours]);
  addresses = [theirs];
  expect(await proofs().provenAddresses(scope, target)).toBeNull();
  expect(await proofs().describe(scope, target)).toMatchObject({ isProven: false });
  addresses = [];
  expect(await proofs().provenAddresses(scope, target)).toBeNull();
});

it('of several addresses, only proven ones are loaded', async () => {
  addresses = [theirs, ours];
  expect(await prove()).toMatchObject({ isProven: true });
  expect(await proofs().provenAddresses(scope, target)).toEqual([ours]);
});

it('a name that moved is looked at again, and proven where the file moved with it', async () => {
  await prove();
  addresses = [theirs];
  files[theirs] = files[ours] ?? '';
  expect(await proofs().provenAddresses(scope, target)).toEqual([theirs]);
  expect(await proofs().describe(scope, target)).toMatchObject({ isProven: true });
});

it('a proof from before addresses were noted is looked at again', async () => {
  await prove();
  await scope.db
    .update(loadTargets)
    .set({ addresses: null })
    .where(eq(loadTargets.organizationId, scope.organizationId));
  expect(await proofs().provenAddresses(scope, target)).toEqual([ours]);
});

it('a DNS record proves no address without a certificate', async () => {
  const plain = await proofs().describe(scope, target);
  expect(plain.dns).toBeNull();
  await scope.db
    .update(loadTargets)
    .set({ provenBy: 'dns', provenAt: new Date(), addresses: [ours] })
    .where(eq(loadTargets.organizationId, scope.organizationId));
  expect(await proofs().isNoted(scope, target)).toBe(false);
  expect(await proofs().provenAddresses(scope, target)).toBeNull();
  const secure = { ...target, isSecure: true };
  expect((await proofs().describe(scope, secure)).dns).toMatchObject({
    name: '_parley-load-test.bot.example',
  });
});
