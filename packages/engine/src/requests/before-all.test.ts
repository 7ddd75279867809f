import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseSuite, type RunResult, type SuiteEnvironment, withEnvironment } from '@parley/suite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reevaluate } from '../reevaluate.ts';
import { runText } from '../test/run-text.ts';
import { serveHttp, type TestServer } from '../test/servers.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

let server: TestServer;
/** The system that gives tokens, which a test can replace. */
let system: Handle;
/** Received requests. A request to the bot is logged as its message and its token. */
let log: string[];
let made: number;
/** Lifetime of tokens in seconds. */
let lifetime: unknown;

const send = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const giveTokens: Handle = (_, response) =>
  send(response, 200, {
    access_token: `secret-token-${++made}`,
    expires_in: lifetime,
    greeting: 'Hello *',
  });

beforeEach(async () => {
  [system, log, made, lifetime] = [giveTokens, [], 0, 3600];
  server = await serveHttp(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { authorization = '' } = request.headers;
    if (request.url !== '/bot') {
      log.push(`${request.method} ${request.url}`);
      return system(request, response);
    }
    const { text } = JSON.parse(String(Buffer.concat(chunks)));
    log.push(`say ${text} ${authorization}`);
    if (text === 'slowly') await sleep(700);
    // The bot accepts only the newest token, and repeats it.
    const isIn = authorization === `Bearer secret-token-${made}`;
    send(response, 200, {
      text: isIn ? `Hello * ${text === 'quietly' ? '' : authorization}` : 'Please sign in',
    });
  });
});

afterEach(() => server[Symbol.asyncDispose]());

const fetchToken = [
  '    - request: POST {{api}}/token',
  '      json: { grant_type: client_credentials }',
  '      status: 200',
  '      save: { token: $.access_token, greeting: $.greeting }',
  '      expires: $.expires_in',
];

interface Parts {
  configuration?: string[];
  all?: string[];
  tests?: string[];
  syntax?: number;
}

const testsOf = (count: number, step = '- hi: "{{greeting}}"') =>
  Array.from({ length: count }, (_, at) => ['---', `- test: T${at + 1}`, step]).flat();

const suiteOf = ({
  configuration = [],
  all = fetchToken,
  tests = testsOf(3),
  syntax = 2,
}: Parts = {}) =>
  [
    'configuration:',
    `  syntax: ${syntax}`,
    '  channel:',
    `    { kind: http, url: "http://127.0.0.1:${server.port}/bot", headers: { authorization: "Bearer {{token}}" } }`,
    `  variables: { api: "http://127.0.0.1:${server.port}" }`,
    ...configuration,
    '  before all:',
    ...all,
    ...tests,
  ].join('\n');

const outcomes = ({ tests }: RunResult) => tests.map(({ outcome }) => outcome);
const fetches = () => log.filter((line) => line.startsWith('POST /token')).length;

it('fetches a token once for parallel and repeated tests, and hides it in all of them', async () => {
  const text = suiteOf({ configuration: ['  repeat: { tries: 2 }', '  concurrency: 3'] });
  const { events, result } = await runText(text);
  const tries = result.tests.flatMap((one) => one.tries ?? []);
  expect(tries.map(({ outcome }) => outcome)).toEqual(Array(6).fill('passed'));
  expect(fetches()).toBe(1);
  expect(log.filter((line) => line === 'say hi Bearer secret-token-1')).toHaveLength(6);
  expect(JSON.stringify(events)).not.toContain('secret-token');
  const requests = tries.flatMap((one) => one.requests ?? []);
  expect(requests).toHaveLength(6);
  expect(requests[0]).toMatchObject({
    when: 'before',
    isOfRun: true,
    saved: { token: '***', greeting: 'Hello *' },
  });
});

it('fetches a token again when it expires, and only then', async () => {
  lifetime = 1;
  const tests = testsOf(3, '- slowly: hello');
  const { result } = await runText(suiteOf({ configuration: ['  concurrency: 1'], tests }));
  expect(outcomes(result)).toEqual(['passed', 'passed', 'passed']);
  expect(fetches()).toBe(3);
  log = [];
  lifetime = 3600;
  await runText(suiteOf({ configuration: ['  concurrency: 1'], tests }));
  expect(fetches()).toBe(1);
});

it('sends only the request again whose values expired', async () => {
  const all = [
    '    - request: POST {{api}}/token',
    '      save: { token: $.access_token }',
    '      expires: 1s',
    '    - request: POST {{api}}/tenants?of={{token}}',
    '      save: { tenant: $.greeting }',
  ];
  const configuration = ['  concurrency: 1'];
  system = (request, response) =>
    request.url === '/token'
      ? giveTokens(request, response)
      : send(response, 200, { greeting: 'T' });
  const { result } = await runText(
    suiteOf({ all, configuration, tests: testsOf(2, '- slowly: hello') }),
  );
  expect(outcomes(result)).toEqual(['passed', 'passed']);
  expect(fetches()).toBe(2);
  expect(log.filter((line) => line.startsWith('POST /tenants'))).toHaveLength(1);
});

it('is an error of the setup for every test if it fails, and the bot is not asked', async () => {
  system = (_, response) => send(response, 400, { error: 'invalid_client' });
  const configuration = ['  retries: 1', '  after each: [{ request: "DELETE {{api}}/orders" }]'];
  const { result } = await runText(suiteOf({ configuration }));
  expect(result.status).toBe('error');
  for (const { outcome, failure, attempt } of result.tests) {
    expect({ outcome, attempt }).toEqual({ outcome: 'error', attempt: 1 });
    expect(failure).toMatchObject({ class: 'configuration', code: 'set-up-failed' });
    expect(failure?.message).toContain('The setup of the run failed');
  }
  expect(log).toEqual(['POST /token']);
});

it('is tried again for the whole run where the system is unavailable for a moment', async () => {
  let calls = 0;
  system = (request, response) =>
    ++calls === 1 ? send(response, 503, {}) : giveTokens(request, response);
  const { result } = await runText(suiteOf({ configuration: ['  retries: 1'] }));
  expect(outcomes(result)).toEqual(['passed', 'passed', 'passed']);
  expect(fetches()).toBe(2);
  log = [];
  system = (_, response) => send(response, 503, {});
  const lost = await runText(suiteOf({ configuration: ['  retries: 1'] }));
  expect(outcomes(lost.result)).toEqual(['error', 'error', 'error']);
  expect(log).toEqual(['POST /token', 'POST /token']);
});

it.each([[undefined], ['soon'], [0], [-5], [{ s: 3 }]])(
  'does not take %j for a lifetime',
  async (told) => {
    lifetime = told;
    const { result } = await runText(suiteOf({ tests: testsOf(1) }));
    expect(result.tests[0]).toMatchObject({ outcome: 'error', failure: { code: 'set-up-failed' } });
    expect(result.tests[0]?.failure?.message).toContain('no number of seconds at $.expires_in');
  },
);

it('takes saved values literally, and gives them to the requests of each test', async () => {
  const configuration = ['  before each: [{ request: "POST {{api}}/orders?as={{token}}" }]'];
  system = (request, response) =>
    request.url === '/token'
      ? send(response, 200, {
          access_token: `secret-token-${++made}`,
          greeting: 'H* Bearer',
          expires_in: 60,
        })
      : send(response, 201, {});
  const { result } = await runText(suiteOf({ configuration, tests: testsOf(1) }));
  // As a pattern, the greeting would match the reply.
  expect(outcomes(result)).toEqual(['failed']);
  expect(log).toEqual([
    'POST /token',
    'POST /orders?as=secret-token-1',
    'say hi Bearer secret-token-1',
  ]);
});

it('masks what it sends and saves of the secrets of the environment', async () => {
  const environment: SuiteEnvironment = {
    name: 'staging',
    variables: {},
    secrets: { client: 'client-secret-4711' },
  };
  const all = fetchToken.map((line) => line.replace('client_credentials', '"{{secret.client}}"'));
  system = (_, response) =>
    send(response, 200, {
      access_token: 'client-secret-4711-t',
      greeting: 'Hello *',
      expires_in: 60,
    });
  const { events } = await runText(suiteOf({ all }), { environment });
  expect(JSON.stringify(events)).not.toContain('4711');
  const { suite } = parseSuite(suiteOf({ all }));
  expect(withEnvironment(suite, environment).configuration.environment).toBe(environment);
});

it('has neither the row of a test nor its conversation', async () => {
  for (const name of ['{{user}}', '{{conversationId}}']) {
    const all = ['    - request: POST {{api}}/token', `      json: { of: "${name}" }`];
    const configuration = ['  data: { anna: { user: anna } }'];
    const tests = ['---', '- test: A', '- testData: anna', '- hi: hello'];
    const { result } = await runText(
      suiteOf({ all: [...all, '      save: { token: $.access_token }'], configuration, tests }),
    );
    expect(result.tests[0]).toMatchObject({ outcome: 'error', failure: { code: 'no-value' } });
    expect(result.tests[0]?.failure?.message).toContain('before all, number 1');
    expect(log).toEqual([]);
  }
});

it('keeps its verdicts when the run is re-evaluated, and judges by what was saved', async () => {
  const text = suiteOf({ tests: testsOf(2, '- quietly: "{{greeting}}"') });
  const { result } = await runText(text);
  const again = async (edited: string) =>
    outcomes(await reevaluate(parseSuite(edited).suite, result));
  expect(await again(text)).toEqual(['passed', 'passed']);
  const stricter = text.replaceAll('"{{greeting}}"', '"{{greeting}} dear"');
  expect(await again(stricter)).toEqual(['failed', 'failed']);
  system = (_, response) => send(response, 500, {});
  const broken = await runText(text);
  expect(outcomes(await reevaluate(parseSuite(text).suite, broken.result))).toEqual([
    'error',
    'error',
  ]);
});

it('means nothing in version 1 of the syntax', async () => {
  const { result } = await runText(
    suiteOf({ syntax: 1, tests: testsOf(1, '- hi: sign in') }).replace('Bearer {{token}}', 'x'),
  );
  expect(outcomes(result)).toEqual(['passed']);
  expect(fetches()).toBe(0);
});
