/** Tests libraries of blocks: their texts, the suites that use them, and what runs keep of them. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { libraries, projects, publicApi, runs, type StoredSuite, suites } from '@parley/contract';
import { foldEvents } from '@parley/suite';
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
let worker: LeasedWorker | undefined;
const said: unknown[] = [];

beforeAll(async () => {
  bot = createServer(async (request, response) => {
    const { text } = (await json(request)) as { text: string };
    said.push(text);
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ text: text.replace('I am', 'Welcome') }));
  });
  await new Promise<void>((listening) => bot.listen(0, '127.0.0.1', listening));
  host = `127.0.0.1:${(bot.address() as AddressInfo).port}`;
  app = await startTestApp({ hasWorker: false });
  const acme = await createTenant(app, { planId: 'enterprise' });
  ada = acme.owner;
  stranger = (await createTenant(app, { name: 'Other' })).owner;
  ({ key } = await createKey(ada));
});

afterAll(async () => {
  await worker?.close();
  await app.close();
  bot.close();
});

let made = 0;

async function createProject(parentProjectId?: string): Promise<string> {
  const body = { name: `Shop ${++made}`, ...(parentProjectId && { parentProjectId }) };
  return (await ada.call(projects.createProject, { body })).body.id;
}

const logIn = '- block: log in\n- parameters: [user]\n- I am {{user}}: Welcome {{user}}\n';

const suiteText = (tests: string) => `configuration:
  syntax: 2
  platform: webchat
  channel: { kind: http, url: "http://${host}/bot" }
---
${tests}`;

const uses =
  '- test: Uses it # as all do\n- $USE log in: { user: anna }\n---\n- test: Alone\n- bye: bye\n';

const put = (projectId: string, source: string, version?: number) =>
  ada.call(libraries.updateLibrary, {
    params: { projectId },
    body: { source, ...(version !== undefined && { version }) },
  });

const tryCreate = (projectId: string, tests = uses, name = 'Shared') =>
  ada.call(suites.createSuite, {
    body: { projectId, platform: 'webchat', name, source: suiteText(tests) },
  });

async function createSuite(projectId: string, tests = uses, name = 'Shared'): Promise<StoredSuite> {
  const { status, body, text } = await tryCreate(projectId, tests, name);
  if (status !== 201) throw new Error(text);
  return body;
}

const resultOf = async (runId: string) => {
  const { body } = await ada.call(runs.listRunEvents, { params: { runId } });
  return foldEvents(body.events.map(({ event }) => event));
};

describe('a library', () => {
  it('is stored with versions, and a change of an outdated version is refused', async () => {
    const projectId = await createProject();
    const empty = await ada.call(libraries.getLibrary, { params: { projectId } });
    expect(empty.body).toEqual({
      projectId,
      source: '',
      version: 0,
      modifiedAt: null,
      inherited: null,
    });
    expect((await put(projectId, logIn, 0)).body).toMatchObject({ source: logIn, version: 1 });
    expect((await put(projectId, '', 0)).status).toBe(409);
    const answers = await Promise.all([put(projectId, logIn, 1), put(projectId, '', 1)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('is refused with errors, which name their lines', async () => {
    const projectId = await createProject();
    const refused = await put(projectId, `${logIn}---\n- block: all\n- $USE log inn\n`);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('There is no block \\"log inn\\" in the library.');
    expect(refused.text).toContain('"line":6');
    for (const text of ['- test: A\n- hi\n', '- block: a\n- hi\n- $USE a\n', '- block: a\n'])
      expect((await put(projectId, text)).status).toBe(422);
    expect((await put(projectId, `#${'x'.repeat(70_000)}`)).status).toBe(400);
  });

  it('is that of the organization, and programs reach it with a key', async () => {
    const projectId = await createProject();
    const params = { projectId };
    expect((await stranger.call(libraries.getLibrary, { params })).status).toBe(404);
    const body = { source: logIn };
    expect((await stranger.call(libraries.updateLibrary, { params, body })).status).toBe(404);
    expect((await stranger.call(libraries.listLibraryUses, { params })).status).toBe(404);
    const written = await app.call(publicApi.writeLibrary, { token: key, params, body });
    expect(written.body).toMatchObject({ source: logIn, version: 1 });
    const read = await app.call(publicApi.readLibrary, { token: key, params });
    expect(read.body).toEqual(written.body);
  });

  it('counts when a text is checked for its project', async () => {
    const projectId = await createProject();
    await put(projectId, logIn);
    const check = async (body: { source: string; projectId?: string }) =>
      (await app.call(publicApi.checkSuite, { token: key, body })).body.problems;
    const source = suiteText(uses);
    expect(await check({ source, projectId })).toEqual([]);
    expect(await check({ source })).toMatchObject([
      { severity: 'error', message: 'There is no block "log in" in this suite.' },
    ]);
    const other = await stranger.call(projects.createProject, { body: { name: 'Theirs' } });
    const foreign = { source, projectId: other.body.id };
    expect((await app.call(publicApi.checkSuite, { token: key, body: foreign })).status).toBe(404);
  });

  it('of the project above counts for a project without one', async () => {
    const above = await createProject();
    const below = await createProject(above);
    await put(above, logIn);
    const { body } = await ada.call(libraries.getLibrary, { params: { projectId: below } });
    expect(body).toMatchObject({ source: '', inherited: { projectId: above, source: logIn } });
    await createSuite(below);
    const used = await ada.call(libraries.listLibraryUses, { params: { projectId: above } });
    expect(used.body.uses).toMatchObject([{ block: 'log in', suiteName: 'Shared', count: 1 }]);
    await put(below, '- block: other\n- hi: hi\n');
    expect((await tryCreate(below)).status).toBe(422);
    const unused = await ada.call(libraries.listLibraryUses, { params: { projectId: above } });
    expect(unused.body.uses).toEqual([]);
  });

  it('goes with its project', async () => {
    const projectId = await createProject();
    await put(projectId, logIn);
    expect((await ada.call(projects.deleteProject, { params: { projectId } })).status).toBe(204);
    expect((await ada.call(libraries.getLibrary, { params: { projectId } })).status).toBe(404);
  });
});

describe('a run of a suite that uses a library', () => {
  it('keeps the blocks that it used, and never vouches for another text of them', async () => {
    const projectId = await createProject();
    await put(projectId, `${logIn}---\n- block: other\n- hi: hi\n`);
    const { id: suiteId } = await createSuite(projectId);
    const queued = await startRun(ada, suiteId);
    // The block changes while the run waits for a worker.
    const rude = logIn.replace(': Welcome', ': Go away');
    expect((await put(projectId, rude)).status).toBe(200);
    worker = await startRunWorker(
      app.platform,
      createOrganizationEgress(app.platform.config, [host]),
    );
    expect(await untilEnded(ada, queued.id)).toMatchObject({ status: 'passed' });
    expect(said.toSorted()).toEqual(['I am anna', 'bye']);
    expect((await resultOf(queued.id)).tests[0]?.steps[0]?.origin).toEqual({
      step: 0,
      blocks: [{ name: 'log in', step: 0, isInLibrary: true }],
    });
    const params = { runId: queued.id };
    const judged = await ada.call(runs.reevaluateRun, { params, body: {} });
    expect(judged.text).toContain('"status":"failed"');

    const next = await startRun(ada, suiteId);
    expect(await untilEnded(ada, next.id)).toMatchObject({
      status: 'failed',
      counts: { failed: 1 },
    });
    const compared = await ada.call(runs.listEditedTests, {
      params: { runId: next.id },
      query: { base: queued.id },
    });
    expect(compared.body).toEqual({ edited: ['Uses it'], unchanged: ['Alone'] });
    const junit = await app.call(publicApi.readRunJunit, {
      token: key,
      params: { runId: next.id },
    });
    expect(junit.text).toContain('step 1 of the library block &quot;log in&quot;, used in step 1');

    // A block that no suite uses edits no test.
    await put(projectId, `${rude}---\n- block: other\n- hi: ho\n`);
    const last = await startRun(ada, suiteId);
    await untilEnded(ada, last.id);
    const same = await ada.call(runs.listEditedTests, {
      params: { runId: last.id },
      query: { base: next.id },
    });
    expect(same.body.edited).toEqual([]);
  });

  it('does not start once the block is gone, and re-evaluates nothing', async () => {
    const projectId = await createProject();
    await put(projectId, logIn);
    const { id: suiteId } = await createSuite(projectId);
    const before = await startRun(ada, suiteId);
    expect(await untilEnded(ada, before.id)).toMatchObject({ status: 'passed' });
    await put(projectId, '');
    const refused = await ada.call(runs.startRun, { params: { suiteId }, body: {} });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('There is no block \\"log in\\" in this suite.');
    const judged = await ada.call(runs.reevaluateRun, { params: { runId: before.id }, body: {} });
    expect(judged.status).toBe(422);
    expect((await tryCreate(projectId)).status).toBe(422);
  });
});

describe('renaming a block', () => {
  const rename = (projectId: string, from: string, to: string, version?: number) =>
    ada.call(libraries.renameBlock, {
      params: { projectId },
      body: { from, to, ...(version !== undefined && { version }) },
    });

  it('renames its uses in all suites and keeps the rest of their texts', async () => {
    const projectId = await createProject();
    await put(projectId, `# Everybody begins so.\n${logIn}`);
    const first = await createSuite(projectId, uses, 'First');
    const other = await createSuite(projectId, '- test: A\n- hi: hi\n# $USE log in\n', 'Other');
    const renamed = await rename(projectId, 'log in', 'sign in', 1);
    expect(renamed.body).toMatchObject({
      library: {
        source: `# Everybody begins so.\n${logIn.replace('log in', 'sign in')}`,
        version: 2,
      },
      suites: ['First'],
    });
    const now = await ada.call(suites.getSuite, { params: { suiteId: first.id } });
    expect(now.body).toMatchObject({
      source: first.source.replace('$USE log in', '$USE sign in'),
      version: first.version + 1,
    });
    const same = await ada.call(suites.getSuite, { params: { suiteId: other.id } });
    expect(same.body.version).toBe(other.version);
    expect((await rename(projectId, 'sign in', 'log in', 1)).status).toBe(409);
  });

  it('changes nothing if one use cannot be renamed, and says which', async () => {
    const projectId = await createProject();
    await put(projectId, logIn);
    await createSuite(projectId, uses, 'First');
    await createSuite(projectId, `${uses}---\n- block: sign in\n- hi: hi\n`, 'Second');
    const refused = await rename(projectId, 'log in', 'sign in');
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('“Second”: It has a block of its own called');
    const { body } = await ada.call(libraries.getLibrary, { params: { projectId } });
    expect(body).toMatchObject({ source: logIn, version: 1 });
    const { body: used } = await ada.call(libraries.listLibraryUses, { params: { projectId } });
    expect(used.uses.map(({ suiteName }) => suiteName)).toEqual(['First', 'Second']);
    expect((await rename(projectId, 'none', 'x')).status).toBe(422);
  });
});

it('credentials that a suite gives to a block of the library are hidden from readers', async () => {
  const projectId = await createProject();
  const block =
    '- block: check\n- parameters: [token]\n- $CHECK GET https://shop.example/orders:\n  - headers: { authorization: "Bearer {{token}}" }\n  - status: 200\n';
  expect((await put(projectId, block)).status).toBe(200);
  const { id: suiteId } = await createSuite(
    projectId,
    '- test: A\n- $USE check: { token: tok-4711-secret }\n',
  );
  const reader = await createKey(ada, 'read');
  const read = await app.call(publicApi.readSuite, { token: reader.key, params: { suiteId } });
  expect(read.text).not.toContain('tok-4711-secret');
  expect(read.body).toMatchObject({ isMasked: true });
  expect(read.body.source).not.toContain('library:');
  const shown = await app.call(publicApi.readLibrary, { token: reader.key, params: { projectId } });
  expect(shown.body).toMatchObject({ isMasked: true });
  expect(shown.text).not.toContain('Bearer');
});
