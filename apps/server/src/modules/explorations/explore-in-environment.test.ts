/** Tests explorations in an environment: the values that they use, and the places where secrets must not appear. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { explorations as endpoints, environments, projects, suites } from '@parley/contract';
import { createEgress } from '@parley/egress';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeasedWorker } from '../../platform/leased-work/leased-work.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { startConversationWorker } from './conversation-worker.ts';

const token = `p@ss/7+w"rd' <&>=`;

let bot: Server;
let host: string;
let app: TestApp;
let ada: Member;
let worker: LeasedWorker;
let asked: string[] = [];
let made = 0;

beforeAll(async () => {
  bot = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    asked.push(`${request.url} ${JSON.stringify(request.headers)} ${text}`);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        text: `Welcome ${token}`,
        buttons: [{ title: 'Again', value: `again ${token}` }],
      }),
    );
  });
  await new Promise<void>((listening) => bot.listen(0, '127.0.0.1', listening));
  host = `127.0.0.1:${(bot.address() as AddressInfo).port}`;
  app = await startTestApp({ hasWorker: false });
  ada = (await createTenant(app)).owner;
  worker = await startConversationWorker(app.platform, {
    egressOf: async () => createEgress({ allow: ['127.0.0.0/8:*'] }),
  });
});

afterAll(async () => {
  await worker.close();
  await app.close();
  bot.close();
});

async function createSuite(syntax = 'syntax: 2', url = '{{api}}/{{user}}') {
  const project = await ada.call(projects.createProject, { body: { name: `Shop ${++made}` } });
  const projectId = project.body.id;
  const source = `configuration:
  ${syntax}
  channel:
    kind: http
    url: "${url}"
    headers: { authorization: "Bearer {{secret.token}}" }
---
- test: A
- hello: welcome
`;
  const body = { name: 'Shop', projectId, platform: 'webchat' as const, source };
  const stored = await ada.call(suites.createSuite, { body });
  if (stored.status !== 201) throw new Error(stored.text);
  return { projectId, suiteId: stored.body.id };
}

const createEnvironment = async (projectId: string, change: object = {}) =>
  (
    await ada.call(environments.createEnvironment, {
      params: { projectId },
      body: {
        name: 'Staging',
        variables: { api: `http://${host}`, user: 'ada' },
        secrets: { token },
        ...change,
      },
    })
  ).body;

const explore = (suiteId: string, environment?: string) =>
  ada.call(endpoints.createExploration, {
    body: { suiteId, ...(environment !== undefined && { environment }) },
  });

const converse = (explorationId: string, ...texts: string[]) =>
  ada.call(endpoints.startConversation, {
    params: { explorationId },
    body: { path: texts.map((text) => ({ kind: 'text' as const, text })) },
  });

async function eventsWith(explorationId: string, last: string, count = 1) {
  const list = async () =>
    (await ada.call(endpoints.listExplorationEvents, { params: { explorationId } })).body.events;
  const isLast = async () => (await list()).filter(({ event }) => event.type === last).length;
  await expect.poll(isLast, { timeout: 15_000 }).toBe(count);
  return (await list()).map(({ event }) => event);
}

describe('an exploration in an environment', () => {
  it('uses its values, names it, and keeps no secret that the bot repeats', async () => {
    asked = [];
    const { projectId, suiteId } = await createSuite();
    await createEnvironment(projectId);
    const { body } = await explore(suiteId, 'staging');
    expect(body).toMatchObject({ environment: 'Staging', botAddress: `http://${host}/ada` });
    await converse(body.id, 'hello', 'Again');
    const events = await eventsWith(body.id, 'heard', 2);
    expect(asked[0]).toContain('/ada');
    expect(asked[0]).toContain(JSON.stringify(`Bearer ${token}`));
    // The pressed button really sent the secret that the bot had put into it.
    expect(asked[1]).toContain(JSON.stringify(token).slice(1, -1));
    expect(events.filter(({ type }) => type === 'heard')).toMatchObject([
      { reply: { text: 'Welcome ***' } },
      { sent: 'again ***', reply: { text: 'Welcome ***' } },
    ]);
    const { rows } = await app.platform.db.execute<{ text: string }>(sql`
      select to_jsonb(t)::text as text from explorations t
      union all select to_jsonb(t)::text from exploration_events t`);
    const kept = JSON.stringify(rows);
    for (const form of [token, JSON.stringify(token).slice(1, -1), 'p@ss'])
      expect(kept).not.toContain(form);
    const listed = (await ada.call(endpoints.listExplorations, {})).body.items;
    expect(listed.find(({ id }) => id === body.id)).toMatchObject({ environment: 'Staging' });
  });

  it('uses the values at the start of each conversation', async () => {
    const { projectId, suiteId } = await createSuite();
    const { id: environmentId } = await createEnvironment(projectId);
    const { body } = await explore(suiteId, 'Staging');
    asked = [];
    await converse(body.id, 'one');
    await eventsWith(body.id, 'heard', 1);
    const change = {
      variables: { api: `http://${host}`, user: 'bo' },
      secrets: { token: 'tok-3n-4711' },
    };
    await ada.call(environments.updateEnvironment, {
      params: { projectId, environmentId },
      body: change,
    });
    await converse(body.id, 'two');
    await eventsWith(body.id, 'heard', 2);
    expect(asked[1]).toContain('/bo');
    expect(asked[1]).toContain('Bearer tok-3n-4711');
  });

  it('starts no conversation once the environment was deleted', async () => {
    const { projectId, suiteId } = await createSuite();
    const { id: environmentId } = await createEnvironment(projectId);
    const { body } = await explore(suiteId, 'staging');
    await ada.call(environments.deleteEnvironment, { params: { projectId, environmentId } });
    asked = [];
    const refused = await converse(body.id, 'hello');
    expect(refused.error).toMatchObject({
      code: 'suite_not_runnable',
      message: 'The environment “Staging” was deleted.',
    });
    expect(asked).toEqual([]);
  });

  it('is refused with a mistyped name, with a name without a value, and without a suite', async () => {
    const { projectId, suiteId } = await createSuite();
    await createEnvironment(projectId, { variables: { api: `http://${host}` } });
    expect((await explore(suiteId, 'stagging')).error?.hint).toBe('It has: Staging.');
    const lacking = await explore(suiteId, 'staging');
    expect(lacking.error?.message).toContain('{{user}} has no value');
    expect(lacking.error?.hint).toContain('Add it to the environment “Staging”');
    expect((await explore(suiteId)).error?.message).toContain('has no value');
    const channel = { kind: 'http' as const, url: `http://${host}` };
    const other = await ada.call(endpoints.createExploration, {
      body: { channel, environment: 'Staging' },
    });
    expect([other.status, other.error?.code]).toEqual([400, 'invalid_request']);
  });

  it('has only a label in version 1 of the syntax, as a run has', async () => {
    const { projectId, suiteId } = await createSuite('locale: en-US', `http://${host}/v1`);
    await createEnvironment(projectId);
    asked = [];
    const { body } = await explore(suiteId, 'staging');
    await converse(body.id, 'hello');
    await eventsWith(body.id, 'heard', 1).catch(() => undefined);
    expect(asked.join('\n')).not.toContain(token);
  });
});
