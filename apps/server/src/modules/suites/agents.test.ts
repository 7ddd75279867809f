/** Tests agents of projects: their texts, the suites that name them, and what runs keep of them. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import {
  agents,
  explorations,
  forPrograms,
  loadTests,
  projects,
  publicApi,
  runs,
  suites,
} from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganizationEgress } from '../../platform/egress/organization-egress.ts';
import type { LeasedWorker } from '../../platform/leased-work/leased-work.ts';
import { startRun, untilEnded } from '../../test/bot-suite.ts';
import { createKey } from '../../test/filled-organization.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { startRunWorker } from '../runs/work/run-worker.ts';

let bot: Server;
let host: string;
let app: TestApp;
let ada: Member;
let stranger: Member;
let key: string;
let worker: LeasedWorker;
/** Paths that the bot was called at, with the credential of each call. */
const called: string[] = [];

beforeAll(async () => {
  bot = createServer(async (request, response) => {
    await json(request);
    called.push(`${request.url} ${request.headers.authorization ?? ''}`.trim());
    const text = request.url === '/old' ? 'old' : 'new';
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ text }));
  });
  await new Promise<void>((listening) => bot.listen(0, '127.0.0.1', listening));
  host = `127.0.0.1:${(bot.address() as AddressInfo).port}`;
  app = await startTestApp({ hasWorker: false });
  const acme = await createTenant(app, { planId: 'enterprise' });
  ada = acme.owner;
  stranger = (await createTenant(app, { name: 'Other' })).owner;
  ({ key } = await createKey(ada));
  worker = await startRunWorker(
    app.platform,
    createOrganizationEgress(app.platform.config, [host]),
  );
});

afterAll(async () => {
  await worker.close();
  await app.close();
  bot.close();
});

let made = 0;

async function createProject(parentProjectId?: string): Promise<string> {
  const body = { name: `Shop ${++made}`, ...(parentProjectId && { parentProjectId }) };
  return (await ada.call(projects.createProject, { body })).body.id;
}

const agentText = (path = 'old', { name = 'Support', version = '1.0', more = '' } = {}) =>
  `agent: ${name}\nversion: "${version}"\nchannel: { kind: http, url: "http://${host}/${path}"${more} }\n`;

const tryAdd = (projectId: string, source: string) =>
  ada.call(agents.createAgent, { params: { projectId }, body: { source } });

async function add(projectId: string, source = agentText()): Promise<string> {
  const { status, body, text } = await tryAdd(projectId, source);
  if (status !== 201) throw new Error(text);
  return body.id;
}

const change = (projectId: string, agentId: string, source: string, version?: number) =>
  ada.call(agents.updateAgent, {
    params: { projectId, agentId },
    body: { source, ...(version !== undefined && { version }) },
  });

const suiteText = (expected = 'old', name = 'Support') =>
  `configuration:\n  syntax: 2\n  platform: webchat\n  agent: ${name}\n---\n- test: Greets\n- hi: ${expected}\n`;

const tryCreate = (projectId: string, source = suiteText(), name = 'Greeting') =>
  ada.call(suites.createSuite, { body: { projectId, platform: 'webchat', name, source } });

async function createSuite(projectId: string, source = suiteText(), name = 'Greeting') {
  const { status, body, text } = await tryCreate(projectId, source, name);
  if (status !== 201) throw new Error(text);
  return body;
}

describe('an agent', () => {
  it('is created, listed, changed with its version, and deleted', async () => {
    const projectId = await createProject();
    const params = { projectId };
    const agentId = await add(projectId);
    const listed = await ada.call(agents.listAgents, { params });
    expect(listed.body).toMatchObject([
      { id: agentId, projectId, name: 'Support', agentVersion: '1.0', version: 1 },
    ]);
    const newer = agentText('new', { version: '1.1' });
    expect((await change(projectId, agentId, newer, 1)).body).toMatchObject({
      agentVersion: '1.1',
      version: 2,
    });
    expect((await change(projectId, agentId, newer, 1)).status).toBe(409);
    const place = { params: { projectId, agentId } };
    expect((await ada.call(agents.deleteAgent, place)).status).toBe(204);
    expect((await ada.call(agents.deleteAgent, place)).status).toBe(404);
  });

  it('is refused with errors, with a taken name and as more than one', async () => {
    const projectId = await createProject();
    const refused = await tryAdd(projectId, 'agent: A\nchannel: { kind: http, url: ftp://a }\n');
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('"line":2');
    for (const source of ['', '# none\n', `${agentText()}---\n${agentText('new', { name: 'B' })}`])
      expect((await tryAdd(projectId, source)).status).toBe(422);
    await add(projectId);
    expect((await tryAdd(projectId, agentText('old', { name: 'SUPPORT' }))).status).toBe(409);
  });

  it('is that of the organization, and programs reach it with a key', async () => {
    const projectId = await createProject();
    const params = { projectId };
    const agentId = await add(projectId);
    const place = { params: { projectId, agentId } };
    const body = { source: agentText() };
    expect((await stranger.call(agents.listAgents, { params })).status).toBe(404);
    expect((await stranger.call(agents.createAgent, { params, body })).status).toBe(404);
    expect((await stranger.call(agents.updateAgent, { ...place, body })).status).toBe(404);
    expect((await stranger.call(agents.deleteAgent, place)).status).toBe(404);
    expect((await stranger.call(agents.listAgentUses, place)).status).toBe(404);
    const read = await app.call(forPrograms.readAgents, { token: key, params });
    expect(read.body).toMatchObject([{ id: agentId, name: 'Support' }]);
    // An agent of another project is not reached through this one.
    const other = { projectId: await createProject(), agentId };
    expect((await ada.call(agents.deleteAgent, { params: other })).status).toBe(404);
  });

  it('shows no credential to readers, alone or through a suite, its file or a run', async () => {
    const projectId = await createProject();
    const more = ', headers: { authorization: tok-4711-secret }';
    await add(projectId, agentText('old', { more }));
    const { id: suiteId } = await createSuite(projectId);
    const run = await startRun(ada, suiteId);
    await untilEnded(ada, run.id);
    expect(called.at(-1)).toBe('/old tok-4711-secret');
    const { key: token } = await createKey(ada, 'read');
    const params = { projectId, suiteId, runId: run.id };
    const shown = await app.call(forPrograms.readAgents, { token, params });
    expect(shown.body).toMatchObject([{ isMasked: true }]);
    const texts = [
      shown,
      await app.call(publicApi.readSuite, { token, params }),
      await ada.call(suites.getSuite, { params }),
      await ada.call(runs.listRunEvents, { params }),
      await ada.call(runs.getRunEnvironment, { params }),
      ...(await Promise.all(
        (['botscript', 'rasa', 'zip'] as const).map((format) =>
          ada.call(suites.downloadSuite, { params, query: { format } }),
        ),
      )),
    ].map(({ text }) => text);
    for (const text of texts) expect(text).not.toContain('tok-4711-secret');
  });
});

describe('a suite that names an agent', () => {
  it('is refused if there is no such agent, and does not start once it cannot be resolved', async () => {
    const projectId = await createProject();
    const refused = await tryCreate(projectId);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('There is no agent \\"Support\\".');
    await add(projectId);
    const { id: suiteId } = await createSuite(projectId);
    const elsewhere = await createProject();
    const moved = await ada.call(suites.moveSuite, {
      params: { suiteId },
      body: { projectId: elsewhere },
    });
    expect(moved.status).toBe(200);
    for (const answer of [
      await ada.call(runs.startRun, { params: { suiteId }, body: {} }),
      await ada.call(explorations.createExploration, { body: { suiteId } }),
      await ada.call(loadTests.getLoadTarget, { params: { suiteId } }),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.text).toContain('There is no agent \\"Support\\".');
    }
  });

  it('keeps its agent from being renamed or deleted, and is listed with it', async () => {
    const projectId = await createProject();
    const agentId = await add(projectId);
    await createSuite(projectId, suiteText(), 'First');
    await createSuite(projectId, '- test: agent\n- agent: agent\n', 'Other');
    const place = { params: { projectId, agentId } };
    expect((await ada.call(agents.listAgentUses, place)).body).toMatchObject({
      uses: [{ suiteName: 'First' }],
      isComplete: true,
    });
    for (const answer of [
      await ada.call(agents.deleteAgent, place),
      await change(projectId, agentId, agentText('old', { name: 'Sales' })),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'agent_in_use' } } });
      expect(answer.text).toContain('“First”');
    }
  });

  it('uses the agent of the nearest project, also for its uses, and after it was moved or cloned', async () => {
    const above = await createProject();
    const below = await createProject(above);
    const agentId = await add(above);
    const { id: suiteId } = await createSuite(below);
    const uses = { params: { projectId: above, agentId } };
    expect((await ada.call(agents.listAgentUses, uses)).body.uses).toHaveLength(1);
    const first = await startRun(ada, suiteId);
    expect(await untilEnded(ada, first.id)).toMatchObject({ status: 'passed' });
    await add(below, agentText('new', { version: '2.0' }));
    expect((await ada.call(agents.listAgentUses, uses)).body.uses).toEqual([]);
    const second = await startRun(ada, suiteId);
    expect(await untilEnded(ada, second.id)).toMatchObject({ status: 'failed' });
    const copy = await ada.call(suites.cloneSuite, {
      params: { suiteId },
      query: { projectId: above },
    });
    expect(copy.body.source).toBe(suiteText());
    const third = await startRun(ada, copy.body.id);
    expect(await untilEnded(ada, third.id)).toMatchObject({ status: 'passed' });
  });

  it('is explored and loaded at the address of its agent', async () => {
    const projectId = await createProject();
    await add(projectId);
    const { id: suiteId } = await createSuite(projectId);
    const target = await ada.call(loadTests.getLoadTarget, { params: { suiteId } });
    expect(target.text).toContain(host);
    const exploration = await ada.call(explorations.createExploration, { body: { suiteId } });
    expect(exploration.status).toBe(201);
    expect(exploration.text).toContain(host);
  });

  it('is checked with the agents of its project', async () => {
    const projectId = await createProject();
    await add(projectId);
    const check = async (body: { source: string; projectId?: string }) =>
      (await app.call(publicApi.checkSuite, { token: key, body })).body.problems;
    expect(await check({ source: suiteText(), projectId })).toEqual([]);
    expect(await check({ source: suiteText() })).toMatchObject([{ severity: 'error' }]);
    const copied = `${suiteText()}---\n${agentText('new')}`;
    expect(await check({ source: copied, projectId })).toMatchObject([
      { message: expect.stringContaining('begins the copy of an agent') },
    ]);
  });
});

describe('a run of a suite that names an agent', () => {
  it('tests the agent as it was when it was queued, and says which after a change', async () => {
    const projectId = await createProject();
    const agentId = await add(projectId);
    const { id: suiteId } = await createSuite(projectId);
    const first = await startRun(ada, suiteId);
    expect(await untilEnded(ada, first.id)).toMatchObject({ status: 'passed' });
    await change(projectId, agentId, agentText('new', { version: '2.0' }));
    const next = await startRun(ada, suiteId);
    expect(await untilEnded(ada, next.id)).toMatchObject({ status: 'failed' });
    const agentOf = async (runId: string) =>
      (await ada.call(runs.getRunEnvironment, { params: { runId } })).body.agent;
    expect(await agentOf(first.id)).toEqual({ name: 'Support', version: '1.0' });
    expect(await agentOf(next.id)).toEqual({ name: 'Support', version: '2.0' });
    const gate = await ada.call(runs.judgeGate, {
      params: { runId: next.id },
      query: { baseline: first.id },
    });
    expect(gate.body.remarks?.join('\n')).toContain(
      'version "1.0" of the agent "Support" in the baseline, version "2.0" in the candidate',
    );
  });

  it('is re-evaluated with the evidence sources that its agent had, never with those of a later or another one', async () => {
    const projectId = await createProject();
    const withSources = (sources: string, version: string) =>
      `${agentText('old', { version })}evidence: { sources: [${sources}], settle: 100ms, timeout: 300ms }\n`;
    const agentId = await add(projectId, withSources('support-agent', '1.0'));
    const source = suiteText('old').replace('- hi: old\n', '- hi:\n  - tool refund_order: never\n');
    const { id: suiteId } = await createSuite(projectId, source);
    const run = await startRun(ada, suiteId);
    const ended = await untilEnded(ada, run.id);
    expect(ended.status).not.toBe('passed');
    await change(projectId, agentId, agentText('old', { version: '1.1' }));
    const params = { runId: run.id };
    const judged = await ada.call(runs.reevaluateRun, { params, body: {} });
    expect(judged.status).toBe(200);
    expect(judged.text).not.toContain('"status":"passed"');
    expect(judged.text).toContain('lists sources of spans under evidence');
    await add(projectId, agentText('new', { name: 'Sales' }));
    const other = await ada.call(runs.reevaluateRun, {
      params,
      body: { source: suiteText('old', 'Sales') },
    });
    expect(other.status).toBe(422);
    expect(other.text).toContain('The run tested the agent “Support”');
  });
});
