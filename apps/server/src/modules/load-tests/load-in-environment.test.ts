/** Tests load tests in an environment: the host and values that they use, and the places where secrets must not appear. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadTests as endpoints, environments, projects, suites } from '@parley/contract';
import { noLoad } from '@parley/suite';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadTests } from '../../db/schema/index.ts';
import { createOrganizationEgress } from '../../platform/egress/organization-egress.ts';
import type { LeasedWorker } from '../../platform/leased-work/leased-work.ts';
import { requestLoadTest, startLoadTest, untilLoadEnded } from '../../test/load-suite.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { type ClaimedShare, claimShare, renewAndReport } from './load-leases.ts';
import { startLoadWorker } from './load-worker.ts';

const token = `p@ss/7+w"rd' <&>=`;
const password = 'sesame open now';

let bots: Server[];
let hosts: string[];
let app: TestApp;
let ada: Member;
let asked: string[] = [];
const workers: LeasedWorker[] = [];

const startBot = async () => {
  const bot = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    asked.push(`${request.headers.host} ${JSON.stringify(request.headers)} ${text}`);
    response.writeHead(200, { 'content-type': 'application/json' });
    const told = [
      token,
      encodeURIComponent(token),
      Buffer.from(token).toString('base64'),
      password,
    ];
    response.end(JSON.stringify({ text: `Welcome ${told.join(' ')}` }));
  });
  await new Promise<void>((listening) => bot.listen(0, '127.0.0.1', listening));
  return bot;
};

beforeAll(async () => {
  bots = await Promise.all([startBot(), startBot()]);
  hosts = bots.map((bot) => `127.0.0.1:${(bot.address() as AddressInfo).port}`);
  app = await startTestApp({
    hasWorker: false,
    reachable: hosts,
    settings: { PARLEY_LOAD_TARGETS: hosts[0] as string, PARLEY_LOAD_TESTING_FOR: '*' },
  });
  ada = (await createTenant(app, { planId: 'enterprise' })).owner;
});

afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close();
  await app.platform.db.delete(loadTests);
  asked = [];
});

afterAll(async () => {
  await app.close();
  for (const bot of bots) bot.close();
});

const startWorker = async () =>
  workers.push(
    await startLoadWorker(app.platform, createOrganizationEgress(app.platform.config, hosts)),
  );

let made = 0;

async function createSuite(source: string) {
  const project = await ada.call(projects.createProject, { body: { name: `Shop ${++made}` } });
  const projectId = project.body.id;
  const body = { name: 'Shop', projectId, platform: 'webchat' as const, source };
  const stored = await ada.call(suites.createSuite, { body });
  if (stored.status !== 201) throw new Error(stored.text);
  return { projectId, suiteId: stored.body.id };
}

async function createEnvironment(projectId: string, name: string, change: object = {}) {
  const { body } = await ada.call(environments.createEnvironment, {
    params: { projectId },
    body: {
      name,
      variables: { api: `http://${hosts[0]}`, user: 'Ada' },
      secrets: { token, password },
      ...change,
    },
  });
  return body;
}

const suiteAt = (url: string, expectation = 'welcome') => `configuration:
  syntax: 2
  secretsInMessages: [password]
  channel:
    kind: http
    url: "${url}"
    headers: { x-user: "{{user}}", authorization: "Bearer {{secret.token}}" }
---
- test: A
- my password is {{secret.password}}: ${expectation}
`;

const steady = (users: number) => ({
  profile: { kind: 'steady' as const, users, durationS: 1 },
  thinkTimeMs: 50,
  thresholds: [],
});

describe('a load test in an environment', () => {
  it('uses its values, and says which environment it was', async () => {
    const { projectId, suiteId } = await createSuite(suiteAt('{{api}}/chat'));
    await createEnvironment(projectId, 'Staging');
    await startWorker();
    const { id } = await startLoadTest(ada, { suiteId, environment: 'staging', ...steady(2) });
    expect(await untilLoadEnded(ada, id)).toMatchObject({
      status: 'passed',
      environment: 'Staging',
      environmentVersion: 1,
      targetHost: hosts[0],
    });
    expect(asked[0]).toContain('"x-user":"Ada"');
    expect(asked[0]).toContain(JSON.stringify(`Bearer ${token}`));
    expect(asked[0]).toContain(password);
    const { body } = await ada.call(endpoints.listLoadTests, { query: { suiteId } });
    expect(body.items).toMatchObject([{ id, environment: 'Staging' }]);
  });

  it('keeps no secret that a failing bot repeats', async () => {
    const { projectId, suiteId } = await createSuite(
      suiteAt('{{api}}/chat?key={{secret.token}}', '"no {{secret.token}} here"'),
    );
    await createEnvironment(projectId, 'staging');
    await startWorker();
    const { id } = await startLoadTest(ada, { suiteId, environment: 'staging', ...steady(2) });
    await untilLoadEnded(ada, id);
    const params = { loadTestId: id };
    const report = await ada.call(endpoints.getLoadReport, { params });
    expect(report.body.failures[0]?.turns[0]).toMatchObject({
      sent: 'my password is ***',
      reply: expect.stringMatching(/^Welcome [*]{3} [*]{3} [*]{3}\S* [*]{3}$/),
    });
    const files = await Promise.all(
      (['json', 'junit', 'csv'] as const).map((format) =>
        ada.call(endpoints.exportLoadTest, { params, query: { format } }),
      ),
    );
    const rows = await app.platform.db.execute<{ text: string }>(sql`
      select to_jsonb(t)::text as text from load_tests t
      union all select to_jsonb(t)::text from load_results t
      union all select to_jsonb(t)::text from load_samples t`);
    const kept = [
      report.text,
      ...files.map(({ text }) => text),
      ...rows.rows.map((row) => row.text),
    ];
    expect(kept.join('\n')).toContain('my password is ***');
    const forms = [token, JSON.stringify(token).slice(1, -1), encodeURIComponent(token)];
    const parts = ['p@ss', Buffer.from(token).toString('base64').slice(0, 12), password, 'sesame'];
    for (const form of [...forms, ...parts]) expect(kept.join('\n')).not.toContain(form);
  });

  it('needs a proof for the host that its values lead to', async () => {
    const { projectId, suiteId } = await createSuite(
      suiteAt('{{api}}/chat').replace(
        'syntax: 2',
        `syntax: 2\n  variables: { api: "http://${hosts[0]}", user: Bo }`,
      ),
    );
    await createEnvironment(projectId, 'mine');
    await createEnvironment(projectId, 'foreign', { variables: { api: `http://${hosts[1]}` } });
    const wish = { suiteId, ...steady(100), thinkTimeMs: 0 };
    const foreign = await requestLoadTest(ada, { ...wish, environment: 'foreign' });
    expect([foreign.status, foreign.error?.code]).toEqual([403, 'target_not_proven']);
    expect((await requestLoadTest(ada, { ...wish, environment: 'mine' })).status).toBe(202);
    const targetIn = async (environment: string) =>
      (await ada.call(endpoints.getLoadTarget, { params: { suiteId }, query: { environment } }))
        .body;
    expect(await targetIn('foreign')).toMatchObject({ host: hosts[1], isProven: false });
    expect(await targetIn('mine')).toMatchObject({ host: hosts[0], isProven: true });
  });

  it.each([
    ['a host from a secret', 'https://{{secret.token}}/chat', {}, 'comes from a secret'],
    ['a name without a value', '{{api}}/{{path}}', {}, '{{path}} has no value'],
    ['a header without a value', 'http://HOST/chat', { variables: {} }, '{{user}} has no value'],
    ['a secret without a value', '{{api}}?k={{secret.key}}', {}, '{{secret.key}} has no value'],
  ])('is refused with %s', async (_, url, change, message) => {
    const { projectId, suiteId } = await createSuite(suiteAt(url.replace('HOST', hosts[0] ?? '')));
    await createEnvironment(projectId, 'staging', change);
    const refused = await requestLoadTest(ada, { suiteId, environment: 'staging' });
    expect([refused.status, refused.error?.code]).toEqual([422, 'suite_not_runnable']);
    expect(refused.error?.message).toContain(message);
  });

  it('is refused in an environment that the project does not have, and without the one it needs', async () => {
    const { projectId, suiteId } = await createSuite(suiteAt('{{api}}/chat'));
    await createEnvironment(projectId, 'staging');
    const mistyped = await requestLoadTest(ada, { suiteId, environment: 'stagging' });
    expect(mistyped.error).toMatchObject({ code: 'suite_not_runnable', hint: 'It has: staging.' });
    const without = await requestLoadTest(ada, { suiteId });
    expect(without.error?.code).toBe('suite_not_runnable');
    expect(without.error?.message).toContain('has no value');
  });

  it.each(['changed', 'deleted'] as const)(
    'does not pass if the environment was %s first',
    async (how) => {
      const { projectId, suiteId } = await createSuite(suiteAt('{{api}}/chat'));
      const { id: environmentId } = await createEnvironment(projectId, 'staging');
      const { id } = await startLoadTest(ada, { suiteId, environment: 'staging', ...steady(2) });
      const params = { projectId, environmentId };
      if (how === 'deleted') await ada.call(environments.deleteEnvironment, { params });
      else {
        const body = { variables: { api: `http://${hosts[1]}`, user: 'Ada' } };
        await ada.call(environments.updateEnvironment, { params, body });
      }
      await startWorker();
      expect(await untilLoadEnded(ada, id)).toMatchObject({ status: 'interrupted' });
      expect(asked).toEqual([]);
      const { body } = await ada.call(endpoints.getLoadReport, { params: { loadTestId: id } });
      expect(body.incidents[0]?.message).toContain(`The environment “staging” was ${how}`);
    },
  );

  it('does not pass if only a part of it could use its environment', async () => {
    const { projectId, suiteId } = await createSuite(suiteAt('{{api}}/chat'));
    await createEnvironment(projectId, 'staging');
    const { id } = await startLoadTest(ada, { suiteId, environment: 'staging', ...steady(20) });
    const { db } = app.platform;
    const shares = [await claimShare(db, 'here'), await claimShare(db, 'here')];
    const [ran, lost] = shares.map((share) => ({
      ...(share as ClaimedShare),
      samples: [],
      isDone: true,
    }));
    if (!ran || !lost) throw new Error('No share was due');
    const counts = { ...noLoad.counts, started: 1, passed: 1 };
    const result = { totals: { ...noLoad, counts }, failures: [] };
    await renewAndReport(db, 'here', [
      { ...ran, result },
      { ...lost, whyLost: 'It was changed.' },
    ]);
    expect(await untilLoadEnded(ada, id)).toMatchObject({ status: 'interrupted' });
    const { body } = await ada.call(endpoints.getLoadReport, { params: { loadTestId: id } });
    expect(body.incidents).toMatchObject([{ message: 'It was changed.' }]);
  });
});
