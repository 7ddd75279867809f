import {
  alerts,
  audit,
  examples,
  explorations,
  history,
  overview,
  projects,
  runs,
  suites,
} from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { foldRunDays } from '../runs/results/fold-run-days.ts';

let bot: DemoBot;
let app: TestApp;

beforeAll(async () => {
  bot = await startDemoBot();
  const { host, port } = new URL(bot.url);
  app = await startTestApp({
    reachable: [host],
    settings: { PARLEY_DEMO_BOT: 'on', PARLEY_DEMO_BOT_PORT: port, PARLEY_EGRESS_ALLOW: '' },
  });
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

const create = (member: Member) => member.call(examples.createExampleProject);
const remove = (member: Member) => member.call(examples.removeExampleProject);

const listRuns = async (member: Member) =>
  (await member.call(runs.listRuns, { query: { limit: 100 } })).body.items;

const listSuites = async (member: Member) =>
  (await member.call(suites.listSuites, { query: { pageSize: 100 } })).body;

const listProjects = async (member: Member) =>
  (await member.call(projects.getProjectHierarchy)).body.flatProjects;

const isOver = (status: string) => !['queued', 'running'].includes(status);

async function untilEnded(member: Member) {
  return vi.waitFor(
    async () => {
      const items = await listRuns(member);
      expect(items.every(({ status }) => isOver(status))).toBe(true);
      return items;
    },
    { timeout: 30_000, interval: 200 },
  );
}

const count = async (question: ReturnType<typeof sql>) =>
  Number((await app.platform.db.execute<{ n: string }>(question)).rows[0]?.n);

describe('the example project', () => {
  it('has a passing, a failing and a flaky test with real runs, monitors and a map', async () => {
    const { owner } = await createTenant(app);
    const { status, body: project } = await create(owner);
    expect([status, project]).toMatchObject([
      201,
      { name: 'Example project', isExample: true, testSuiteCount: 3 },
    ]);
    const ended = await untilEnded(owner);
    const outcomes = Map.groupBy(ended, ({ suiteName }) => suiteName);
    const counted = (suite: string, outcome: string) =>
      outcomes.get(suite)?.filter((run) => run.status === outcome).length;
    expect(counted('Opening hours and balance', 'passed')).toBe(4);
    expect(counted('Loans', 'failed')).toBe(4);
    expect(counted('Exchange rates', 'passed')).toBe(8);
    expect(counted('Exchange rates', 'failed')).toBe(2);

    const flaky = (await listSuites(owner)).find(({ name }) => name === 'Exchange rates');
    const { body } = await owner.call(history.getReliability, {
      params: { suiteId: String(flaky?.id) },
    });
    expect(body.tests[0]?.flakiness.score).toBeGreaterThan(history.flakyFrom);

    const now = await vi.waitFor(
      async () => {
        const { body: seen } = await owner.call(overview.getOverview);
        // Runs are active at the same time, so the flaky suite can end with a failure of its own.
        const loans = seen.broken.find(({ members }) => members[0]?.suiteName === 'Loans');
        expect(loans?.members[0]?.incident).toBeTruthy();
        return { ...seen, loans };
      },
      // A slot that becomes due in the meantime is evaluated first.
      { timeout: 60_000, interval: 300 },
    );
    expect(now.monitors).toMatchObject({ total: 2, failed: 1 });
    expect(now.loans?.got).toContain('8 percent');

    // Each run has its own queue time, by which the last pass of a test is found.
    expect(new Set(ended.map(({ createdAt }) => createdAt)).size).toBeGreaterThanOrEqual(10);

    const { body: maps } = await owner.call(explorations.listExplorations, { query: {} });
    expect(maps.items).toMatchObject([{ name: 'Example map' }]);
    await vi.waitFor(
      async () => {
        const { body: log } = await owner.call(explorations.listExplorationEvents, {
          params: { explorationId: String(maps.items[0]?.id) },
          query: { limit: 500 },
        });
        expect(JSON.stringify(log.events)).toContain('is on its way to Ada');
      },
      { timeout: 20_000, interval: 200 },
    );
  }, 150_000);

  it('is made once, also by two people at once', async () => {
    const { owner, add } = await createTenant(app);
    const other = await createTenant(app);
    const member = await add('member');
    const all = await Promise.all([create(owner), create(member), create(owner)]);
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(all.map(({ body }) => body.id)).size).toBe(1);
    expect(await listSuites(owner)).toHaveLength(3);
    expect(await listRuns(owner)).toHaveLength(18);
    expect((await remove(other.owner)).status).toBe(404);
  });

  it('is gone without a trace after its removal', async () => {
    const { owner } = await createTenant(app);
    await create(owner);
    await untilEnded(owner);
    const { status, body } = await remove(owner);
    expect([status, body]).toEqual([200, { keptSuites: 0 }]);
    expect(await listProjects(owner)).toEqual([]);
    expect(await listSuites(owner)).toEqual([]);
    expect(await listRuns(owner)).toEqual([]);
    const { body: maps } = await owner.call(explorations.listExplorations, { query: {} });
    expect(maps.items).toEqual([]);
    const { body: now } = await owner.call(overview.getOverview);
    expect([now.broken, now.monitors.total]).toEqual([[], 0]);
    const day = new Date().toISOString().slice(0, 10);
    await foldRunDays(app.platform.db, AbortSignal.timeout(20_000));
    const { body: figures } = await owner.call(history.getFigures, {
      query: { from: day, to: day },
    });
    expect(figures.total).toMatchObject({ runs: 0, failed: 0, testsFailed: 0 });
    const { organizationId } = owner;
    expect(
      await count(sql`select count(*) n from alerts where organization_id = ${organizationId}`),
    ).toBe(0);
    const { body: log } = await owner.call(audit.listAudit, { query: {} });
    expect(log.items.map(({ action }) => action)).toContain('example.created');
    expect(log.items[0]).toMatchObject({ action: 'example.removed', target: 'Example project' });

    expect((await remove(owner)).status).toBe(404);
    expect((await create(owner)).status).toBe(201);
  });

  it('goes while its runs are at work', async () => {
    const { owner } = await createTenant(app);
    await create(owner);
    const both = await Promise.all([remove(owner), remove(owner)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await listRuns(owner)).toEqual([]);
    expect(await listProjects(owner)).toEqual([]);
  });

  it('leaves what somebody changed or added, with its runs', async () => {
    const { owner } = await createTenant(app);
    const { body: project } = await create(owner);
    await untilEnded(owner);
    const [first] = await listSuites(owner);
    const suiteId = String(first?.id);
    await owner.call(suites.renameSuite, { params: { suiteId }, body: { name: 'Ours' } });
    await owner.call(suites.createSuite, {
      body: { name: 'Added', projectId: project.id, platform: 'webchat' },
    });
    expect((await remove(owner)).body).toEqual({ keptSuites: 2 });
    expect(await listProjects(owner)).toMatchObject([{ id: project.id, isExample: false }]);
    expect((await listSuites(owner)).map(({ name }) => name)).toEqual(['Added', 'Ours']);
    expect(new Set((await listRuns(owner)).map((run) => run.suiteId))).toEqual(new Set([suiteId]));
    // It is an ordinary project now, so another example can be created.
    expect((await create(owner)).body.name).toBe('Example project 2');
  });

  it('sends no alerts, until somebody makes a suite of it their own', async () => {
    const { owner } = await createTenant(app);
    await owner.call(alerts.createAlertChannel, {
      body: {
        name: 'All',
        target: { kind: 'webhook', url: 'https://alerts.test/' },
        isEnabled: true,
        classes: [],
        afterMinutes: 0,
        remindEveryMinutes: null,
      },
    });
    await create(owner);
    const { organizationId } = owner;
    const opened = () =>
      count(sql`select count(*) n from alerts where organization_id = ${organizationId}`);
    const deliveries = () =>
      count(sql`select count(*) n from alert_deliveries where organization_id = ${organizationId}`);
    await vi.waitFor(async () => expect(await opened()).toBe(1), {
      timeout: 30_000,
      interval: 200,
    });
    await app.platform.news.publish(app.platform.db, 'alerts:changed');
    await new Promise((passed) => setTimeout(passed, 500));
    expect(await deliveries()).toBe(0);
    const loans = (await listSuites(owner)).find(({ name }) => name === 'Loans');
    const suiteId = String(loans?.id);
    await owner.call(suites.renameSuite, { params: { suiteId }, body: { name: 'Our loans' } });
    await vi.waitFor(async () => expect(await deliveries()).toBe(1), { timeout: 30_000 });
  });

  it('is refused beyond a quota, and then nothing is made', async () => {
    const { owner } = await createTenant(app, { subscriptionStatus: 'trialEnded' });
    const { status } = await create(owner);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await listProjects(owner)).toEqual([]);
  });

  it('has no monitors where the plan has none', async () => {
    const { owner } = await createTenant(app, { planId: 'startup', subscriptionStatus: 'enabled' });
    expect((await create(owner)).status).toBe(201);
    expect((await listSuites(owner)).map(({ isMonitoring }) => isMonitoring)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
