/** What is left of an organization that had something of everything, once it is deleted. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  identity,
  organizations,
  publicApi,
  type RunSummary,
  runShares,
  runs,
} from '@parley/contract';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { explorations, outboxMails } from '../db/schema/index.ts';
import { removeFiles, removeFilesJob } from '../platform/remove-files.ts';
import { createBotSuite, startRun, untilEnded, untilRun } from './bot-suite.ts';
import { type CountingBot, startCountingBot } from './counting-bot.ts';
import { type FilledOrganization, fillOrganization } from './filled-organization.ts';
import { type LiveClient, signedInLive } from './live-client.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let bot: CountingBot;
let app: TestApp;
let acme: FilledOrganization;
let other: FilledOrganization;
let atWork: RunSummary;
let ended: RunSummary;
let shareToken: string;
let live: LiveClient;

/** Latencies by the name of their test: to delete them at once could meet a run that ends (trim-step-days.ts). */
const byNight = ['step_days'];

beforeAll(async () => {
  bot = await startCountingBot({ delayMs: 100 });
  app = await startTestApp({
    reachable: [bot.address],
    settings: { PARLEY_LOAD_TESTING_FOR: '*' },
  });
  acme = await fillOrganization(app, 'Acme');
  other = await fillOrganization(app, 'Other');
  const { owner, member } = acme;
  ended = await runOn({ expected: 'never' });
  await untilEnded(owner, ended.id);
  atWork = await runOn({ turns: 500 });
  await untilRun(owner, atWork.id, ({ status }) => status === 'running');
  // Its file was put there beside the door.
  await app.platform.db.update(explorations).set({ hasEvidence: true });
  const shared = await owner.call(runShares.shareRun, {
    params: { runId: ended.id },
    body: { days: 7 },
  });
  shareToken = new URL(shared.body.url).hash.slice(1);
  live = await signedInLive(app.url, owner.token);
  await owner.call(organizations.removeMember, { params: { memberId: member.userId } });
  const deleted = await owner.call(identity.deleteUser, { params: { id: owner.userId } });
  expect(deleted.status, deleted.text).toBe(204);
}, 90_000);

afterAll(async () => {
  await app.close();
  await bot.close();
});

async function runOn(suite: { expected?: string; turns?: number }): Promise<RunSummary> {
  const { owner } = acme;
  return startRun(owner, await createBotSuite(owner, { botUrl: bot.url, ...suite }));
}

/** The folders in the storage whose run or exploration is gone. */
async function orphans(): Promise<string[]> {
  const { db, storage } = app.platform;
  const known = await db.execute<{ folder: string }>(
    sql`select 'runs/' || id as folder from runs
        union all select 'explorations/' || id from explorations`,
  );
  const folders = new Set(known.rows.map(({ folder }) => folder));
  const keys: string[] = [];
  for await (const key of storage.keys()) keys.push(key);
  expect(keys.some((key) => key.startsWith(`runs/${other.holdings.runId}/`))).toBe(true);
  return keys.filter((key) => !folders.has(key.slice(0, key.lastIndexOf('/'))));
}

async function rowsOf(organizationId: string): Promise<string[]> {
  const { db } = app.platform;
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'organization_id'`,
  );
  const left: string[] = [];
  for (const { name } of tables.rows) {
    const found = await db.execute(
      sql`select from ${sql.identifier(name)} where organization_id = ${organizationId}`,
    );
    if (found.rows.length > 0) left.push(name);
  }
  return left;
}

describe('a deleted organization', () => {
  // First of all: what is still at work may write a file after the removal that is hurried below.
  it('is heard of no more by its bots', async () => {
    await vi.waitFor(async () => {
      const before = bot.heard.length;
      await sleep(1000);
      expect(bot.heard).toHaveLength(before);
    }, 30_000);
  }, 40_000);

  it('leaves no file, also none of what was at work', async () => {
    // What was at work may have written one more after the first removal.
    const others = async () =>
      (await orphans()).filter((key) => !key.startsWith(`runs/${atWork.id}/`));
    await vi.waitFor(async () => expect(await others()).toEqual([]), 20_000);
    await app.platform.storage.put(`runs/${atWork.id}/log-late.log`, Buffer.from('A last line'));
    // The second removal comes now, and the worker hears of it by one more.
    await app.platform.db.execute(
      sql`update pgboss.job set start_after = now()
          where name = ${removeFilesJob.name} and state = 'created'`,
    );
    await removeFiles(app.platform, app.platform.db, ['runs/none']);
    await vi.waitFor(async () => expect(await orphans()).toEqual([]), 20_000);
  }, 60_000);

  it('leaves no row that names it', async () => {
    const left = await rowsOf(acme.tenant.organizationId);
    expect(left.filter((table) => !byNight.includes(table))).toEqual([]);
    expect((await rowsOf(other.tenant.organizationId)).length).toBeGreaterThan(10);
  });

  it('has no session, live socket, key, link or invitation that opens anything', async () => {
    const { owner, key, holdings } = acme;
    expect((await owner.call(runs.listRuns)).status).toBe(401);
    expect(await live.untilClosed()).toBe(4401);
    expect((await app.call(publicApi.readSuites, { token: key })).status).toBe(401);
    const shared = await app.call(runShares.readSharedRun, { body: { token: shareToken } });
    expect(shared.error?.code).toBe('invalid_token');
    const email = holdings.email?.toLowerCase() ?? '';
    const [mail] = await app.platform.db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.recipient, email))
      .orderBy(desc(outboxMails.createdAt));
    const link = /http\S+\/invitation\?\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    const token = new URL(link).searchParams.get('token') ?? '';
    const params = { orgId: acme.tenant.organizationId, email };
    const opened = await app.call(organizations.getInvitationDetails, { params, query: { token } });
    expect(opened.error?.code).toBe('not_found');
    const others = await app.call(publicApi.readSuites, { token: other.key });
    expect(others.status).toBe(200);
  }, 20_000);
});
