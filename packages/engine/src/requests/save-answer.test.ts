import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseSuite, type RunResult } from '@parley/suite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reevaluate } from '../reevaluate.ts';
import { runText } from '../test/run-text.ts';
import { serveHttp, type TestServer } from '../test/servers.ts';

let server: TestServer;
/** Answer of the system, which a test can replace. */
let answer: { status: number; type?: string; body: unknown };
/** Received messages and requests. */
let log: string[];

beforeEach(async () => {
  log = [];
  answer = { status: 200, body: { id: 'R*7', state: 'open', token: 'secret-4711-x', list: [1] } };
  server = await serveHttp(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.url === '/bot') {
      const { text } = JSON.parse(String(Buffer.concat(chunks)));
      log.push(`say ${text}`);
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ text: `${text} R-and-7` }));
    }
    log.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
    const { status, type = 'application/json', body } = answer;
    response.writeHead(status, { 'content-type': type });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
});

afterEach(() => server[Symbol.asyncDispose]());

const suiteOf = (steps: string[], configuration: string[] = []) =>
  [
    'configuration:',
    '  syntax: 2',
    `  channel: { kind: http, url: "http://127.0.0.1:${server.port}/bot" }`,
    `  variables: { api: "http://127.0.0.1:${server.port}" }`,
    ...configuration,
    '---',
    '- test: A',
    ...steps,
  ].join('\n');

const look = (save: string, ...more: string[]) => [
  '- $CHECK GET {{api}}/refunds/latest:',
  '  - status: 200',
  ...more,
  `  - save: ${save}`,
];

const endOf = ({ tests: [test] }: RunResult) => ({
  outcome: test?.outcome,
  code: test?.failure?.code,
});

const run = async (text: string) => (await runText(text)).result;

it('a check saves a value for messages, expectations, later checks and clean-ups', async () => {
  const configuration = [
    '  after each: [{ request: "DELETE {{api}}/refunds/{{refund}}", status: 200 }]',
  ];
  const text = suiteOf(
    [
      ...look('{ refund: $.id, code: status }'),
      '- What about {{refund}} ({{code}})?: "{{refund}}"',
      '- $CHECK GET {{api}}/refunds/{{refund}}:',
      '  - $.id === {{refund}}',
    ],
    configuration,
  );
  const result = await run(text);
  expect(endOf(result)).toEqual({ outcome: 'passed' });
  expect(log).toEqual([
    'GET /refunds/latest',
    'say What about R*7 (200)?',
    'GET /refunds/R*7',
    'DELETE /refunds/R*7',
  ]);
  expect(result.tests[0]?.steps[0]?.saved).toEqual({ refund: 'R*7', code: '200' });
  expect(endOf(await reevaluate(parseSuite(text).suite, result))).toEqual({ outcome: 'passed' });
});

it('takes a saved value literally, so its * matches nothing else', async () => {
  const text = suiteOf([...look('{ refund: $.id }'), '- Number?: "{{refund}}"']);
  // As a pattern, R*7 would match the reply “Number? R-and-7”.
  const result = await run(text);
  expect(endOf(result)).toEqual({ outcome: 'failed', code: 'mismatch' });
});

it.each([
  ['$.nothing', 'failed', 'not-saved'],
  ['$.list', 'failed', 'not-saved'],
])(
  'fails where the answer has no single value at %s, and says nothing after it',
  async (path, outcome, code) => {
    const result = await run(suiteOf([...look(`{ refund: ${path} }`), '- Refund {{refund}}: 7']));
    expect(endOf(result)).toEqual({ outcome, code });
    expect(log).toEqual(['GET /refunds/latest']);
  },
);

it.each([
  [
    { status: 200, type: 'text/html', body: '<html>Sign in <input type="password"></html>' },
    '$.id',
  ],
  [{ status: 200, type: 'text/plain', body: 'oops' }, '$.id'],
])(
  'is an error, not the fault of the bot, where the answer shows nothing: %j',
  async (told, path) => {
    answer = told;
    const result = await run(suiteOf([...look(`{ refund: ${path} }`), '- Refund {{refund}}: 7']));
    expect(endOf(result)).toEqual({ outcome: 'error', code: 'check-unreadable' });
    expect(result.tests[0]?.failure?.class).toBe('configuration');
  },
);

it('prefers the failure of an expectation, and saves nothing where the system is unavailable', async () => {
  const wrong = await run(suiteOf(look('{ refund: $.nothing }', '  - $.state === refunded')));
  expect(endOf(wrong)).toEqual({ outcome: 'failed', code: 'check-failed' });
  answer = { status: 503, body: { id: 'R1' } };
  const down = await run(suiteOf([...look('{ refund: $.id }'), '- Refund {{refund}}: R']));
  expect(endOf(down)).toEqual({ outcome: 'error', code: 'check-unavailable' });
  expect(log.filter((line) => line.startsWith('say'))).toEqual([]);
});

it('hides a saved credential everywhere, and keeps the verdicts when re-evaluated', async () => {
  const text = suiteOf([
    ...look('{ pass: $.token }'),
    '- hello: hello',
    '- $CHECK GET {{api}}/me:',
    '  - headers: { authorization: "Bearer {{pass}}" }',
    '  - $.id === R*7',
  ]);
  const { events, result } = await runText(text);
  expect(endOf(result)).toEqual({ outcome: 'passed' });
  expect(log).toContain('GET /me Bearer secret-4711-x');
  expect(JSON.stringify(events)).not.toContain('4711');
  expect(endOf(await reevaluate(parseSuite(text).suite, result))).toEqual({ outcome: 'passed' });
});

it('does not guess a value that the run did not keep', async () => {
  answer = { status: 200, body: { pad: 'x'.repeat(20_000), id: 'R1', other: 'R2' } };
  const text = suiteOf([...look('{ refund: $.id }'), '- Refund {{refund}}: R1']);
  const result = await run(text);
  expect(endOf(result)).toEqual({ outcome: 'passed' });
  const again = async (edited: string) =>
    endOf(await reevaluate(parseSuite(edited).suite, result)).outcome;
  expect(await again(text)).toBe('passed');
  expect(
    await again(text.replaceAll('refund:', 'other:').replaceAll('{{refund}}', '{{other}}')),
  ).toBe('undecided');
});

it.each([
  ['save: { refund: $.id }', []],
  ['save: { refund: "/R(.)/" }', ['is not a path into an answer']],
  ['save: { api: $.id }', ['is a variable or saved already']],
  ['save: order', ['"save" must be names']],
])('reads %s below a check', (line, expected) => {
  const { problems } = parseSuite(
    suiteOf(['- $CHECK GET {{api}}/x:', '  - status: 200', `  - ${line}`]),
  );
  const errors = problems.filter(({ severity }) => severity === 'error');
  expect(errors).toHaveLength(expected.length);
  for (const [at, part] of expected.entries()) expect(errors[at]?.message).toContain(part);
});
