/** Checks what is left after the deletion of an organization that contained some of everything. */
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
import { ownerDatabase } from '../platform/database/organization-database.ts';
import { removeFiles, removeFilesJob } from '../platform/storage/remove-files.ts';
import { createBotSuite, startRun, untilEnded, untilRun } from './bot-suite.ts';
import { type CountingBot, startCountingBot } from './counting-bot.ts';
import { type FilledOrganization, fillOrganization } from './filled-organization.ts';
import { type LiveClient, signedInLive } from './live-client.ts';
import { refuseManyAtOnce, writeRuns } from './long-history.ts';
import { createTenant } from './tenant.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let bot: CountingBot;
let app: TestApp;
let acme: FilledOrganization;
let other: FilledOrganization;
let atWork: RunSummary;
let ended: RunSummary;
let shareToken: string;
let live: LiveClient;

/**
 * Tables that are cleaned up at night: deleting latencies right away could collide with a run that ends (trim-step-days.ts).
 */
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
  // The test wrote the file itself, so the column is still false.
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

/** Lists stored files whose run or exploration is gone. */
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

/** Returns the request for an invitation, with the token from the emailed link. */
async function invitationTo(orgId: string, email: string) {
  const [mail] = await app.platform.db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.recipient, email))
    .orderBy(desc(outboxMails.createdAt));
  const link = /http\S+\/invitation\?\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  const token = new URL(link).searchParams.get('token') ?? '';
  return { params: { orgId, email }, query: { token } };
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
  // Runs first: active work may write a file after the removal that a later test triggers early.
  it('is no longer in contact with its bots', async () => {
    await vi.waitFor(async () => {
      const before = bot.heard.length;
      await sleep(1000);
      expect(bot.heard).toHaveLength(before);
    }, 30_000);
  }, 40_000);

  it('leaves no file, not even of active work', async () => {
    // Active work may have written another file after the first removal.
    const others = async () =>
      (await orphans()).filter((key) => !key.startsWith(`runs/${atWork.id}/`));
    await vi.waitFor(async () => expect(await others()).toEqual([]), 20_000);
    await app.platform.storage.put(`runs/${atWork.id}/log-late.log`, Buffer.from('A last line'));
    // Makes the second removal due now and wakes up the worker with another job.
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
    const invitation = await invitationTo(acme.tenant.organizationId, email);
    const opened = await app.call(organizations.getInvitationDetails, invitation);
    expect(opened.error?.code).toBe('not_found');
    const others = await app.call(publicApi.readSuites, { token: other.key });
    expect(others.status).toBe(200);
  }, 20_000);
});

describe('an account with a long history', () => {
  const runsEach = 450;

  const rowsEach = 12_000;

  /** Writes many rows into the tables that grow over the years. */
  async function writeYears(organizationId: string): Promise<void> {
    const { db } = app.platform;
    const rows = sql`generate_series(1, ${sql.raw(String(rowsEach))}) n`;
    await db.execute(
      sql`insert into usage_events (organization_id, kind, source, quantity)
          select ${organizationId}, 'interactions', 'run:' || n, 1 from ${rows}`,
    );
    await db.execute(
      sql`insert into run_days (organization_id, subject, day, platform, trigger, outcome,
            failure_classes, runs, tests_passed, tests_failed, duration_ms, latencies)
          select ${organizationId}, 'suite', date '1990-01-01' + n, 'webchat', 'monitor', 'passed',
            '{}', 1, 1, 0, 1, '{}' from ${rows}`,
    );
    await db.execute(
      sql`insert into audit_entries (organization_id, action, actor_id, actor_name, actor_email, target)
          select ${organizationId}, 'suite.created', 'ada', 'Ada', 'ada@own.example', 'Shop' from ${rows}`,
    );
  }

  const atOnceMax = [
    { table: 'runs', event: 'delete', rows: 30 },
    { table: 'runs', event: 'update', rows: 300 },
    ...['usage_events', 'run_days', 'audit_entries'].map((table) => ({
      table,
      event: 'delete',
      rows: 10_000,
    })),
  ];

  it('goes a few rows at a time: those of its organization, and its name on runs of others', async () => {
    const { db } = app.platform;
    const leaver = await other.tenant.add('member');
    const own = await createTenant(app, { name: 'Own' });
    const { organizationId } = other.tenant;
    await db.execute(
      sql`update memberships set user_id = ${leaver.userId} where organization_id = ${own.organizationId}`,
    );
    await writeRuns(db, runsEach, {
      organization_id: own.organizationId,
      started_by: leaver.userId,
    });
    await writeYears(own.organizationId);
    await writeRuns(db, runsEach, {
      organization_id: organizationId,
      started_by: leaver.userId,
    });
    await refuseManyAtOnce(db, atOnceMax);
    const deleted = await leaver.call(identity.deleteUser, { params: { id: leaver.userId } });
    expect(deleted.status, deleted.text).toBe(204);
    expect(await rowsOf(own.organizationId)).toEqual([]);
    const left = await db.execute(
      sql`select started_by, count(*)::int as runs from runs
          where organization_id = ${organizationId} and suite_name = 'Years' group by 1`,
    );
    expect(left.rows).toEqual([{ started_by: null, runs: runsEach }]);
  }, 60_000);

  it('accepts no new member once its deletion began, even if that was interrupted', async () => {
    const { db } = app.platform;
    const { owner, organizationId } = await createTenant(app, { name: 'Cut' });
    const guest = await app.signUp({ email: 'guest@cut.example' });
    await owner.call(organizations.invite, { body: { email: guest.email, role: 'member' } });
    await writeRuns(db, runsEach, {
      organization_id: organizationId,
      started_by: owner.userId,
    });
    await ownerDatabase(
      db,
    ).execute(sql`create function cut_off() returns trigger language plpgsql as $$
      begin
        if (select count(*) from runs where organization_id = tg_argv[0]) < tg_argv[1]::int
          then raise 'cut off'; end if;
        return null;
      end $$`);
    await ownerDatabase(
      db,
    ).execute(sql`create trigger cut_off before delete on runs for each statement
      execute function cut_off(${sql.raw(`'${organizationId}', ${runsEach}`)})`);
    const leave = () => owner.call(identity.deleteUser, { params: { id: owner.userId } });
    expect((await leave()).status).toBe(500);
    await ownerDatabase(db).execute(sql`drop trigger cut_off on runs`);
    const joined = await app.call(organizations.acceptInvitation, {
      token: guest.token,
      ...(await invitationTo(organizationId, guest.email)),
      body: {},
    });
    expect(joined.error?.code).toBe('not_found');
    expect((await leave()).status).toBe(204);
  }, 60_000);

  /** Foreign keys without an index, in tables that have few rows however old the installation is. */
  const withoutIndex = [
    'invitations.invited_by',
    'quarantines.created_by',
    'quarantines.organization_id',
    'quarantines.suite_id',
    'sso_providers.user_id',
  ];

  it('is found by an index wherever there may be many rows', async () => {
    const bare = await app.platform.db.execute<{ name: string }>(
      sql`select conrelid::regclass || '.' || attname as name
          from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
          where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
            select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
              and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname))
          ) order by 1`,
    );
    expect(bare.rows.map(({ name }) => name)).toEqual(withoutIndex);
  });
});
