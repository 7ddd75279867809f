import { randomBytes } from 'node:crypto';
import {
  runs as endpoints,
  history,
  organizations,
  projects,
  quarantines,
  suites,
} from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { foldEvents, type RunEvent } from '@parley/suite';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { organizations as organizationRows } from '../../../db/schema/organizations.ts';
import { runQueue } from '../../../db/schema/run-queue.ts';
import { runEvents, runs } from '../../../db/schema/runs.ts';
import { ownerDatabase } from '../../../platform/database/organization-database.ts';
import { createOrganizationEgress } from '../../../platform/egress/organization-egress.ts';
import type { LeasedWorker } from '../../../platform/leased-work/leased-work.ts';
import { createBotSuite, startRun, untilEnded, untilRun } from '../../../test/bot-suite.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { claimRuns } from './claim-runs.ts';
import { renewLeases, sweepExpired } from './leases.ts';
import { appendEvents, type Lease, LeaseLostError } from './run-log.ts';
import { startRunWorker } from './run-worker.ts';

let bot: DemoBot;
let app: TestApp;
let ada: Member;
let suiteId: string;
const workers: LeasedWorker[] = [];

beforeAll(async () => {
  bot = await startDemoBot({ delayMs: 100 });
  app = await startTestApp({ hasWorker: false });
});

afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close();
  await app.platform.db.delete(runs);
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

async function newOrganization(): Promise<void> {
  ada = (await createTenant(app)).owner;
  suiteId = await createBotSuite(ada, { botUrl: bot.url, tests: 2, turns: 10 });
}

async function startWorker(slots = 10): Promise<void> {
  const { config } = app.platform;
  const platform = { ...app.platform, config: { ...config, runSlots: slots } };
  workers.push(
    await startRunWorker(
      platform,
      createOrganizationEgress(app.platform.config, [new URL(bot.url).host]),
    ),
  );
}

/** Simulates a worker that takes a run and is then lost. */
async function claimAndDie(owner = 'lost'): Promise<Lease> {
  const { db, news } = app.platform;
  const [run] = await claimRuns(db, news, { owner, places: 1, isLastShared: false });
  if (run === undefined) throw new Error('No run was due');
  await db
    .update(runs)
    .set({ leaseExpiresAt: sql`now() - interval '1 second'` })
    .where(eq(runs.id, run.id));
  const { id: runId, organizationId, attempt } = run;
  return { runId, organizationId, owner, attempt };
}

/** Copies a run as if it had been started this many times at the same moment. */
async function multiply(runId: string, times: number): Promise<void> {
  const { db } = app.platform;
  const [run] = await db.select().from(runs).where(eq(runs.id, runId));
  if (run === undefined) throw new Error('There is no such run');
  await db
    .insert(runs)
    .values(Array.from({ length: times }, (_, index) => ({ ...run, id: `${runId}-${index}` })));
}

/** Claims and ends one run as a worker with one place does. Returns its ID. */
async function serveNext(): Promise<string | undefined> {
  const { db, news } = app.platform;
  const [run] = await claimRuns(db, news, { owner: 'only', places: 1, isLastShared: false });
  if (run === undefined) return undefined;
  const { id: runId, organizationId, attempt } = run;
  const events = [{ type: 'run.finished' as const, at: Date.now(), status: 'passed' as const }];
  const lease = { runId, organizationId, owner: 'only', attempt };
  await appendEvents(db, news, lease, { events, counts, lastSeq: 0 });
  return runId;
}

async function eventsOf(runId: string) {
  const { body } = await ada.call(endpoints.listRunEvents, { params: { runId } });
  return body.events.map(({ event }) => event);
}

const step = { input: { kind: 'text' as const, text: 'Hi' }, expected: '' };
const names = ['Test 1', 'Test 2'];
const tests = names.map((name) => ({ name, mode: 'run' as const, steps: [step] }));
const firstTestOver = [
  { type: 'run.started' as const, at: 1, tests },
  { type: 'test.started' as const, at: 2, test: 0, attempt: 1 },
  { type: 'test.finished' as const, at: 3, test: 0, attempt: 1, outcome: 'passed' as const },
  { type: 'test.started' as const, at: 4, test: 1, attempt: 1 },
];

const counts = { total: 2, passed: 0, failed: 0, error: 0, undecided: 0, skipped: 0, pending: 2 };

describe('a run whose worker is lost', () => {
  it('is counted once: finished tests by the first worker, the rest by the second', async () => {
    await newOrganization();
    const { id } = await startRun(ada, suiteId);
    const { db, news } = app.platform;
    const lease = await claimAndDie();
    const batch = {
      events: firstTestOver,
      counts,
      lastSeq: 0,
      used: { interactions: 10, callSeconds: 0 },
    };
    await appendEvents(db, news, lease, batch);
    // The response was lost, so the worker appends the batch again.
    await appendEvents(db, news, lease, batch);
    await startWorker();
    await untilEnded(ada, id);
    const late = { ...batch, lastSeq: batch.events.length };
    await expect(appendEvents(db, news, lease, late)).rejects.toThrow(LeaseLostError);
    const { body } = await ada.call(organizations.getUsage);
    expect(body.interactions).toBe(20);
  });

  it('is taken up by another worker, and tests that were over are not run again', async () => {
    await newOrganization();
    const { id } = await startRun(ada, suiteId);
    const { db, news } = app.platform;
    const lease = await claimAndDie();
    await appendEvents(db, news, lease, { events: firstTestOver, counts, lastSeq: 0 });
    await startWorker();
    expect(await untilEnded(ada, id)).toMatchObject({ status: 'passed', counts: { passed: 2 } });
    const events = await eventsOf(id);
    expect(events.filter(({ type }) => type === 'run.started')).toHaveLength(1);
    expect(events.filter((event) => event.type === 'test.started')).toMatchObject([
      { test: 0, attempt: 1 },
      { test: 1, attempt: 1 },
      { test: 1, attempt: 2 },
    ]);
    expect(foldEvents(events).status).toBe('passed');
  });

  it('is taken up with a test that was to be tried again', async () => {
    await newOrganization();
    const ofSuite = { botUrl: bot.url, tests: 2, retries: 1 };
    const { id } = await startRun(ada, await createBotSuite(ada, ofSuite));
    const { db, news } = app.platform;
    const lease = await claimAndDie();
    const failure = { class: 'network', code: 'connection-refused', message: 'No.' } as const;
    const failed = { type: 'test.finished', at: 3, outcome: 'error', failure } as const;
    const events = [
      ...firstTestOver.slice(0, 2),
      { ...failed, test: 0, attempt: 1 },
      { type: 'test.started' as const, at: 4, test: 1, attempt: 1 },
      { ...failed, test: 1, attempt: 1 },
      { type: 'test.started' as const, at: 5, test: 1, attempt: 2 },
      { ...failed, test: 1, attempt: 2 },
    ];
    await appendEvents(db, news, lease, { events, counts, lastSeq: 0 });
    await startWorker();
    const ended = { status: 'error', counts: { passed: 1, error: 1 } };
    expect(await untilEnded(ada, id)).toMatchObject(ended);
    const { tests } = foldEvents(await eventsOf(id));
    expect(tests).toMatchObject([
      { outcome: 'passed', attempt: 3, earlierAttempts: [{ attempt: 1 }] },
      { outcome: 'error', attempt: 2 },
    ]);
  });

  it('is taken up with the tries of a repeated test that were over', async () => {
    await newOrganization();
    const source = `configuration:
  syntax: 2
  platform: webchat
  channel: { kind: http, url: "${bot.url}" }
  repeat: {}
---
- test: Hours
- When are you open?: Monday to Friday
`;
    const { body: suite } = await ada.call(suites.getSuite, { params: { suiteId } });
    const stored = { source, version: suite.version };
    await ada.call(suites.updateSuite, { params: { suiteId }, body: stored });
    const { id } = await startRun(ada, suiteId);
    const { db, news } = app.platform;
    const lease = await claimAndDie();
    const repeat = { passRate: 0.95, tolerate: 0.8, maxTries: 50 };
    const place = (number: number) => ({ test: 0, attempt: number, try: number });
    const failure = { class: 'wrong', code: 'mismatch', message: 'No.' } as const;
    const events: RunEvent[] = [
      {
        type: 'run.started',
        at: 1,
        tests: [{ name: 'Hours', mode: 'run', repeat, steps: [step] }],
      },
      ...[1, 2, 3].map((number) => ({ type: 'test.started' as const, at: 2, ...place(number) })),
      { type: 'test.finished', at: 3, ...place(1), outcome: 'passed', checks: 1 },
      { type: 'test.finished', at: 3, ...place(3), outcome: 'failed', failure, checks: 1 },
    ];
    await appendEvents(db, news, lease, { events, counts, lastSeq: 0 });
    await startWorker();
    expect(await untilEnded(ada, id)).toMatchObject({ status: 'passed', counts: { passed: 1 } });
    const [test] = foldEvents(await eventsOf(id)).tests;
    expect(test).toMatchObject({ outcome: 'passed', judgedAfter: 27, checks: 27 });
    expect(test?.tries?.map(({ outcome }) => outcome).indexOf('failed')).toBe(2);
    const attempts = test?.tries?.map(({ attempt }) => attempt) ?? [];
    expect(attempts.slice(0, 4)).toEqual([1, expect.any(Number), 3, expect.any(Number)]);
    expect(new Set(attempts).size).toBe(27);
  });

  it('is given up when the second worker is lost as well', async () => {
    await newOrganization();
    const { id } = await startRun(ada, suiteId);
    await claimAndDie('first');
    await sweepExpired(app.platform);
    await claimAndDie('second');
    await sweepExpired(app.platform);
    expect(await untilEnded(ada, id, 0)).toMatchObject({ status: 'interrupted' });
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      status: 'interrupted',
      failure: {
        code: 'workers-lost',
        message: 'Two workers were lost while executing it.',
      },
    });
  });

  it('is given up a day after it was queued, and says so, before a worker takes it', async () => {
    await newOrganization();
    const { db } = app.platform;
    const { id } = await startRun(ada, suiteId);
    const younger = await startRun(ada, suiteId);
    const hoursAgo = async (run: string, hours: number) => {
      const at = sql`now() - make_interval(hours => ${hours})`;
      await db.update(runs).set({ createdAt: at }).where(eq(runs.id, run));
      await db.update(runQueue).set({ createdAt: at }).where(eq(runQueue.runId, run));
    };
    await hoursAgo(id, 25);
    await hoursAgo(younger.id, 23);
    expect(await claimAndDie()).toMatchObject({ runId: younger.id });
    await startWorker();
    expect(await untilEnded(ada, id)).toMatchObject({ status: 'interrupted' });
    expect(await eventsOf(id)).toMatchObject([
      {
        type: 'run.finished',
        status: 'interrupted',
        failure: {
          class: 'internal',
          code: 'queue-deadline',
          message: 'No worker was free to execute it within 24 hours.',
        },
      },
    ]);
    expect(await untilEnded(ada, younger.id)).toMatchObject({ status: 'passed' });
  });

  it('is given up whatever its tests are called', async () => {
    await newOrganization();
    const { id } = await startRun(ada, suiteId);
    const { db, news } = app.platform;
    await claimAndDie('first');
    await sweepExpired(app.platform);
    const lease = await claimAndDie('second');
    const name = randomBytes(2_000).toString('hex');
    const events = [
      {
        type: 'run.started' as const,
        at: 1,
        tests: [{ name, mode: 'run' as const, steps: [step] }],
      },
      { type: 'test.started' as const, at: 2, test: 0, attempt: 1 },
      { type: 'test.finished' as const, at: 3, test: 0, attempt: 1, outcome: 'passed' as const },
    ];
    await appendEvents(db, news, lease, { events, counts, lastSeq: 0 });
    await sweepExpired(app.platform);
    expect(await untilEnded(ada, id, 0)).toMatchObject({ status: 'interrupted' });
  });

  it('keeps back no other, where it cannot be settled', async () => {
    await newOrganization();
    const { db } = app.platform;
    const first = await startRun(ada, suiteId);
    await claimAndDie();
    const second = await startRun(ada, suiteId);
    await claimAndDie();
    await ada.call(endpoints.cancelRun, { params: { runId: first.id } });
    const refusal = sql.raw(
      `alter table run_results add constraint no_result check (run_id <> '${first.id}')`,
    );
    await ownerDatabase(db).execute(refusal);
    try {
      await expect(sweepExpired(app.platform)).rejects.toThrow(AggregateError);
      const stateOf = async ({ id }: { id: string }) =>
        (await ada.call(endpoints.getRun, { params: { runId: id } })).body.status;
      expect([await stateOf(first), await stateOf(second)]).toEqual(['running', 'queued']);
      await startWorker();
      expect(await untilEnded(ada, second.id)).toMatchObject({ status: 'passed' });
    } finally {
      await ownerDatabase(db).execute(sql`alter table run_results drop constraint no_result`);
    }
  });

  it('is cancelled when that was asked for before', async () => {
    await newOrganization();
    const { id } = await startRun(ada, suiteId);
    await claimAndDie();
    await ada.call(endpoints.cancelRun, { params: { runId: id } });
    await sweepExpired(app.platform);
    expect(await untilEnded(ada, id, 0)).toMatchObject({ status: 'cancelled' });
  });

  it.skipIf(!process.env.PARLEY_TEST_DATABASE_URL)(
    'is over for everybody before the next one that was lost is looked at',
    async () => {
      await newOrganization();
      const { db } = app.platform;
      const busy = await createTenant(app);
      const busySuite = await createBotSuite(busy.owner, { botUrl: bot.url });
      const first = await startRun(ada, suiteId);
      const second = await startRun(busy.owner, busySuite);
      for (const [member, { id }] of [[ada, first] as const, [busy.owner, second] as const]) {
        await claimAndDie();
        await member.call(endpoints.cancelRun, { params: { runId: id } });
      }
      let sweep: Promise<unknown> = Promise.resolve();
      await db.transaction(async (tx) => {
        // The second run's figures for its day wait for the lock on its organization.
        await tx
          .select()
          .from(organizationRows)
          .where(eq(organizationRows.id, busy.organizationId))
          .for('update');
        sweep = sweepExpired(app.platform);
        expect(await untilEnded(ada, first.id)).toMatchObject({ status: 'cancelled' });
        const { body } = await busy.owner.call(endpoints.getRun, { params: { runId: second.id } });
        expect(body.status).toBe('running');
      });
      await sweep;
      expect(await untilEnded(busy.owner, second.id, 0)).toMatchObject({ status: 'cancelled' });
    },
  );

  it('takes no more events from the lost worker', async () => {
    await newOrganization();
    const { id } = await startRun(ada, suiteId);
    const { db, news } = app.platform;
    const zombie = await claimAndDie();
    await sweepExpired(app.platform);
    const late = { events: [{ type: 'run.finished' as const, at: 1, status: 'passed' as const }] };
    const append = () => appendEvents(db, news, zombie, { ...late, counts, lastSeq: 0 });
    await expect(append()).rejects.toThrow(LeaseLostError);
    await claimAndDie();
    await expect(append()).rejects.toThrow(LeaseLostError);
    expect(await eventsOf(id)).toEqual([]);
  });
});

describe('the log of a run', () => {
  it('contains a repeated batch once', async () => {
    await newOrganization();
    const { id } = await startRun(ada, suiteId);
    const { db, news } = app.platform;
    const lease = await claimAndDie();
    const events = [{ type: 'test.started' as const, at: 1, test: 0, attempt: 1 }];
    for (let count = 0; count < 2; count += 1)
      expect(await appendEvents(db, news, lease, { events, counts, lastSeq: 0 })).toBe(1);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('keeps what a bot said with characters that no text has', async () => {
    await newOrganization();
    const { id } = await startRun(ada, suiteId);
    const { db, news } = app.platform;
    const lease = await claimAndDie();
    const event = { type: 'step.started' as const, at: 1, test: 0, attempt: 1, step: 0 };
    const events = [{ ...event, sent: 'a\0b\ud800c😀' }];
    await appendEvents(db, news, lease, { events, counts, lastSeq: 0 });
    expect(await eventsOf(id)).toEqual([{ ...event, sent: 'a\ufffdb\ufffdc😀' }]);
  });
});

describe('a queued run', () => {
  it('ends at once when it is cancelled', async () => {
    await newOrganization();
    const { id } = await startRun(ada, suiteId);
    const answer = await ada.call(endpoints.cancelRun, { params: { runId: id } });
    expect(answer.body).toMatchObject({ status: 'cancelled', cancelRequested: true });
    await startWorker();
    expect(await untilEnded(ada, id)).toMatchObject({ status: 'cancelled', startedAt: null });
  });

  it('of another organization comes before the many of one', async () => {
    await newOrganization();
    const crowd = ada;
    for (let count = 0; count < 6; count += 1) await startRun(crowd, suiteId);
    await newOrganization();
    const { id } = await startRun(ada, suiteId);
    const { db, news } = app.platform;
    const claim = { owner: 'me', places: 1 };
    const [first] = await claimRuns(db, news, { ...claim, isLastShared: false });
    const last = () => claimRuns(db, news, { ...claim, isLastShared: true });
    expect(first?.id).not.toBe(id);
    expect(await last()).toMatchObject([{ id }]);
    expect(await last()).toEqual([]);
  });

  it('waits for one place at most, however many another organization has queued', async () => {
    await newOrganization();
    const { id: ofCrowd } = await startRun(ada, suiteId);
    await multiply(ofCrowd, 999);
    const firstOfCrowd = await serveNext();
    const few = [];
    for (let count = 0; count < 3; count += 1) {
      await newOrganization();
      few.push({ member: ada, id: (await startRun(ada, suiteId)).id });
    }
    const served = [];
    for (let count = 0; count < 6; count += 1) served.push(await serveNext());
    expect(served.slice(0, 3)).toEqual(few.map(({ id }) => id));
    const known = new Set([firstOfCrowd, ...few.map(({ id }) => id)]);
    expect(served.slice(3).filter((id) => known.has(id))).toEqual([]);
  });

  it('is taken by one of several workers only', async () => {
    await newOrganization();
    const started = [];
    for (let count = 0; count < 8; count += 1) started.push(await startRun(ada, suiteId));
    await Promise.all([startWorker(3), startWorker(3), startWorker(3)]);
    for (const { id } of started) {
      expect(await untilEnded(ada, id)).toMatchObject({ status: 'passed' });
      const starts = (await eventsOf(id)).filter(({ type }) => type === 'run.started');
      expect(starts).toHaveLength(1);
    }
  });
});

describe('a run whose suite is moved to another project', () => {
  it('continues unchanged, and counts for the project in which it was started', async () => {
    await newOrganization();
    const { id, projectId } = await startRun(ada, suiteId);
    await startWorker();
    await untilRun(ada, id, ({ status }) => status === 'running');
    const { body: target } = await ada.call(projects.createProject, { body: { name: 'Target' } });
    const params = { suiteId };
    await ada.call(suites.moveSuite, { params, body: { projectId: target.id } });
    expect(await untilEnded(ada, id)).toMatchObject({ status: 'passed', projectId });
    const runsOf = async (project: string | null) => {
      const { body } = await ada.call(endpoints.listRuns, { query: { projectId: project ?? '' } });
      return body.items.map((run) => run.id);
    };
    expect([await runsOf(projectId), await runsOf(target.id)]).toEqual([[id], []]);
  });
});

describe('a queued run that was changed to name another organization', () => {
  it('is carried out as theirs and reaches nothing of the suite that it names', async () => {
    await newOrganization();
    const [owner, strangerTo] = [ada, suiteId];
    const testName = 'Test 1';
    const quarantine = { test: testName, reason: 'Known bug', days: 7 } as const;
    const params = { suiteId: strangerTo };
    await owner.call(quarantines.beginQuarantine, { params, body: quarantine });
    const { id } = await startRun(owner, strangerTo);
    await newOrganization();
    const { db } = app.platform;
    const { organizationId } = ada;
    await db.update(runs).set({ organizationId }).where(eq(runs.id, id));
    await startWorker();
    expect(await untilEnded(ada, id)).toMatchObject({ status: 'passed' });
    const events = await eventsOf(id);
    expect(foldEvents(events).tests.filter(({ isQuarantined }) => isQuarantined)).toEqual([]);
    expect((await owner.call(endpoints.getRun, { params: { runId: id } })).status).toBe(404);
    const { body } = await owner.call(history.getReliability, { params });
    expect(body.runs).toEqual([]);
    expect((await ada.call(suites.getSuite, { params })).status).toBe(404);
  });
});

describe('a worker', () => {
  it('hands its runs over when it stops', async () => {
    await newOrganization();
    const longSuite = await createBotSuite(ada, { botUrl: bot.url, tests: 3, turns: 60 });
    const { id } = await startRun(ada, longSuite);
    await startWorker();
    await untilRun(ada, id, ({ status }) => status === 'running');
    await workers.shift()?.close();
    expect((await untilRun(ada, id, () => true)).status).toBe('queued');
    await ada.call(endpoints.cancelRun, { params: { runId: id } });
  });

  it('keeps the runs that it renews', async () => {
    await newOrganization();
    await startRun(ada, suiteId);
    const { runId, attempt } = await claimAndDie('busy');
    const { db } = app.platform;
    await startRun(ada, suiteId);
    const { runId: unnamed } = await claimAndDie('busy');
    expect(await renewLeases(db, 'busy', [runId])).toEqual([
      { id: runId, attempt, isCancelRequested: false },
    ]);
    await sweepExpired(app.platform);
    expect((await untilRun(ada, runId, () => true)).status).toBe('running');
    expect((await untilRun(ada, unnamed, () => true)).status).toBe('queued');
  });

  it('releases a run that it dropped, and continues with others', async () => {
    await newOrganization();
    const { db } = app.platform;
    const long = { botUrl: bot.url, tests: 8, turns: 60, concurrency: 1 };
    const { id: other } = await startRun(ada, await createBotSuite(ada, long));
    const { id } = await startRun(ada, suiteId);
    await db.insert(runEvents).values({ runId: id, firstSeq: 1, lastSeq: 1, lines: 'unreadable' });
    await startWorker();
    await untilRun(ada, id, ({ status }) => status === 'running');
    await ada.call(endpoints.cancelRun, { params: { runId: id } });
    await db.delete(runEvents).where(eq(runEvents.runId, id));
    // Longer than the interval between two renewals.
    const leaseExpiresAt = sql`now() + interval '3 seconds'`;
    await db.update(runs).set({ leaseExpiresAt }).where(eq(runs.id, id));
    expect(await untilEnded(ada, id)).toMatchObject({ status: 'cancelled' });
    expect((await untilRun(ada, other, () => true)).status).toBe('running');
  }, 40_000);
});
