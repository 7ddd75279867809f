import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { billing, runs as endpoints, suites } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runDays, runEvents, runs, stepDays } from '../../../db/schema/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type CleanUp, cleanUp } from '../../../platform/queue/clean-up.ts';
import { s3Storage } from '../../../platform/storage/s3-storage.ts';
import { filesFolderOf } from '../../../platform/storage/storage-of.ts';
import { createBotSuite, startRun, untilEnded } from '../../../test/bot-suite.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { startTestBucket } from '../../../test/test-bucket.ts';
import { listEvents } from '../log/runs.queries.ts';
import { foldRunDays } from '../results/fold-run-days.ts';
import { runDayCleanUp } from './trim-run-days.ts';
import { runCleanUps } from './trim-runs.ts';
import { stepDayCleanUp } from './trim-step-days.ts';

let bot: DemoBot;
let app: TestApp;

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({ reachable: [new URL(bot.url).host] });
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

/** Creates a run of the given age in days. It fails, because only failed runs leave files. */
async function oldRun(owner: Member, days: number): Promise<string> {
  const suiteId = await createBotSuite(owner, { botUrl: bot.url, expected: 'never' });
  const { id } = await startRun(owner, suiteId);
  await untilEnded(owner, id);
  await app.platform.db
    .update(runs)
    .set({ createdAt: sql`now() - make_interval(days => ${days})` })
    .where(eq(runs.id, id));
  return id;
}

async function runTwoSuitesDeleteFirst(owner: Member): Promise<readonly [string, string]> {
  const suiteIds = [
    await createBotSuite(owner, { botUrl: bot.url }),
    await createBotSuite(owner, { botUrl: bot.url }),
  ] as const;
  for (const suiteId of suiteIds) await untilEnded(owner, (await startRun(owner, suiteId)).id);
  await owner.call(suites.deleteSuite, { params: { suiteId: suiteIds[0] } });
  return suiteIds;
}

async function evidenceOf(owner: Member, runId: string): Promise<number> {
  const [evidenceId = ''] = await evidenceIdsOf(runId);
  const params = { runId, evidenceId };
  return (await owner.call(endpoints.getRunEvidence, { params })).status;
}

/** Copies a run `count` times with its files, and `count` times without files and old enough to be deleted. */
async function copyRun(id: string, count: number) {
  const { db } = app.platform;
  const [run] = await db.select().from(runs).where(eq(runs.id, id));
  if (run === undefined) throw new Error('There is no run');
  const { suiteVersion: _, ...columns } = run;
  const events = await db.select().from(runEvents).where(eq(runEvents.runId, id));
  const withFiles = Array.from({ length: count }, (_, index) => `${id}-with-${index}`);
  const without = Array.from({ length: count }, (_, index) => `${id}-without-${index}`);
  const gone = { hasEvidence: false, createdAt: sql`now() - interval '40 days'` };
  await db.insert(runs).values(withFiles.map((copy) => ({ ...columns, id: copy })));
  await db.insert(runs).values(without.map((copy) => ({ ...columns, ...gone, id: copy })));
  await db
    .insert(runEvents)
    .values(withFiles.flatMap((copy) => events.map((row) => ({ ...row, runId: copy }))));
  return { withFiles, without };
}

async function evidenceIdsOf(runId: string): Promise<string[]> {
  const events = await listEvents(app.platform.db, runId, 0, 1000);
  return events.flatMap(({ event }) =>
    'evidence' in event ? (event.evidence ?? []).map(({ id }) => id) : [],
  );
}

const clean = (...cleanUps: CleanUp[]) =>
  cleanUp(app.platform, cleanUps, AbortSignal.timeout(20_000));

const trim = (changed: Partial<Platform> = {}) =>
  clean(...runCleanUps({ ...app.platform, ...changed }));

const statusOf = async (owner: Member, runId: string) =>
  (await owner.call(endpoints.getRun, { params: { runId } })).status;

describe('what a plan keeps no longer', () => {
  it('goes by the plan: the files first, then the run; the figures of its day stay', async () => {
    const { owner, organizationId } = await createTenant(app, { planId: 'trial' });
    const [fresh, older, oldest] = [
      await oldRun(owner, 13),
      await oldRun(owner, 15),
      await oldRun(owner, 31),
    ];
    const large = (await createTenant(app, { planId: 'enterprise' })).owner;
    const kept = await oldRun(large, 31);
    expect(await evidenceOf(owner, older)).toBe(200);
    await trim();
    expect(await statusOf(owner, oldest)).toBe(404);
    expect([await statusOf(owner, older), await evidenceOf(owner, older)]).toEqual([200, 404]);
    expect([await statusOf(owner, fresh), await evidenceOf(owner, fresh)]).toEqual([200, 200]);
    expect([await statusOf(large, kept), await evidenceOf(large, kept)]).toEqual([200, 200]);
    await foldRunDays(app.platform.db, AbortSignal.timeout(10_000));
    const days = await app.platform.db
      .select()
      .from(runDays)
      .where(and(eq(runDays.subject, organizationId), eq(runDays.outcome, 'any')));
    expect(days.reduce((sum, day) => sum + day.runs, 0)).toBe(3);
  });

  it('is what the operator sets, for every plan', async () => {
    const { owner } = await createTenant(app, { planId: 'enterprise' });
    const [fresh, old] = [await oldRun(owner, 1), await oldRun(owner, 8)];
    await trim({ config: { ...app.platform.config, runDays: 7 } });
    expect([await statusOf(owner, fresh), await statusOf(owner, old)]).toEqual([200, 404]);
  });

  it('is removed in steps, however much it is', async () => {
    const { owner, organizationId } = await createTenant(app, { planId: 'trial' });
    const id = await oldRun(owner, 40);
    const { db } = app.platform;
    const [run] = await db.select().from(runs).where(eq(runs.id, id));
    if (run === undefined) throw new Error('There is no run');
    const { suiteVersion: _, ...columns } = run;
    await db
      .insert(runs)
      .values(Array.from({ length: 60 }, (_, index) => ({ ...columns, id: `${id}-${index}` })));
    await trim();
    expect(await db.select().from(runs).where(eq(runs.organizationId, organizationId))).toEqual([]);
  });

  it('includes files left by a deleted organization', async () => {
    const { storage, config } = app.platform;
    const keys = ['runs/gone/old.txt', 'runs/gone/new.txt'] as const;
    for (const key of keys) await storage.put(key, Buffer.from('x'));
    await utimes(join(filesFolderOf(config.dataFolder), keys[0]), 1, 1);
    await trim();
    expect(await Promise.all(keys.map(storage.get))).toEqual([undefined, Buffer.from('x')]);
  });

  it('asks a bucket a few times for all of it, not once for each run', async () => {
    const { owner, organizationId } = await createTenant(app, { planId: 'trial' });
    const id = await oldRun(owner, 20);
    const { db } = app.platform;
    const bucket = await startTestBucket();
    onTestFinished(() => bucket.close());
    const storage = s3Storage(bucket);
    const copies = await copyRun(id, 60);
    for (const copy of [...copies.withFiles, id])
      for (const file of await evidenceIdsOf(copy))
        await storage.put(`runs/${copy}/${file}`, Buffer.from('x'));
    expect(bucket.keys()).not.toEqual([]);
    bucket.asked.length = 0;
    await trim({ storage });
    expect(bucket.keys()).toEqual([]);
    // One request lists orphaned files, and one deletes the files of all runs.
    expect(bucket.asked).toEqual(['GET list-type prefix', 'POST delete']);
    const left = db
      .select({ id: runs.id })
      .from(runs)
      .where(and(eq(runs.organizationId, organizationId), eq(runs.hasEvidence, true)));
    expect(await left).toEqual([]);
  });

  it('keeps an active run', async () => {
    const { owner } = await createTenant(app, { planId: 'trial' });
    const id = await oldRun(owner, 40);
    await app.platform.db
      .update(runs)
      .set({ isComplete: false, status: 'cancelled' })
      .where(eq(runs.id, id));
    await trim();
    expect(await statusOf(owner, id)).toBe(200);
  });

  it('are the figures of steps whose suite is gone', async () => {
    const { owner, organizationId } = await createTenant(app);
    const suiteIds = await runTwoSuitesDeleteFirst(owner);

    const { db } = app.platform;
    const of = { organizationId, testName: 'Hours', step: 0, day: '2020-01-01', latencies: [] };
    const by = { platform: 'webchat', trigger: 'manual' } as const;
    // More rows than one step handles, before and after those that stay.
    const gone = Array.from({ length: 700 }, (_, index) => `${index % 2 ? '!' : '~'}gone-${index}`);
    await db.insert(stepDays).values(gone.map((suiteId) => ({ ...of, ...by, suiteId })));
    await clean(stepDayCleanUp);
    const left = await db
      .selectDistinct({ suiteId: stepDays.suiteId })
      .from(stepDays)
      .where(inArray(stepDays.suiteId, [...suiteIds, ...gone]));
    expect(left).toEqual([{ suiteId: suiteIds[1] }]);
  });

  it('are the days of a suite that is gone, not those of its organization', async () => {
    const { owner, organizationId } = await createTenant(app);
    const suiteIds = await runTwoSuitesDeleteFirst(owner);

    await foldRunDays(app.platform.db, AbortSignal.timeout(10_000));
    await clean(runDayCleanUp(app.platform));
    const left = await app.platform.db
      .select({ subject: runDays.subject, runs: runDays.runs })
      .from(runDays)
      .where(and(eq(runDays.organizationId, organizationId), eq(runDays.outcome, 'any')));
    const runsOf = (id: string) => left.find(({ subject }) => subject === id)?.runs;
    expect([runsOf(organizationId), runsOf(suiteIds[0]), runsOf(suiteIds[1])]).toEqual([
      2,
      undefined,
      1,
    ]);
    // The rows of the organization, and one for each project.
    expect(left).toHaveLength(4);
  });

  it('is shown to every member of the organization', async () => {
    const tenant = await createTenant(app, { planId: 'startup' });
    const { body } = await (await tenant.add('member')).call(billing.getRetention);
    expect(body).toEqual({ runDays: 90, evidenceDays: 30, auditDays: 180 });
  });
});
