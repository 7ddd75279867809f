/** Tests runs whose steps measure numbers, and whose models have prices. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiKeys, history, projects, publicApi, runs, suites } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRun, untilEnded } from '../../../test/bot-suite.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

let agent: Server;
let app: TestApp;
let owner: Member;
let token: string;
/** Response of the agent: its score, absent if there is none, and the tokens of its model. */
let now: { score?: number; output: number; model: string };

beforeAll(async () => {
  agent = createServer((_, response) => {
    const { score, output, model } = now;
    const usage = { prompt_tokens: 1_000, completion_tokens: output };
    const choices = [{ message: { role: 'assistant', content: 'From nine to five' } }];
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ model, choices, usage, ...(score !== undefined && { score }) }));
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

const source = () => `configuration:
  syntax: 2
  platform: webchat
  channel: { kind: openai, model: small, url: "http://${hostOf(agent)}/" }
  repeat: { tries: 10 }
  gate: { rules: [must, tries with accuracy >= 0.8: { noWorseBy: 5% }] }
  prices: { currency: USD, models: { small: { input: 1, output: 10 } } }
${Array.from(
  { length: 20 },
  (_, at) => `---
- test: Hours ${at}
- When are you open?:
  - prompt: nine to five
  - metric accuracy: $.score
`,
).join('')}`;

let suiteId: string;

async function held(answering: typeof now) {
  now = answering;
  const { id } = await startRun(owner, suiteId);
  await untilEnded(owner, id);
  return id;
}

const testOf = async (runId: string) =>
  (await app.call(publicApi.readRunTests, { params: { runId }, token })).body.items[0];

describe('a run that measures numbers', () => {
  beforeAll(async () => {
    const project = await owner.call(projects.createProject, { body: { name: 'Agents' } });
    const body = { name: 'Hours', projectId: project.body.id, platform: 'webchat' as const };
    const suite = await owner.call(suites.createSuite, { body: { ...body, source: source() } });
    suiteId = suite.body.id;
  });

  it('has metrics and a cost for each test, by the API', async () => {
    const fine = await testOf(await held({ score: 0.9, output: 100, model: 'small' }));
    expect(fine?.metrics).toEqual([
      {
        name: 'accuracy',
        measured: 10,
        missing: 0,
        mean: expect.closeTo(0.9, 9),
        least: 0.9,
        most: 0.9,
      },
    ]);
    expect(fine?.cost).toEqual({ currency: 'USD', least: 0.02, most: 0.02 });
  });

  it('has neither 0 for what is missing nor for what has no price', async () => {
    const silent = await testOf(await held({ output: 100, model: 'big' }));
    expect(silent?.metrics).toEqual([
      {
        name: 'accuracy',
        measured: 0,
        missing: 10,
        mean: null,
        least: null,
        most: null,
        why: 'The reply has no value at $.score.',
      },
    ]);
    expect(silent?.cost).toEqual({ currency: 'USD', least: 0, most: null });
  });

  it('is in the history of its suite, with the goal that the gate sets', async () => {
    const label = 'v3';
    now = { score: 0.7, output: 100, model: 'small' };
    const { body } = await owner.call(runs.startRun, { params: { suiteId }, body: { label } });
    await untilEnded(owner, body.id);
    const reliability = await owner.call(history.getReliability, { params: { suiteId } });
    const [accuracy, ...others] = reliability.body.metrics;
    expect(others).toEqual([]);
    expect(accuracy).toMatchObject({
      name: 'accuracy',
      goal: { operator: '>=', limit: 0.8 },
      values: [
        { measured: 200, missing: 0, mean: expect.closeTo(0.9, 9) },
        { measured: 0, missing: 200, mean: null, least: null, most: null },
        { measured: 200, missing: 0, mean: expect.closeTo(0.7, 9) },
      ],
    });
    expect(reliability.body.runs.map((run) => run.label)).toEqual([null, null, 'v3']);
    const byKey = await app.call(publicApi.readSuiteHistory, { params: { suiteId }, token });
    expect(byKey.body.metrics).toEqual(reliability.body.metrics);
  });

  it('is judged by a gate with rules on both', async () => {
    const rules =
      'pass rate no worse by 10%; tries with accuracy >= 0.8 no worse by 10%; tries within 0.0025 USD no worse by 10%';
    const base = await held({ score: 0.9, output: 100, model: 'small' });
    const judge = async (answering: typeof now) => {
      const runId = await held(answering);
      const params = { params: { runId }, query: { baseline: base, rules } };
      const { body } = await owner.call(runs.judgeGate, params);
      return body.rules.map(({ verdict }) => verdict);
    };
    const [passRate, ...same] = await judge({ score: 0.85, output: 120, model: 'small' });
    expect([passRate, ...same]).toEqual(['passed', 'passed', 'passed']);
    expect(await judge({ score: 0.5, output: 400, model: 'small' })).toEqual([
      'passed',
      'blocked',
      'blocked',
    ]);
    expect(await judge({ output: 100, model: 'big' })).toEqual([
      'passed',
      'undecided',
      'undecided',
    ]);
  });
});
