import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiKeys, history, projects, publicApi, runs, suites } from '@parley/contract';
import { foldEvents } from '@parley/suite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRun, untilEnded } from '../../../test/bot-suite.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

let agent: Server;
let app: TestApp;
let owner: Member;
let token: string;
/** Number of conversations since the last suite was started; `isWrong` selects those that fail. */
let conversations = 0;
let isWrong: (conversation: number) => boolean;

beforeAll(async () => {
  agent = createServer((_, response) => {
    conversations += 1;
    const text = isWrong(conversations) ? 'Who knows' : 'From nine to five';
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ text }));
  }).listen(0, '127.0.0.1');
  await once(agent, 'listening');
  app = await startTestApp({ reachable: [hostOf(agent)] });
  owner = (await createTenant(app)).owner;
  token = (await owner.call(apiKeys.createApiKey, { body: { name: 'CI' } })).body.key;
});

afterAll(async () => {
  await app.close();
  agent.close();
});

const hostOf = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`;

const sourceOf = (expected = 'nine to five') => `configuration:
  syntax: 2
  platform: webchat
  channel: { kind: http, url: "http://${hostOf(agent)}/" }
  repeat: { passRate: 0.95, tolerate: 0.8, maxTries: 30 }
---
- test: Hours
- When are you open?: ${expected}
`;

let made = 0;

async function heldRun(wrong: typeof isWrong) {
  conversations = 0;
  isWrong = wrong;
  const project = await owner.call(projects.createProject, { body: { name: `Agents ${++made}` } });
  const body = { name: 'Hours', projectId: project.body.id, platform: 'webchat' as const };
  const suite = await owner.call(suites.createSuite, { body: { ...body, source: sourceOf() } });
  const { id } = await startRun(owner, suite.body.id);
  return { id, suiteId: suite.body.id, run: await untilEnded(owner, id), params: { runId: id } };
}

describe('a run of a repeated test', () => {
  it('that always passes has passed, and says in how many tries', async () => {
    const { run, params } = await heldRun(() => false);
    expect(run).toMatchObject({ status: 'passed', counts: { passed: 1, total: 1 } });
    expect(conversations).toBe(18);
    const { body } = await app.call(publicApi.readRunTests, { params, token });
    expect(body.items[0]).toMatchObject({
      outcome: 'passed',
      attempt: 1,
      tries: {
        passed: 18,
        failed: 0,
        missing: 0,
        interval: { low: expect.closeTo(0.815, 2), high: 1 },
        shown: 18,
      },
      interactions: [{ reply: 'From nine to five' }],
    });
    const junit = (await app.call(publicApi.readRunJunit, { params, token })).text;
    expect(junit).toContain('tests="1" failures="0"');
    expect(junit).toContain('18 of 18 tries passed (95% interval of the pass rate: 81 to 100%).');
  });

  it('that fails too often has failed, with the try that shows it', async () => {
    const { run, params } = await heldRun((conversation) => conversation % 3 === 0);
    expect(run).toMatchObject({ status: 'failed', counts: { failed: 1 } });
    const { body } = await app.call(publicApi.readRunTests, { params, token });
    expect(body.items[0]).toMatchObject({
      outcome: 'failed',
      failure: { class: 'wrong', code: 'pass-rate' },
      interactions: [{ outcome: 'failed', reply: 'Who knows' }],
    });
    const junit = (await app.call(publicApi.readRunJunit, { params, token })).text;
    expect(junit.match(/<testcase/g)).toHaveLength(1);
    expect(junit.match(/<rerunFailure/g)?.length).toBeGreaterThanOrEqual(1);
  });

  it('whose tries do not decide is undecided, in its history as well', async () => {
    const { run, suiteId, params } = await heldRun((conversation) => conversation % 10 === 0);
    expect(run).toMatchObject({ status: 'failed', counts: { failed: 0, unsure: 1 } });
    const { body } = await owner.call(history.getReliability, { params: { suiteId } });
    expect(body.tests).toMatchObject([{ name: 'Hours', outcomes: ['unsure'] }]);
    const events = await owner.call(runs.listRunEvents, { params });
    const result = foldEvents(events.body.events.map(({ event }) => event));
    expect(result.tests[0]).toMatchObject({
      outcome: 'undecided',
      failure: { code: 'pass-rate-undecided' },
      judgedAfter: 30,
    });
  });

  it('is re-evaluated try by try', async () => {
    const { params } = await heldRun((conversation) => conversation % 3 === 0);
    const again = async (expected: string) => {
      const call = { params, body: { source: sourceOf(expected) } };
      const { body } = await owner.call(runs.reevaluateRun, call);
      return body.result.tests[0];
    };
    expect(await again('nine to five')).toMatchObject({ outcome: 'failed' });
    expect(await again('nine to six')).toMatchObject({ outcome: 'failed', judgedAfter: 3 });
    // Every reply contains an "o", but there were too few replies to be sure.
    expect(await again('"*o*"')).toMatchObject({
      outcome: 'unsure',
      failure: { code: 'pass-rate-undecided' },
    });
  });

  it('has as many tries as the run asks for, and is refused if they can never decide', async () => {
    const { suiteId } = await heldRun(() => false);
    const start = (repeat: { maxTries: number }) =>
      owner.call(runs.startRun, { params: { suiteId }, body: { repeat } });
    conversations = 0;
    const started = await start({ maxTries: 1 });
    expect(started.body).toMatchObject({ repeat: { maxTries: 1 } });
    expect(await untilEnded(owner, started.body.id)).toMatchObject({ status: 'passed' });
    expect(conversations).toBe(1);
    // The suite requires more tries than the run was started with.
    const again = await owner.call(runs.reevaluateRun, {
      params: { runId: started.body.id },
      body: {},
    });
    expect(again.body.result.status).toBe('passed');
    expect(await start({ maxTries: 5 })).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringContaining('“Hours”: With these rates') } },
    });
    expect((await start({ maxTries: 0 })).status).toBe(400);
  });

  it('is overridden as a whole, and not by a step of one try', async () => {
    const { params } = await heldRun((conversation) => conversation % 3 === 0);
    const body = { test: 0, outcome: 'passed' as const, reason: 'Known and accepted.' };
    const ofStep = { ...body, step: 0 };
    const refused = await owner.call(runs.overrideVerdict, { params, body: ofStep });
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { message: 'A step of a single try does not decide a repeated test.' } },
    });
    const { body: run } = await owner.call(runs.overrideVerdict, { params, body });
    expect(run).toMatchObject({ status: 'passed', counts: { passed: 1, failed: 0 } });
  });

  it('is compared with another one by a gate, in the dashboard and by an API key', async () => {
    const { id, suiteId } = await heldRun(() => false);
    const again = async (wrong: typeof isWrong, repeat: { tries: number }) => {
      conversations = 0;
      isWrong = wrong;
      const started = await owner.call(runs.startRun, { params: { suiteId }, body: { repeat } });
      await untilEnded(owner, started.body.id);
      return started.body.id;
    };
    const before = await again(() => false, { tries: 8 });
    const worse = await again(() => true, { tries: 8 });
    const query = { baseline: before, noWorseBy: 0.1, question: 'these tests' as const };
    const gate = await owner.call(runs.judgeGate, { params: { runId: worse }, query });
    expect(gate.body).toMatchObject({
      verdict: 'blocked',
      doubts: [],
      rules: [
        {
          rule: 'pass rate no worse by 10 points',
          baseline: { tries: 8, rate: 1 },
          candidate: { tries: 8, rate: 0 },
        },
      ],
      tests: [{ test: 'Hours', change: 'broken' }],
    });
    const same = await app.call(publicApi.readRunGate, { params: { runId: before }, query, token });
    expect(same.body).toMatchObject({ verdict: 'undecided', tests: [{ change: 'still passes' }] });
    // The first run stopped early, under another rule.
    const other = await owner.call(runs.judgeGate, {
      params: { runId: worse },
      query: { ...query, baseline: id },
    });
    expect(other.body).toMatchObject({ verdict: 'undecided', apart: { edited: ['Hours'] } });
    const stranger = (await createTenant(app)).owner;
    expect((await stranger.call(runs.judgeGate, { params: { runId: worse }, query })).status).toBe(
      404,
    );
  });

  it('is judged by the gate of its suite, which a version can not loosen for itself', async () => {
    const { suiteId } = await heldRun(() => false);
    const held = async (gate: string, label?: string) => {
      const source = sourceOf().replace('syntax: 2', `syntax: 2${gate && `\n  gate: ${gate}`}`);
      await owner.call(suites.updateSuite, { params: { suiteId }, body: { source } });
      const body = { repeat: { tries: 5 }, ...(label && { label }) };
      const { id } = (await owner.call(runs.startRun, { params: { suiteId }, body })).body;
      await untilEnded(owner, id);
      return id;
    };
    const rule = (share: string) =>
      `{ baseline: "label:main", rules: [must, pass rate: { atLeast: ${share} }] }`;
    const judged = (runId: string, query = {}) =>
      owner.call(runs.judgeGate, { params: { runId }, query });
    const main = await held(rule('60%'), 'main');
    const same = await judged(await held(rule('60%')));
    expect(same.body).toMatchObject({
      baseline: { id: main },
      doubts: [],
      rules: [{ rule: 'pass rate at least 60%' }],
      suiteGate: { baseline: 'label:main', rules: ['must', { 'pass rate': { atLeast: '60%' } }] },
      baselineGate: { baseline: 'label:main' },
    });
    const looser = await held(rule('10%'));
    const loosened = await judged(looser);
    expect(loosened.body).toMatchObject({
      verdict: 'undecided',
      doubts: [expect.stringContaining('“pass rate at least 60%” became “pass rate at least 10%”')],
    });
    const rules = 'pass rate at least 50%; tries without tool errors at least 90%';
    const given = await judged(looser, { rules, noWorseBy: 0.2 });
    expect(given.body).toMatchObject({
      doubts: [],
      rules: [
        { rule: 'pass rate no worse by 20 points' },
        { rule: 'pass rate at least 50%' },
        {
          rule: 'tries without tool errors at least 90%',
          verdict: 'undecided',
          why: expect.stringContaining('reports no tool calls'),
        },
      ],
    });
    const alone = await judged(await held(''));
    expect([alone.status, alone.body.baseline]).toEqual([200, undefined]);
    expect(alone.body).toMatchObject({ verdict: 'undecided', tests: [] });
    const file = await judged(await held('{ baseline: main.json }'));
    expect(file).toMatchObject({
      status: 409,
      body: { error: { code: 'no_baseline', message: expect.stringContaining('“main.json”') } },
    });
    expect(await judged(looser, { rules: 'speed at least 9%' })).toMatchObject({ status: 400 });
    const many = Array.from({ length: 21 }, () => 'pass rate at least 9%').join(';');
    expect(await judged(looser, { rules: many })).toMatchObject({ status: 400 });
  });

  it('is compared by a gate with the newest whole run of a label, or the last one that passed', async () => {
    const { id: green, suiteId } = await heldRun(() => false);
    const held = async (body: { label: string; environment?: string; tests?: string[] }) => {
      const repeat = { tries: 5 };
      const start = { params: { suiteId }, body: { ...body, repeat } };
      const { id } = (await owner.call(runs.startRun, start)).body;
      await untilEnded(owner, id);
      return id;
    };
    await held({ label: 'main' });
    const newest = await held({ label: 'main' });
    // Neither a run of some tests nor one in another environment can be the baseline.
    await held({ label: 'main', tests: ['Hours'] });
    await held({ label: 'main', environment: 'staging' });
    const candidate = await held({ label: 'pull request 7' });
    await held({ label: 'main' });
    const gate = (baseline: string) =>
      owner.call(runs.judgeGate, {
        params: { runId: candidate },
        query: { baseline, noWorseBy: 0.1, question: 'these tests' },
      });
    expect((await gate('label:main')).body.baseline).toMatchObject({ id: newest, label: 'main' });
    expect((await gate('last-green')).body.baseline).toMatchObject({ id: green });
    expect(await gate('label:none')).toMatchObject({
      status: 409,
      body: { error: { code: 'no_baseline', message: expect.stringContaining('“none”') } },
    });
  });
});
