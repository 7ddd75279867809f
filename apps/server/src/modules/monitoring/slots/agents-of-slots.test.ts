/** Tests which agent a monitor tests, if the agent changes or goes between two slots. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { agents, projects, suites } from '@parley/contract';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alerts, runs, suites as stored } from '../../../db/schema/index.ts';
import { createOrganizationEgress } from '../../../platform/egress/organization-egress.ts';
import { untilEnded } from '../../../test/bot-suite.ts';
import { letAnHourPass, slotsOf } from '../../../test/monitor-slots.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { startRunWorker } from '../../runs/work/run-worker.ts';
import { judgeSlots } from './judge-slots.ts';
import { startDueRuns } from './start-due-runs.ts';

let bot: Server;
let host: string;
let app: TestApp;
let ada: Member;
const called: string[] = [];

beforeEach(async () => {
  called.length = 0;
  bot = createServer(async (request, response) => {
    await json(request);
    called.push(`${request.url}`);
    const text = request.url === '/new' ? 'broken' : 'welcome';
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ text }));
  });
  await new Promise<void>((listening) => bot.listen(0, '127.0.0.1', listening));
  host = `127.0.0.1:${(bot.address() as AddressInfo).port}`;
  app = await startTestApp({ hasWorker: false });
  ada = (await createTenant(app, { planId: 'enterprise', subscriptionStatus: 'enabled' })).owner;
});

afterEach(async () => {
  await app.close();
  bot.close();
});

const agent = (path: string, version: string) =>
  `agent: Support\nversion: "${version}"\nchannel: { kind: http, url: "http://${host}/${path}" }\n`;

const createProject = async (name: string): Promise<string> =>
  (await ada.call(projects.createProject, { body: { name } })).body.id;

/** Creates a monitored suite that names the agent "Support" of its project. */
async function createMonitored() {
  const projectId = await createProject('Shop');
  const body = { source: agent('old', '1.0') };
  const made = await ada.call(agents.createAgent, { params: { projectId }, body });
  const source = 'configuration:\n  syntax: 2\n  agent: Support\n---\n- test: A\n- hi: welcome\n';
  const suite = await ada.call(suites.createSuite, {
    body: { projectId, platform: 'webchat', name: 'Greeting', source },
  });
  const suiteId = suite.body.id;
  const set = await ada.call(suites.setMonitoring, {
    params: { suiteId },
    body: { isMonitoring: true, monitoringConfig: { everyMinutes: 60 } },
  });
  expect([made.status, suite.status, set.status]).toEqual([201, 201, 200]);
  const change = (path: string, version: string) =>
    ada.call(agents.updateAgent, {
      params: { projectId, agentId: made.body.id },
      body: { source: agent(path, version) },
    });
  return { suiteId, change };
}

/** Moves the slots so far an hour into the past and starts the next one. */
async function fallDue(suiteId: string): Promise<void> {
  await startDueRuns(app.platform);
  await letAnHourPass(app.platform.db, suiteId);
  await startDueRuns(app.platform);
}

/** Runs what is queued, and evaluates its slots. */
async function work(): Promise<void> {
  const egress = createOrganizationEgress(app.platform.config, [host]);
  const worker = await startRunWorker(app.platform, egress);
  for (const { id } of await app.platform.db.select().from(runs)) await untilEnded(ada, id);
  await worker.close();
  await judgeSlots(app.platform);
}

const ranSlots = async (suiteId: string) =>
  (await slotsOf(app.platform.db, suiteId)).filter(({ outcome }) => outcome !== 'missed');

describe('a monitor of a suite that names an agent', () => {
  it('tests the agent as it is at each slot, and finds that a new version is broken and repaired', async () => {
    const { suiteId, change } = await createMonitored();
    await fallDue(suiteId);
    await work();
    expect((await change('new', '2.0')).status).toBe(200);
    await fallDue(suiteId);
    await work();
    await change('old', '2.1');
    await fallDue(suiteId);
    await work();
    expect([...new Set(called)]).toEqual(['/old', '/new']);
    const results = (await ranSlots(suiteId)).map(({ result }) => result);
    expect(results.at(-1)).toBe('passed');
    expect(results).toContain('failed');
    const all = await app.platform.db.select().from(runs).orderBy(runs.createdAt);
    expect(all.map(({ source }) => /version: "?([\d.]+)/.exec(source)?.[1])).toEqual(
      expect.arrayContaining(['1.0', '2.0', '2.1']),
    );
  });

  it('tests the newer agent if its run was still queued when the next slot was due', async () => {
    const { suiteId, change } = await createMonitored();
    await fallDue(suiteId);
    await change('new', '2.0');
    await fallDue(suiteId);
    await work();
    expect(called).toEqual(['/new']);
    expect((await ranSlots(suiteId)).map(({ result }) => result)).toEqual(['failed']);
  });

  it('keeps the agent of a queued run if the agent changes before the run starts', async () => {
    const { suiteId, change } = await createMonitored();
    await startDueRuns(app.platform);
    await fallDue(suiteId);
    await change('new', '2.0');
    await work();
    expect(called).toEqual(['/old']);
    expect((await ranSlots(suiteId)).map(({ result }) => result)).toEqual(['passed']);
  });

  it('fails with an alert, and runs nothing, once the agent is gone', async () => {
    const { suiteId } = await createMonitored();
    const projectId = await createProject('Elsewhere');
    const moved = await ada.call(suites.moveSuite, { params: { suiteId }, body: { projectId } });
    expect(moved.status).toBe(200);
    await fallDue(suiteId);
    await work();
    expect(called).toEqual([]);
    const last = (await slotsOf(app.platform.db, suiteId)).at(-1);
    expect(last).toMatchObject({
      outcome: 'refused',
      result: 'failed',
      failureClasses: ['configuration'],
      reason: expect.stringContaining('There is no agent "Support".'),
    });
    const opened = await app.platform.db.select().from(alerts).where(eq(alerts.suiteId, suiteId));
    expect(opened).toHaveLength(1);
    const body = { source: agent('old', '1.0') };
    await ada.call(agents.createAgent, { params: { projectId }, body });
    await fallDue(suiteId);
    await work();
    expect(called).not.toEqual([]);
    expect((await slotsOf(app.platform.db, suiteId)).at(-1)).toMatchObject({
      outcome: 'run',
      result: 'passed',
    });
  });

  it('repeats no value of its suite in an alert, which other people may read', async () => {
    const { suiteId } = await createMonitored();
    const source =
      'configuration:\n  syntax: 2\n  channel: { kind: http, url: "https://bot.example" }\n  before all:\n    - request: "GET bot.example?token=pa55word"\n---\n- test: A\n- hi: welcome\n';
    await app.platform.db.update(stored).set({ source }).where(eq(stored.id, suiteId));
    await fallDue(suiteId);
    await judgeSlots(app.platform);
    const last = (await slotsOf(app.platform.db, suiteId)).at(-1);
    expect(last).toMatchObject({ outcome: 'refused', result: 'failed' });
    expect(last?.reason).toContain('The test suite has errors');
    const opened = await app.platform.db.select().from(alerts).where(eq(alerts.suiteId, suiteId));
    expect(opened).toHaveLength(1);
    expect(JSON.stringify([last, opened])).not.toContain('pa55word');
  });
});
