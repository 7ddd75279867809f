import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseSuite, type RunEvent, type RunResult } from '@parley/suite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { reevaluate } from '../reevaluate.ts';
import { runText } from '../test/run-text.ts';
import { serveHttp, type TestServer } from '../test/servers.ts';

type Handle = (request: IncomingMessage, response: ServerResponse, body: string) => unknown;

let server: TestServer;
/** Handlers of the bot and the system, which a test can replace. */
let bot: Handle;
let system: Handle;
/** Received requests. A request to the bot is logged as its message. */
let log: string[];
let orders: Map<string, string>;
let made: number;

const send = (response: ServerResponse, status: number, body: unknown) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
};

/** Manages orders: creates, shows and deletes them. */
const keepOrders: Handle = ({ method, url = '' }, response) => {
  const id = url.split('/')[2] ?? '';
  if (method === 'POST') {
    const order = `order-${++made}`;
    orders.set(order, 'paid');
    return send(response, 201, { id: order, session_token: `token-of-${order}` });
  }
  if (!orders.has(id)) return send(response, 404, {});
  if (method !== 'DELETE') return send(response, 200, { state: orders.get(id) });
  orders.delete(id);
  return send(response, 204, '');
};

/** Refunds the order named in the message. */
const refund: Handle = (_, response, body) => {
  const { text } = JSON.parse(body);
  const order = /order-\d+/.exec(text)?.[0];
  if (order) orders.set(order, 'refunded');
  send(response, 200, { text: 'refunded' });
};

beforeEach(async () => {
  [bot, system, log, orders, made] = [refund, keepOrders, [], new Map(), 0];
  server = await serveHttp(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = String(Buffer.concat(chunks));
    const isBot = request.url === '/bot';
    log.push(isBot ? `say ${JSON.parse(body).text}` : `${request.method} ${request.url}`);
    await (isBot ? bot : system)(request, response, body);
  });
});

afterEach(() => server[Symbol.asyncDispose]());

interface Parts {
  configuration?: string[];
  before?: string[];
  after?: string[];
  steps?: string[];
}

const create = [
  '    - request: POST {{api}}/orders',
  '      json: { item: lamp }',
  '      status: 201',
  '      save: { order: $.id }',
];
const remove = ['    - request: DELETE {{api}}/orders/{{order}}'];
const checks = [
  '- Refund {{order}}: refunded',
  '- $CHECK GET {{api}}/orders/{{order}}:',
  '  - $.state === refunded',
];

const suiteOf = ({
  configuration = [],
  before = create,
  after = remove,
  steps = checks,
}: Parts = {}) =>
  [
    'configuration:',
    '  syntax: 2',
    `  channel: { kind: http, url: "http://127.0.0.1:${server.port}/bot" }`,
    `  variables: { api: "http://127.0.0.1:${server.port}" }`,
    '  replyTimeout: 1s',
    ...configuration,
    '  before each:',
    ...before,
    '  after each:',
    ...after,
    '---',
    '- test: A',
    ...steps,
  ].join('\n');

const codeOf = ({ tests: [test] }: RunResult) => test?.failure?.code;
const requestsOf = ({ tests: [test] }: RunResult) =>
  test?.requests?.map(({ when, outcome }) => `${when} ${outcome}`);

it('prepares a record, uses it in the conversation and the check, and removes it', async () => {
  const text = suiteOf();
  const { result } = await runText(text);
  expect(result.status).toBe('passed');
  expect(log).toEqual([
    'POST /orders',
    'say Refund order-1',
    'GET /orders/order-1',
    'DELETE /orders/order-1',
  ]);
  expect(requestsOf(result)).toEqual(['before passed', 'after passed']);
  expect(result.tests[0]?.requests?.[0]?.saved).toEqual({ order: 'order-1' });
  expect((await reevaluate(parseSuite(text).suite, result)).status).toBe('passed');
});

it('fails the test whose agent leaves the record as it was, and cleans up', async () => {
  bot = (_, response) => send(response, 200, { text: 'refunded' });
  const { result } = await runText(suiteOf());
  expect([result.status, codeOf(result)]).toEqual(['failed', 'check-failed']);
  expect(orders.size).toBe(0);
});

it('gives each test and each attempt a record of its own', async () => {
  let refusals = 1;
  bot = (request, response, body) =>
    refusals-- > 0 ? send(response, 503, {}) : refund(request, response, body);
  const two = `${suiteOf({ configuration: ['  retries: 1', '  concurrency: 1'] })}\n---\n- test: B\n${checks.join('\n')}`;
  const { result } = await runText(two);
  expect(result.tests.map(({ outcome, attempt }) => [outcome, attempt])).toEqual([
    ['passed', 2],
    ['passed', 1],
  ]);
  const said = log.filter((line) => line.startsWith('say'));
  expect(new Set(said).size).toBe(3);
  expect(log.filter((line) => line.startsWith('POST'))).toHaveLength(3);
  expect(log.filter((line) => line.startsWith('DELETE'))).toHaveLength(3);
  expect(result.tests[0]?.earlierAttempts?.[0]?.requests?.[0]?.saved).toEqual({ order: 'order-1' });
  expect(result.tests[0]?.requests?.[0]?.saved).not.toEqual({ order: 'order-1' });
});

it.each<[string, Handle]>([
  ['answers another status', (_, response) => send(response, 200, { id: 'order-9' })],
  ['answers with an error', (_, response) => send(response, 500, { id: 'order-9' })],
  ['answers with a page', (_, response) => send(response, 201, '<h1>Welcome</h1>')],
  ['answers without the value', (_, response) => send(response, 201, { uid: 1 })],
  ['answers with several values', (_, response) => send(response, 201, { id: [1, 2] })],
  ['breaks off', (_, response) => response.destroy()],
])('is an error of the set-up, and nothing is said, where the system %s', async (_, handle) => {
  system = (request, response, body) =>
    request.method === 'POST'
      ? handle(request, response, body)
      : keepOrders(request, response, body);
  const { result } = await runText(suiteOf());
  expect(result.status).toBe('error');
  expect(codeOf(result)).toMatch(/^set-up-/);
  expect(result.tests[0]?.failure?.message).not.toMatch(/bot/i);
  expect(log.filter((line) => line.startsWith('say'))).toEqual([]);
  expect(requestsOf(result)).toEqual(['before error', 'after skipped']);
  expect((await reevaluate(parseSuite(suiteOf()).suite, result)).status).toBe('error');
});

it('sends no request of the set-up after one that failed', async () => {
  const before = ['    - request: GET {{api}}/orders/none', ...create];
  const { result } = await runText(suiteOf({ before }));
  expect(log).toEqual(['GET /orders/none']);
  expect(requestsOf(result)).toEqual(['before error', 'after skipped']);
});

it.each<[string, Handle, string, string]>([
  ['an error of the bot', (_, response) => send(response, 400, {}), 'error', 'http-status'],
  ['a bot that never answers', () => {}, 'failed', 'reply-timeout'],
  ['a wrong reply', (_, response) => send(response, 200, { text: 'no' }), 'failed', 'mismatch'],
])('cleans up after %s', async (_, handle, outcome, code) => {
  bot = handle;
  const { result } = await runText(suiteOf({ steps: ['- Refund {{order}}: refunded'] }));
  expect([result.tests[0]?.outcome, codeOf(result)]).toEqual([outcome, code]);
  expect(log.at(-1)).toBe('DELETE /orders/order-1');
  expect(orders.size).toBe(0);
});

const failsToDelete: Handle = (request, response, body) =>
  request.method === 'DELETE' ? send(response, 500, {}) : keepOrders(request, response, body);

it('makes a passed test an error of the clean-up, never green and never the fault of the bot', async () => {
  system = failsToDelete;
  const { result } = await runText(suiteOf({ configuration: ['  retries: 2'] }));
  expect([result.status, codeOf(result), result.tests[0]?.attempt]).toEqual([
    'error',
    'clean-up-failed',
    1,
  ]);
  expect(result.tests[0]?.failure?.message).not.toMatch(/bot/i);
  expect(requestsOf(result)).toEqual(['before passed', 'after error']);
  expect((await reevaluate(parseSuite(suiteOf()).suite, result)).status).toBe('error');
});

it('leaves a failed test failed where the clean-up fails, and shows both', async () => {
  [system, bot] = [failsToDelete, (_, response) => send(response, 200, { text: 'no' })];
  const { result } = await runText(suiteOf());
  expect([result.status, codeOf(result)]).toEqual(['failed', 'mismatch']);
  expect(result.tests[0]?.requests?.at(-1)?.failure?.code).toBe('clean-up-failed');
});

it('sends every request of the clean-up, whatever one of them comes to', async () => {
  const after = ['    - request: DELETE {{api}}/none', ...remove];
  const { result } = await runText(suiteOf({ after }));
  expect(requestsOf(result)).toEqual(['before passed', 'after error', 'after passed']);
  expect(orders.size).toBe(0);
});

it('cleans up when the run is cancelled', async () => {
  bot = () => {};
  const cancel = new AbortController();
  const events: RunEvent[] = [];
  const running = runText(
    suiteOf({ configuration: [] }).replace('replyTimeout: 1s', 'replyTimeout: 60s'),
    {
      signal: cancel.signal,
      seen: (event) => events.push(event),
    },
  );
  await expect.poll(() => log).toContain('say Refund order-1');
  cancel.abort();
  const { result } = await running;
  expect(result.status).toBe('cancelled');
  expect(orders.size).toBe(0);
  expect(log.at(-1)).toBe('DELETE /orders/order-1');
});

it('cancels in a bounded time where the clean-up hangs', async () => {
  bot = () => {};
  system = (request, response, body) => {
    if (request.method !== 'DELETE') keepOrders(request, response, body);
  };
  const cancel = new AbortController();
  const running = runText(suiteOf(), { signal: cancel.signal });
  await expect.poll(() => log).toContain('say Refund order-1');
  const since = performance.now();
  cancel.abort();
  expect((await running).result.status).toBe('cancelled');
  expect(performance.now() - since).toBeLessThan(limits.stoppedCleanUpMs + 2_000);
}, 20_000);

it('cancels at once while the set-up waits', async () => {
  system = () => {};
  const cancel = new AbortController();
  const running = runText(suiteOf(), { signal: cancel.signal });
  await expect.poll(() => log).toContain('POST /orders');
  const since = performance.now();
  cancel.abort();
  expect((await running).result.status).toBe('cancelled');
  expect(performance.now() - since).toBeLessThan(2_000);
});

it('ends the clean-up of a test after its time', async () => {
  const { cleanUpMs } = limits;
  const shortened = limits as { cleanUpMs: number };
  shortened.cleanUpMs = 1_000;
  try {
    const after = ['    - request: GET {{api}}/orders/none', '      within: 120s'];
    const since = performance.now();
    const { result } = await runText(suiteOf({ after }));
    expect([result.status, codeOf(result)]).toEqual(['error', 'clean-up-failed']);
    expect(performance.now() - since).toBeLessThan(5_000);
  } finally {
    shortened.cleanUpMs = cleanUpMs;
  }
});

it('sends what was saved in the channel of the bot, and keeps no secret among it', async () => {
  let authorization: string | undefined;
  bot = (request, response) => {
    authorization = request.headers.authorization;
    send(response, 200, { text: `refunded with ${authorization}` });
  };
  const before = [...create.slice(0, 3), '      save: { order: $.id, access: $.session_token }'];
  const text = suiteOf({ before, steps: ['- Refund {{order}}: refunded'] }).replace(
    '/bot" }',
    '/bot", headers: { authorization: "Bearer {{access}}" } }',
  );
  const { events, result } = await runText(text);
  expect(result.status).toBe('passed');
  expect(authorization).toBe('Bearer token-of-order-1');
  expect(JSON.stringify(events)).not.toContain('token-of-order-1');
  expect(result.tests[0]?.requests?.[0]?.saved).toEqual({ order: 'order-1', access: '***' });
});

it('waits with "within" until a system has seen what a request made', async () => {
  let asked = 0;
  system = (request, response, body) =>
    request.method === 'GET' && ++asked < 3
      ? send(response, 404, {})
      : keepOrders(request, response, body);
  const before = [...create, '    - request: GET {{api}}/orders/{{order}}', '      within: 5s'];
  const { result } = await runText(suiteOf({ before }));
  expect(result.status).toBe('passed');
  expect(result.tests[0]?.requests?.[1]?.sent.tries).toBe(3);
});

it.each([
  ['before each', { before: ['    - request: GET {{api}}/{{nobody}}'] }],
  ['after each', { after: ['    - request: GET {{api}}/{{nobody}}'] }],
  ['before each', { before: ['    - request: GET {{api}}/{{order}}', ...create] }],
])('names a value that nobody gives, in %s, and sends nothing', async (place, parts) => {
  const { result } = await runText(suiteOf(parts));
  expect(codeOf(result)).toBe('no-value');
  expect(result.tests[0]?.failure?.message).toContain(`(${place}, number 1)`);
  await sleep(50);
  expect(log).toEqual([]);
});
