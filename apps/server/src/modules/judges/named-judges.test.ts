/** Tests projects with several judges, each of which a suite asks for by name, over HTTP. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { judges as endpoints, namedJudgesMax, projects, runs, suites } from '@parley/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { judgeLabels, judgeReplies } from '../../db/schema/judges.ts';
import { newId } from '../../platform/security/ids.ts';
import { startRun, untilEnded } from '../../test/bot-suite.ts';
import { createTenant, type Member, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { digestOf } from './collect-replies.ts';
import { insertReplies } from './judges.queries.ts';

// Measurements and runs ask several hundred questions.
vi.setConfig({ testTimeout: 120_000 });

let model: Server;
let bot: Server;
let botHost: string;
let app: TestApp;
let tenant: Tenant;
let ada: Member;
let projectId: string;
/** Names of the models that were asked. */
const asked: string[] = [];

async function serve(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  // The model "lax" passes every reply, all others only those that say "open".
  model = createServer(async (request, response) => {
    const body = (await json(request)) as { model: string; messages: { content: string }[] };
    asked.push(body.model);
    const { reply } = JSON.parse(body.messages[1]?.content ?? '') as { reply: string };
    const holds = body.model === 'lax' || /open/.test(reply);
    const content = JSON.stringify({ holds, reason: 'So.' });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ model: body.model, choices: [{ message: { content } }] }));
  });
  let conversations = 0;
  bot = createServer((_, response) => {
    conversations += 1;
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ text: `We are open, says clerk ${conversations}.` }));
  });
  botHost = await serve(bot);
  app = await startTestApp({
    reachable: [botHost],
    settings: {
      PARLEY_EDITION: 'self-hosted',
      PARLEY_JUDGE_URL: `http://${await serve(model)}/v1`,
      PARLEY_JUDGE_MODEL: 'small',
    },
  });
  tenant = await createTenant(app);
  ada = tenant.owner;
  projectId = (await ada.call(projects.createProject, { body: { name: 'Bank' } })).body.id;
  for (const name of ['strict', 'lax']) await put(name, { model: name, version: 0 });
});

afterAll(async () => {
  await app.close();
  model.close();
  bot.close();
});

const put = (judge: string, body: object, member = ada) =>
  member.call(endpoints.setJudge, { params: { projectId }, query: { judge }, body });

const view = async (judge?: string) =>
  (
    await ada.call(endpoints.getJudge, {
      params: { projectId },
      query: { ...(judge && { judge }) },
    })
  ).body;

async function measure(judge?: string) {
  const query = { ...(judge && { judge }) };
  const { status, text } = await ada.call(endpoints.measureJudge, { params: { projectId }, query });
  if (status !== 202) throw new Error(text);
  for (;;) {
    const now = await view(judge);
    if (!now.measuring.isRunning) return now.licence.state;
    await sleep(100);
  }
}

async function label(failed: number, passed: number): Promise<void> {
  const { db } = app.platform;
  const { organizationId } = tenant;
  const expected = ['says that it is open'];
  const texts = [
    ...Array.from({ length: failed }, (_, at) => `Closed, says clerk ${at}.`),
    ...Array.from({ length: passed }, (_, at) => `It is open, says clerk ${at}.`),
  ];
  const names = { suiteName: 'Hours', testName: 'Open', language: null };
  await insertReplies(
    { db, organizationId },
    projectId,
    texts.map((reply) => ({
      ...names,
      said: 'Open?',
      reply,
      expected,
      digest: digestOf({ reply, expected }),
    })),
  );
  const rows = await db.select().from(judgeReplies).where(eq(judgeReplies.projectId, projectId));
  await db.insert(judgeLabels).values(
    rows.map(({ id, reply }) => ({
      id: newId(),
      organizationId,
      projectId,
      replyId: id,
      userId: ada.userId,
      label: /open/.test(reply) ? ('passed' as const) : ('failed' as const),
      isBlind: true,
    })),
  );
}

/** @param judge lines of the configuration, and of each step */
async function held({ configuration = '', step = '' } = {}): Promise<string> {
  const source = `configuration:
  syntax: 2
  platform: webchat
  channel: { kind: http, url: "http://${botHost}/" }
  repeat: { tries: 5 }
${configuration}---
${Array.from({ length: 15 }, (_, at) => `- test: Open ${at + 1}\n- Are you open?:\n  - prompt =? says that it is open\n${step}`).join('---\n')}`;
  const stored = await ada.call(suites.createSuite, {
    body: { name: 'Hours', projectId, platform: 'webchat' as const, source },
  });
  if (stored.status !== 201) throw new Error(stored.text);
  return stored.body.id;
}

async function run(suiteId: string): Promise<string> {
  const { id } = await startRun(ada, suiteId);
  await untilEnded(ada, id, 60_000);
  return id;
}

const gate = async (runId: string, baseline: string) =>
  (await ada.call(runs.judgeGate, { params: { runId }, query: { baseline, noWorseBy: 0.4 } })).body;

describe('a judge with a name', () => {
  it('has a license of its own on the same labels, and a gate goes by that of the judge that decided', async () => {
    await label(59, 14);
    expect((await view('strict')).licence.state).toBe('unmeasured');
    expect(await measure()).toBe('valid');
    expect((await view('strict')).licence).toMatchObject({ state: 'unmeasured' });
    const strict = await held({ configuration: '  judge: strict\n' });
    const [before, after] = [await run(strict), await run(strict)];
    expect(new Set(asked.slice(73))).toEqual(new Set(['strict']));
    // The license of the default judge does not count for it.
    expect((await gate(after, before)).doubts.join()).toContain(
      '“strict”: measure the judge on your labels',
    );
    expect(await measure('strict')).toBe('valid');
    expect(await measure('lax')).toBe('refused');
    expect((await ada.call(endpoints.listJudges, { params: { projectId } })).body.items).toEqual([
      { name: 'lax', model: 'lax', licence: 'refused' },
      { name: 'strict', model: 'strict', licence: 'valid' },
    ]);
    expect(await gate(after, before)).toMatchObject({
      verdict: 'passed',
      doubts: [],
      judge: { models: ['small'] },
      judges: [{ name: 'lax' }, { name: 'strict', models: ['strict'] }],
      judged: { candidate: { replies: 75, corrected: { rate: 1 } } },
    });

    const lax = await held({ step: '  - set judge: lax\n' });
    const [laxBefore, laxAfter] = [await run(lax), await run(lax)];
    expect((await gate(laxAfter, laxBefore)).doubts.join()).toContain('“lax”');

    const byDefault = await run(
      await held({ configuration: '  judge: lax\n', step: '  - set judge: default\n' }),
    );
    expect(asked.slice(-75).every((name) => name === 'small')).toBe(true);
    // Both judges are licensed, but two judges may differ where the versions do not.
    const mixed = await gate(byDefault, before);
    expect(mixed.verdict).toBe('undecided');

    // A change suspends its own license and no other.
    await put('strict', { model: 'strict', rubric: 'Be strict.' });
    expect((await view('strict')).licence.state).toBe('suspended');
    expect((await view()).licence.state).toBe('valid');
    expect((await gate(after, before)).doubts.join()).toContain('“strict”: the judge changed');
  });

  it('that the project does not have is an error, never another judge', async () => {
    const before = asked.length;
    const id = await run(await held({ configuration: '  judge: gone\n' }));
    const { body } = await ada.call(runs.getRun, { params: { runId: id } });
    expect(body).toMatchObject({ status: 'error', counts: { passed: 0 } });
    expect(asked).toHaveLength(before);
    for (const judge of ['gone', 'default', 'a  b', 'x'.repeat(41)]) {
      const { status } = await ada.call(endpoints.getJudge, {
        params: { projectId },
        query: { judge },
      });
      expect([400, 404]).toContain(status);
    }
  });

  it('is not replaced by a new one of the same name', async () => {
    await put('careful', { rubric: 'Doubt everything.', version: 0 });
    expect((await put('careful', { version: 0 })).status).toBe(409);
    expect((await view('careful')).rubric).toBe('Doubt everything.');
    await ada.call(endpoints.deleteJudge, { params: { projectId }, query: { judge: 'careful' } });
  });

  it('can be deleted by administrators', async () => {
    await put('spare', {});
    const remove = (member: Member) =>
      member.call(endpoints.deleteJudge, { params: { projectId }, query: { judge: 'spare' } });
    expect((await remove(await tenant.add('member'))).status).toBe(403);
    expect((await remove(ada)).status).toBe(204);
    expect((await remove(ada)).status).toBe(404);
    expect((await put('spare', {}, await tenant.add('member'))).status).toBe(403);
  });

  it('has at most ten names in a project', async () => {
    const { body } = await ada.call(endpoints.listJudges, { params: { projectId } });
    for (let at = body.items.length; at < namedJudgesMax; at += 1)
      expect((await put(`more ${at}`, {})).status).toBe(200);
    const { status, error } = await put('one more', {});
    expect([status, error?.code]).toEqual([409, 'limit_reached']);
    expect((await put('lax', { model: 'lax' })).status).toBe(200);
  });
});
