import {
  history as endpoints,
  type HistoryFigures,
  type QueryInput,
  runs as runEndpoints,
} from '@parley/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../db/schema/index.ts';
import { runDays, runResults } from '../../db/schema/run-results.ts';
import { newId } from '../../platform/security/ids.ts';
import { createTenant, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { runColumns } from '../runs/log/run-row.ts';
import { addToDays } from '../runs/results/add-to-days.ts';

let app: TestApp;

const noCounts = { total: 0, passed: 0, failed: 0, error: 0, unsure: 0, skipped: 0, pending: 0 };

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
});
afterAll(() => app.close());

interface Added {
  outcome?: 'passed' | 'failed';
  trigger?: 'manual' | 'monitor';
}

/** Adds an ended run, counted as a worker does. */
async function addRun({ organizationId }: Tenant, at: string, added: Added = {}): Promise<string> {
  const { db } = app.platform;
  const { outcome = 'passed', trigger = 'manual' } = added;
  const id = newId();
  const failureClasses = outcome === 'failed' ? ['wrong' as const] : [];
  await db.insert(runs).values({
    id,
    organizationId,
    projectName: 'Bank',
    suiteName: 'Hours',
    platform: 'webchat',
    source: '',
    trigger,
    status: outcome,
    isComplete: true,
    failureClasses,
    createdAt: new Date(at),
    counts: noCounts,
  });
  const [run] = await db.select(runColumns).from(runs).where(eq(runs.id, id));
  if (!run) throw new Error('no run');
  const counted = {
    runId: id,
    day: at.slice(0, 10),
    outcome,
    failureClasses,
    testsPassed: outcome === 'passed' ? 2 : 1,
    testsFailed: outcome === 'passed' ? 0 : 1,
    durationMs: 1000,
    latencies: [0, 1],
  };
  await db.insert(runResults).values(counted);
  await addToDays(db, run, counted, 1);
  return id;
}

async function figures(
  { owner }: Tenant,
  query: QueryInput<typeof endpoints.getFigures>,
): Promise<HistoryFigures> {
  const { status, body, text } = await owner.call(endpoints.getFigures, { query });
  expect(status, text).toBe(200);
  return body;
}

type Filter = Omit<QueryInput<typeof runEndpoints.listRuns>, 'cursor' | 'limit'>;

/** Lists the runs of all pages, which are small. */
async function listed({ owner }: Tenant, filter: Filter): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { ...filter, limit: 1, ...(cursor !== undefined && { cursor }) };
    const { body } = await owner.call(runEndpoints.listRuns, { query });
    found.push(...body.items.map(({ id }) => id));
    if (body.nextCursor === null) return found;
    cursor = body.nextCursor;
  }
}

const perDay = ({ days }: HistoryFigures) => days.map(({ day, runs: count }) => [day, count]);

describe('days in the time zone of the viewer', () => {
  it.each([
    // Late in the evening in New York, it is the next day in UTC.
    ['America/New_York', '2026-01-15T04:30:00Z', '2026-01-14'],
    ['America/New_York', '2026-01-15T05:00:00Z', '2026-01-15'],
    // Before dawn in Auckland, it is the previous day in UTC.
    ['Pacific/Auckland', '2026-01-14T11:00:00Z', '2026-01-15'],
    ['Pacific/Auckland', '2026-01-14T10:59:59.999Z', '2026-01-14'],
    // Offsets that are not whole hours, or very large.
    ['Asia/Kathmandu', '2026-01-14T18:15:00Z', '2026-01-15'],
    ['Asia/Kathmandu', '2026-01-14T18:14:59.999Z', '2026-01-14'],
    ['Pacific/Kiritimati', '2026-01-14T10:00:00Z', '2026-01-15'],
  ])('in %s, a run at %s belongs to %s', async (timeZone, at, day) => {
    const tenant = await createTenant(app);
    const id = await addRun(tenant, at);
    const shown = await figures(tenant, { from: '2026-01-13', to: '2026-01-16', timeZone });
    expect(shown).toMatchObject({ timeZone, utcBecause: null, total: { runs: 1, answers: 1 } });
    expect(shown.days.filter((one) => one.runs > 0)).toMatchObject([
      { day, runs: 1, passed: 1, testsPassed: 2, answers: 1, durationMs: 1000 },
    ]);
    for (const filter of [{}, { status: 'ended' }, { status: 'passed' }] as const) {
      expect(await listed(tenant, { ...filter, from: day, to: day, timeZone })).toEqual([id]);
      const [before, after] = day.endsWith('14') ? ['13', '15'] : ['14', '16'];
      for (const other of [`2026-01-${before}`, `2026-01-${after}`])
        expect(await listed(tenant, { ...filter, from: other, to: other, timeZone })).toEqual([]);
    }
  });

  it('have 23 and 25 hours where clocks are set', async () => {
    const tenant = await createTenant(app);
    const timeZone = 'Europe/Berlin';
    // 29 March 2026 lasts from 23:00Z to 22:00Z, 25 October from 22:00Z to 23:00Z.
    for (const at of ['28T22:59:59.999Z', '28T23:00:00Z', '29T21:59:59.999Z', '29T22:00:00Z'])
      await addRun(tenant, `2026-03-${at}`);
    for (const at of ['24T21:59:59.999Z', '24T22:00:00Z', '25T22:59:59.999Z', '25T23:00:00Z'])
      await addRun(tenant, `2026-10-${at}`);
    const spring = await figures(tenant, { from: '2026-03-28', to: '2026-03-30', timeZone });
    expect(perDay(spring)).toEqual([
      ['2026-03-28', 1],
      ['2026-03-29', 2],
      ['2026-03-30', 1],
    ]);
    const autumn = await figures(tenant, { from: '2026-10-24', to: '2026-10-26', timeZone });
    expect(perDay(autumn)).toEqual([
      ['2026-10-24', 1],
      ['2026-10-25', 2],
      ['2026-10-26', 1],
    ]);
  });

  it('begin an hour late where the clocks leave midnight out', async () => {
    const tenant = await createTenant(app);
    // In Cairo, 24 April 2026 begins at 1:00, which is 22:00Z.
    for (const at of ['2026-04-23T21:59:59.999Z', '2026-04-23T22:00:00Z']) await addRun(tenant, at);
    const query = { from: '2026-04-23', to: '2026-04-24', timeZone: 'Africa/Cairo' };
    expect(perDay(await figures(tenant, query)).map(([, count]) => count)).toEqual([1, 1]);
  });

  it('have the same figures as days of UTC where both are the same', async () => {
    const tenant = await createTenant(app);
    await addRun(tenant, '2026-02-02T10:00:00Z', { outcome: 'failed', trigger: 'monitor' });
    await addRun(tenant, '2026-02-02T11:00:00Z');
    await addRun(tenant, '2026-01-28T11:00:00Z');
    const range = { from: '2026-02-01', to: '2026-02-04' };
    const inUtc = await figures(tenant, range);
    const inPlace = await figures(tenant, { ...range, timeZone: 'Asia/Tokyo' });
    expect(inPlace).toEqual({ ...inUtc, timeZone: 'Asia/Tokyo' });
    expect(inPlace.causes).toEqual([{ failureClass: 'wrong', runs: 1 }]);
    expect(inPlace.triggers.map(({ trigger }) => trigger)).toEqual(['manual', 'monitor']);
    const narrow = { ...range, timeZone: 'Asia/Tokyo', trigger: 'monitor' } as const;
    expect((await figures(tenant, narrow)).total).toMatchObject({ runs: 1, failed: 1, passed: 0 });
  });

  it('follow a verdict that changes, and count no run that goes on', async () => {
    const tenant = await createTenant(app);
    const id = await addRun(tenant, '2026-02-02T10:00:00Z', { outcome: 'failed' });
    const { db } = app.platform;
    await db.insert(runs).values({
      id: newId(),
      organizationId: tenant.organizationId,
      projectName: 'Bank',
      suiteName: 'Hours',
      platform: 'webchat',
      source: '',
      trigger: 'manual',
      status: 'running',
      createdAt: new Date('2026-02-02T10:30:00Z'),
      counts: noCounts,
    });
    const query = { from: '2026-02-02', to: '2026-02-02', timeZone: 'Europe/Berlin' };
    expect((await figures(tenant, query)).total).toMatchObject({ runs: 1, failed: 1 });
    await db.update(runResults).set({ outcome: 'passed' }).where(eq(runResults.runId, id));
    expect((await figures(tenant, query)).total).toMatchObject({ runs: 1, passed: 1, failed: 0 });
    expect(await listed(tenant, query)).toHaveLength(2);
  });

  it('are those of UTC, and it is said, where a run of these days was deleted', async () => {
    const tenant = await createTenant(app);
    const gone = await addRun(tenant, '2026-02-03T23:30:00Z');
    await addRun(tenant, '2026-02-06T23:30:00Z');
    await app.platform.db.delete(runs).where(eq(runs.id, gone));
    const timeZone = 'Europe/Berlin';
    const old = await figures(tenant, { from: '2026-02-03', to: '2026-02-07', timeZone });
    expect(old).toMatchObject({ timeZone: 'UTC', utcBecause: 'deleted', total: { runs: 2 } });
    expect(perDay(old).filter(([, count]) => count === 1)).toEqual([
      ['2026-02-03', 1],
      ['2026-02-06', 1],
    ]);
    // The previous period then has no figures.
    const recent = await figures(tenant, { from: '2026-02-06', to: '2026-02-08', timeZone });
    expect(recent).toMatchObject({ timeZone, utcBecause: null, before: null });
    expect(perDay(recent).filter(([, count]) => count === 1)).toEqual([['2026-02-07', 1]]);
    const later = await figures(tenant, { from: '2026-02-20', to: '2026-02-21', timeZone });
    expect(later).toMatchObject({ timeZone, before: { runs: 0 } });
  });

  it('are those of UTC, and it is said, beyond 50,000 runs', async () => {
    const { owner, organizationId } = await createTenant(app);
    const query = { from: '2026-02-02', to: '2026-02-02', timeZone: 'Europe/Berlin' };
    const ask = async () => (await owner.call(endpoints.getFigures, { query })).body;
    // Only the totals exist, not the runs. Up to the limit, runs are looked for.
    const key = { organizationId, subject: organizationId, day: '2026-02-02' };
    const of = { platform: 'webchat', trigger: 'manual' } as const;
    const figuresOf = {
      failureClasses: [],
      testsPassed: 0,
      testsFailed: 0,
      durationMs: 0,
      latencies: [],
    };
    const { db } = app.platform;
    for (const outcome of ['any', 'passed'] as const)
      await db.insert(runDays).values({ ...key, ...of, ...figuresOf, outcome, runs: 50_000 });
    expect(await ask()).toMatchObject({ utcBecause: 'deleted', total: { runs: 50_000 } });
    await db.update(runDays).set({ runs: 50_001 });
    expect(await ask()).toMatchObject({ utcBecause: 'many', total: { runs: 50_001 } });
  });

  it('stay with the runs of the tenant', async () => {
    const tenant = await createTenant(app);
    await addRun(await createTenant(app), '2026-02-03T12:00:00Z');
    const query = { from: '2026-02-01', to: '2026-02-05', timeZone: 'Europe/Berlin' };
    expect((await figures(tenant, query)).total.runs).toBe(0);
  });

  it('are refused for a zone that there is not', async () => {
    const { owner } = await createTenant(app);
    const query = { from: '2026-02-01', to: '2026-02-05', timeZone: 'Mars/Olympus' };
    for (const endpoint of [endpoints.getFigures, runEndpoints.listRuns]) {
      const { status, body } = await owner.call(endpoint, { query });
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain('timeZone');
    }
  });
});
