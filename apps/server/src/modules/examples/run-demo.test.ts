import { examples, projects, runs, suites } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilEnded } from '../../test/bot-suite.ts';
import { createTenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

let bot: DemoBot;
let app: TestApp;

beforeAll(async () => {
  bot = await startDemoBot();
  const { host, port } = new URL(bot.url);
  app = await startTestApp({
    reachable: [host],
    settings: {
      PARLEY_DEMO_BOT: 'on',
      PARLEY_DEMO_BOT_PORT: port,
      // Nothing else in the operator's network is reachable.
      PARLEY_EGRESS_ALLOW: '',
    },
  });
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

describe('a run against the demo bot', () => {
  it('needs no project, and passes', async () => {
    const { owner } = await createTenant(app);
    const { status, body } = await owner.call(examples.runDemo, { body: {} });
    expect(status).toBe(202);
    expect(body).toMatchObject({ projectName: 'Demo bot', suiteName: 'First conversation' });
    const ended = await untilEnded(owner, body.id);
    expect(ended).toMatchObject({ status: 'passed', counts: { total: 1, passed: 1 } });
  });

  it('uses the same project and suite each time, also for two calls at once', async () => {
    const { owner, add } = await createTenant(app);
    const member = await add('member');
    const all = await Promise.all(
      [owner, member, owner].map((who) => who.call(examples.runDemo, { body: {} })),
    );
    expect(all.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(all.map(({ body }) => body.suiteId)).size).toBe(1);
    const listed = await owner.call(projects.getProjectHierarchy);
    expect(
      listed.body.flatProjects.map(({ name, testSuiteCount }) => [name, testSuiteCount]),
    ).toEqual([['Demo bot', 1]]);
    expect((await owner.call(runs.listRuns, { query: {} })).body.items).toHaveLength(3);
  });

  it('leaves a suite alone that was edited since', async () => {
    const { owner } = await createTenant(app);
    const first = await owner.call(examples.runDemo, { body: {} });
    const suiteId = String(first.body.suiteId);
    const { source } = (await owner.call(suites.getSuite, { params: { suiteId } })).body;
    const edited = source.replace('Monday to Friday', 'on Sundays');
    await owner.call(suites.updateSuite, { params: { suiteId }, body: { source: edited } });
    const second = await owner.call(examples.runDemo, { body: {} });
    expect(second.body.suiteId).not.toBe(suiteId);
    expect((await untilEnded(owner, second.body.id)).status).toBe('passed');
  });

  it('goes into the project that is named', async () => {
    const { owner } = await createTenant(app);
    const { body: project } = await owner.call(projects.createProject, { body: { name: 'Shop' } });
    const { body } = await owner.call(examples.runDemo, { body: { projectId: project.id } });
    expect(body.projectName).toBe('Shop');
    const listed = await owner.call(projects.getProjectHierarchy);
    expect(listed.body.flatProjects).toHaveLength(1);
  });

  it('knows no project of another organization', async () => {
    const { owner } = await createTenant(app);
    const other = await createTenant(app);
    const { body: foreign } = await other.owner.call(projects.createProject, {
      body: { name: 'Theirs' },
    });
    const { status } = await owner.call(examples.runDemo, { body: { projectId: foreign.id } });
    expect(status).toBe(404);
    expect((await owner.call(projects.getProjectHierarchy)).body.flatProjects).toEqual([]);
  });

  it('is refused without a session', async () => {
    const params = { userId: 'somebody', orgId: 'somewhere' };
    expect((await app.call(examples.runDemo, { params, body: {} })).status).toBe(401);
  });
});

describe('an installation without the demo bot', () => {
  it('says so, and creates nothing', async () => {
    const plain = await startTestApp({ hasWorker: false });
    const { owner } = await createTenant(plain);
    const { status, error } = await owner.call(examples.runDemo, { body: {} });
    expect([status, error?.code]).toEqual([422, 'suite_not_runnable']);
    expect((await owner.call(projects.getProjectHierarchy)).body.flatProjects).toEqual([]);
    await plain.close();
  });
});
