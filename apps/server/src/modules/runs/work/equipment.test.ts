/** Tests runs on an installation that lacks something: a phone line, a speech program, or a worker that has them. */
import { apiKeys, devices, runs as endpoints, projects, publicApi, suites } from '@parley/contract';
import { foldEvents } from '@parley/suite';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runs, serverProcesses } from '../../../db/schema/index.ts';
import { createBotSuite, startRun, untilEnded, untilRun } from '../../../test/bot-suite.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

let app: TestApp;
let ada: Member;
let key: string;

beforeAll(async () => {
  // As after `npm start`: no destination is allowed, and there is no trunk.
  app = await startTestApp();
  ada = (await createTenant(app, { planId: 'enterprise' })).owner;
  ({ key } = (await ada.call(apiKeys.createApiKey, { body: { name: 'CI' } })).body);
});

afterEach(async () => {
  await app.platform.db.delete(serverProcesses).where(eq(serverProcesses.id, 'elsewhere'));
  await app.platform.db.delete(runs);
});

afterAll(() => app.close());

const phoneSource = (to: string) => `configuration:
  platform: phone
  channel: { kind: phone, to: '${to}' }
---
- test: Greets the caller
- $DIAL: welcome
`;

let made = 0;

async function createPhoneSuite(source?: string, by = ada): Promise<string> {
  const project = await by.call(projects.createProject, { body: { name: `Line ${++made}` } });
  const stored = await by.call(suites.createSuite, {
    body: {
      name: `Line ${made}`,
      projectId: project.body.id,
      platform: 'phone',
      ...(source !== undefined && { source }),
    },
  });
  expect(stored.status, stored.text).toBe(201);
  return stored.body.id;
}

/** Adds another worker to this installation that reports what it lacks. */
function addWorker(lacks: string[] | null, secondsSilent = 0) {
  return app.platform.db.insert(serverProcesses).values({
    ...{ id: 'elsewhere', role: 'worker', host: 'other', pid: 1, version: '1' },
    ...{ clockAt: new Date(), lacks },
    seenAt: sql`now() - make_interval(secs => ${secondsSilent})`,
  });
}

const start = (suiteId: string, by = ada) =>
  by.call(endpoints.startRun, { params: { suiteId }, body: {} });

async function failureOf(runId: string) {
  const { body } = await ada.call(endpoints.listRunEvents, { params: { runId } });
  return foldEvents(body.events.map(({ event }) => event)).tests[0]?.failure;
}

describe('a new phone suite on a default installation', () => {
  it('is refused with everything that it lacks: the number, and a phone line', async () => {
    const suiteId = await createPhoneSuite();
    const { status, error } = await start(suiteId);
    expect(status).toBe(422);
    expect(error).toMatchObject({
      code: 'suite_not_runnable',
      message: 'The test suite does not specify which phone line to call.',
      hint: expect.stringContaining('Connection tab'),
    });
    expect(error?.problems).toMatchObject([
      {
        path: 'installation.calls',
        message: expect.stringContaining('No phone line is set up'),
        hint: expect.stringMatching(/PARLEY_PHONE_ALLOW.*docs\/phone/),
      },
    ]);
  });

  it('is refused if it names a recording that its project does not have', async () => {
    const source =
      'configuration: { syntax: 2, platform: phone, channel: { kind: phone, to: "sip:a@127.0.0.1" } }\n---\n- test: A\n- $DIAL:\n    - sounds like: greeting.wav\n';
    const suiteId = await createPhoneSuite(source);
    expect((await start(suiteId)).error).toMatchObject({
      code: 'suite_not_runnable',
      message: 'The project has no recording “greeting.wav”.',
      hint: expect.stringContaining('“Recordings” in the menu of the project'),
    });
    const readiness = await ada.call(endpoints.getReadiness, { params: { suiteId } });
    expect(readiness.body.problems.map(({ path }) => path)).toContain('recordings');
  });

  it('says before it is run what it lacks', async () => {
    const suiteId = await createPhoneSuite();
    const { body } = await ada.call(endpoints.getReadiness, { params: { suiteId } });
    expect(body.problems.map(({ path }) => path)).toEqual([
      'configuration.channel',
      'installation.calls',
    ]);
    const webchat = await createBotSuite(ada, { botUrl: 'http://127.0.0.1:9/' });
    const ready = await ada.call(endpoints.getReadiness, { params: { suiteId: webchat } });
    expect(ready.body.problems).toEqual([]);
  });

  it('is refused for the phone line and the trunk once it names a number, also by the public API', async () => {
    const suiteId = await createPhoneSuite(phoneSource('+1 202 555 0123'));
    const { status, error } = await start(suiteId);
    expect(status).toBe(409);
    expect(error).toMatchObject({ code: 'installation_not_ready' });
    expect(error?.problems?.[0]?.message).toContain('No phone line is set up');
    expect(error?.problems?.map(({ path }) => path)).toEqual([
      'installation.calls',
      'installation.trunk',
    ]);
    const answer = await app.call(publicApi.beginRun, {
      token: key,
      params: { suiteId },
      body: {},
    });
    expect(answer.status).toBe(409);
    expect(answer.error).toEqual(error);
    const { body } = await ada.call(endpoints.listRuns, { query: { suiteId } });
    expect(body.items).toEqual([]);
  });
});

describe('a run that a worker elsewhere could carry out', () => {
  it('waits for that worker and says so, and ends with what is missing once the worker is gone', async () => {
    await addWorker([]);
    const suiteId = await createPhoneSuite(phoneSource('sip:bank@127.0.0.1:5080'));
    const { status, body, text } = await start(suiteId);
    expect(status, text).toBe(202);
    expect(body.waiting).toMatchObject({
      for: 'equipped-worker',
      message: expect.stringContaining('a worker that can place calls'),
    });
    // By then, this process's worker must have seen the run and left it.
    const webchat = await createBotSuite(ada, { botUrl: 'http://127.0.0.1:9/' });
    await untilEnded(ada, (await startRun(ada, webchat)).id);
    const still = await ada.call(endpoints.getRun, { params: { runId: body.id } });
    expect(still.body).toMatchObject({ status: 'queued', waiting: { for: 'equipped-worker' } });

    await app.platform.db.delete(serverProcesses).where(eq(serverProcesses.id, 'elsewhere'));
    expect(await untilEnded(ada, body.id)).toMatchObject({ status: 'error' });
    expect(await failureOf(body.id)).toMatchObject({ class: 'configuration' });
  });

  it('is not refused if a worker of the previous release may have what is needed', async () => {
    await addWorker(null);
    const suiteId = await createPhoneSuite(phoneSource('sip:bank@127.0.0.1:5080'));
    expect((await start(suiteId)).status).toBe(202);
  });

  it('is refused if that worker has been silent for long, or lacks it as well', async () => {
    const suiteId = await createPhoneSuite(phoneSource('sip:bank@127.0.0.1:5080'));
    await addWorker([], 120);
    expect((await start(suiteId)).status).toBe(409);
    await app.platform.db.delete(serverProcesses).where(eq(serverProcesses.id, 'elsewhere'));
    await addWorker(['calls']);
    expect((await start(suiteId)).status).toBe(409);
  });
});

describe('a run that a monitor queued, which nobody can carry out', () => {
  it('ends at once with what is missing', async () => {
    const suiteId = await createPhoneSuite(phoneSource('sip:bank@127.0.0.1:5080'));
    await app.platform.db.execute(
      sql`update suites set is_monitoring = true where id = ${suiteId}`,
    );
    await app.platform.db.execute(
      sql`insert into monitors (suite_id, organization_id, next_at)
          values (${suiteId}, ${ada.organizationId}, now() - interval '1 second')
          on conflict (suite_id) do update set next_at = excluded.next_at`,
    );
    let runId = '';
    await expect
      .poll(
        async () => {
          const { body } = await ada.call(endpoints.listRuns, { query: { suiteId } });
          runId = body.items[0]?.id ?? '';
          return body.items[0]?.status;
        },
        { timeout: 20_000 },
      )
      .toBe('error');
    expect((await failureOf(runId))?.message).toContain('may not call');
  });
});

describe('a queued run says what it waits for', () => {
  it('names the run that has the virtual device', async () => {
    const device = await ada.call(devices.createDevice, {
      body: {
        name: 'Visitor',
        locale: 'en-US',
        concurrencyLimit: 1,
        settings: {
          platform: 'webchat',
          browser: 'chrome-windows',
          viewport: { width: 1280, height: 800 },
        },
      },
    });
    const suiteId = await createBotSuite(ada, { botUrl: 'http://127.0.0.1:9/' });
    const updated = await ada.call(suites.updateSuite, {
      params: { suiteId },
      body: { deviceId: device.body.id },
    });
    expect(updated.status, updated.text).toBe(200);
    const first = await startRun(ada, suiteId);
    await untilEnded(ada, first.id);
    await app.platform.db
      .update(runs)
      .set({
        status: 'running',
        conversationsHeld: 1,
        leaseExpiresAt: sql`now() + interval '1 hour'`,
      })
      .where(eq(runs.id, first.id));
    const second = await startRun(ada, suiteId);
    const { body } = await ada.call(endpoints.getRun, { params: { runId: second.id } });
    expect(body.waiting).toEqual({
      for: 'device',
      message: 'Waiting for the virtual device Visitor, which is in use.',
      runs: [{ id: first.id, suiteName: 'Opening hours', status: 'running' }],
    });
    await app.platform.db.update(runs).set({ status: 'passed' }).where(eq(runs.id, first.id));
    const ended = await untilEnded(ada, second.id);
    expect(ended.waiting).toBeUndefined();
  });
});

describe('without a worker', () => {
  it('a queued run says that none is running, then how many are ahead', async () => {
    const idle = await startTestApp({ hasWorker: false });
    try {
      const by = (await createTenant(idle, { planId: 'enterprise' })).owner;
      const suiteId = await createBotSuite(by, { botUrl: 'http://127.0.0.1:9/' });
      const first = await startRun(by, suiteId);
      expect(first.waiting).toMatchObject({
        for: 'worker',
        message: expect.stringContaining('none is running'),
      });
      await idle.platform.db.insert(serverProcesses).values({
        ...{ id: 'elsewhere', role: 'worker', host: 'other', pid: 1, version: '1' },
        ...{ clockAt: new Date(), lacks: [] },
      });
      const second = await startRun(by, suiteId);
      expect(second.waiting).toEqual({
        for: 'place',
        message: 'Waiting for a place in the queue: 1 run is ahead.',
      });
      const again = await untilRun(by, first.id, ({ status }) => status === 'queued');
      expect(again.waiting).toMatchObject({ for: 'place' });
    } finally {
      await idle.close();
    }
  });
});
