import { runs as endpoints, publicApi, runShares } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runEvents, runs, sharedRunViews } from '../../../db/schema/index.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { WorkPool } from '../../../platform/work-pool/work-pool.ts';
import { createBotSuite, untilEnded } from '../../../test/bot-suite.ts';
import { callApi } from '../../../test/call-api.ts';
import { createKey } from '../../../test/filled-organization.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { largeBytes, largeReads, wholeReads } from './large-reads.ts';
import { readStoredRun, wholeLengthMax } from './read-stored-run.ts';

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

async function runOf(member: Member): Promise<string> {
  const suiteId = await createBotSuite(member, { botUrl: bot.url });
  const started = await member.call(endpoints.startRun, { params: { suiteId }, body: {} });
  await untilEnded(member, started.body.id);
  return started.body.id;
}

/** Adds an event that fills a row by itself. */
async function makeLarge(runId: string): Promise<void> {
  const { db } = app.platform;
  const [run] = await db.select().from(runs).where(eq(runs.id, runId));
  const seq = (run?.lastSeq ?? 0) + 1;
  const event = { type: 'run.noted', at: 1, note: 'x'.repeat(largeBytes) };
  await db
    .insert(runEvents)
    .values({ runId, firstSeq: seq, lastSeq: seq, lines: JSON.stringify(event) });
  await db.update(runs).set({ lastSeq: seq }).where(eq(runs.id, runId));
}

const readEvents = (member: Member, runId: string) =>
  member.call(endpoints.listRunEvents, { params: { runId }, query: {} });

it('large parts of runs wait for their turn in the organization, small ones and other organizations do not', async () => {
  const noisy = (await createTenant(app)).owner;
  const quiet = (await createTenant(app)).owner;
  const [large, small, others] = [await runOf(noisy), await runOf(noisy), await runOf(quiet)];
  await makeLarge(large);
  await makeLarge(others);
  const leave = await largeReads.enter(noisy.organizationId);
  let isAnswered = false;
  const waiting = readEvents(noisy, large).then((answer) => {
    isAnswered = true;
    return answer;
  });
  expect((await readEvents(noisy, small)).status).toBe(200);
  const theirs = await readEvents(quiet, others);
  expect(theirs.text.length).toBeGreaterThan(largeBytes);
  expect(isAnswered).toBe(false);
  leave();
  const mine = await waiting;
  expect(mine.body.events.map(({ seq }) => seq)).toEqual(
    mine.body.events.map((_, index) => index + 1),
  );
  expect(mine.text.length).toBeGreaterThan(largeBytes);
});

it('large rows of events are sent as they are stored, however often they are asked for', async () => {
  const { owner } = await createTenant(app);
  const runId = await runOf(owner);
  const { db } = app.platform;
  const [run] = await db.select().from(runs).where(eq(runs.id, runId));
  const first = (run?.lastSeq ?? 0) + 1;
  // The first character of two code units spans the end of a part.
  const notes = ['a', `${'x'.repeat(65_450)}${'😀é'.repeat(largeBytes / 4)}`, 'b\n'];
  const lines = notes.map((note) => JSON.stringify({ type: 'run.noted', at: 1, note }));
  await db
    .insert(runEvents)
    .values({ runId, firstSeq: first, lastSeq: first + 2, lines: lines.join('\n') });
  await db
    .update(runs)
    .set({ lastSeq: first + 2 })
    .where(eq(runs.id, runId));
  const read = (after: number) =>
    owner.call(endpoints.listRunEvents, { params: { runId }, query: { after, limit: 2 } });
  for (let time = 0; time < 2; time += 1) {
    const pages = [await read(first - 1), await read(first + 1)];
    expect(pages.map(({ status }) => status)).toEqual([200, 200]);
    const events = pages.flatMap(({ text }) => JSON.parse(text).events);
    expect(events).toEqual(
      lines.map((line, index) => ({ seq: first + index, event: JSON.parse(line) })),
    );
  }
});

it('what a link of a run shows waits for the turn of its organization', async () => {
  const { owner } = await createTenant(app);
  const runId = await runOf(owner);
  const shared = await owner.call(runShares.shareRun, { params: { runId }, body: { days: 1 } });
  const token = new URL(shared.body.url).hash.slice(1);
  const open = () => owner.call(runShares.readSharedRun, { body: { token } });
  expect((await open()).status).toBe(200);
  const kept = await app.platform.db
    .select()
    .from(sharedRunViews)
    .where(eq(sharedRunViews.runId, runId));
  expect(kept).toHaveLength(1);
  const leave = await largeReads.enter(owner.organizationId);
  let isAnswered = false;
  const waiting = open().then((answer) => {
    isAnswered = true;
    return answer;
  });
  expect((await readEvents(owner, runId)).status).toBe(200);
  expect(isAnswered).toBe(false);
  leave();
  expect((await waiting).status).toBe(200);
});

/** Requests to the public API and the dashboard whose responses need a whole run. */
const readWhole: Record<string, (member: Member, runId: string, key: string) => Promise<number>> = {
  'its report': async (_member, runId, key) =>
    (await callApi(app.url, publicApi.readRunJunit, { token: key, params: { runId } })).status,
  'its tests': async (_member, runId, key) =>
    (await callApi(app.url, publicApi.readRunTests, { token: key, params: { runId } })).status,
  'its re-evaluation': async (member, runId) =>
    (await member.call(endpoints.reevaluateRun, { params: { runId }, body: {} })).status,
  'what a link shows of it': async (member, runId) => {
    const shared = await member.call(runShares.shareRun, { params: { runId }, body: { days: 1 } });
    const token = new URL(shared.body.url).hash.slice(1);
    return (await member.call(runShares.readSharedRun, { body: { token } })).status;
  },
};

it.each(Object.keys(readWhole))(
  'of a long run %s waits for the turn of its organization, and keeps no other waiting',
  async (what) => {
    const read = readWhole[what] as (typeof readWhole)[string];
    const noisy = (await createTenant(app)).owner;
    const quiet = (await createTenant(app)).owner;
    const [large, small, others] = [await runOf(noisy), await runOf(noisy), await runOf(quiet)];
    await makeLarge(large);
    await makeLarge(others);
    const keys = await Promise.all([createKey(noisy), createKey(quiet)]);
    const leave = await wholeReads.enter(noisy.organizationId);
    let isAnswered = false;
    const waiting = read(noisy, large, keys[0].key).then((status) => {
      isAnswered = true;
      return status;
    });
    expect(await read(quiet, others, keys[1].key)).toBe(200);
    expect(await read(noisy, small, keys[0].key)).toBe(200);
    expect(isAnswered).toBe(false);
    leave();
    expect(await waiting).toBe(200);
  },
);

it('a run that is too large to be re-evaluated is refused before it is read', async () => {
  const { owner } = await createTenant(app);
  const runId = await runOf(owner);
  const { db } = app.platform;
  const [run] = await db.select().from(runs).where(eq(runs.id, runId));
  const first = (run?.lastSeq ?? 0) + 1;
  await db.execute(sql`
    insert into run_events (run_id, first_seq, last_seq, lines)
    select ${runId}, ${first}::int + n, ${first}::int + n, repeat('x', 1024 * 1024)
    from generate_series(0, 64) n`);
  await db
    .update(runs)
    .set({ lastSeq: first + 64 })
    .where(eq(runs.id, runId));
  // Reading the run would wait for this turn.
  const leave = await wholeReads.enter(owner.organizationId);
  const judged = await owner.call(endpoints.reevaluateRun, { params: { runId }, body: {} });
  expect(judged.error?.code).toBe('too_much_work');
  leave();
});

describe('a run that could not be read as a whole', () => {
  const refusal = new ApiError('too_much_work');

  /** Reads the report of a long run from a pool with these results, and counts how often the pool was called. */
  async function reportsOf(answers: (string | ApiError)[]) {
    const { owner } = await createTenant(app);
    const runId = await runOf(owner);
    await makeLarge(runId);
    const [run] = await app.platform.db.select().from(runs).where(eq(runs.id, runId));
    if (!run) throw new Error('There is no run');
    let asked = 0;
    const pool = {
      async run() {
        const answer = answers[asked] ?? '';
        asked += 1;
        if (answer instanceof ApiError) throw answer;
        return answer;
      },
      close: async () => undefined,
    } as unknown as WorkPool;
    const scope = { db: app.platform.db, organizationId: owner.organizationId };
    const read = (suiteName = 'Hours') => readStoredRun(scope, pool, run, 'junit', { suiteName });
    return { read, asked: () => asked };
  }

  it('since the pool had no time for it is read when it is asked for again', async () => {
    const { read } = await reportsOf([refusal]);
    await expect(read()).rejects.toMatchObject({ code: 'too_much_work' });
    expect(await read()).toContain('testsuite');
  });

  it('since it is too large is not read again', async () => {
    const { read, asked } = await reportsOf(['x'.repeat(wholeLengthMax + 1)]);
    await expect(read()).rejects.toMatchObject({ code: 'too_much_work' });
    await expect(read()).rejects.toMatchObject({ code: 'too_much_work' });
    expect(asked()).toBe(1);
    // Reading for another purpose may produce less.
    expect(await read('Other hours')).toContain('testsuite');
  });
});
