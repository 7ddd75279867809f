import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEgress } from '@parley/egress';
import { answerLengthMax, parseSuite } from '@parley/suite';
import { afterEach, describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { reevaluate } from '../reevaluate.ts';
import { runText } from '../test/run-text.ts';
import { serveHttp, type TestServer } from '../test/servers.ts';

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]();
});

/** Serves a bot at /bot that says hello, and a system at all other paths. */
async function serve(system: RequestListener): Promise<string> {
  const server = await serveHttp((request, response) => {
    if (request.url !== '/bot') return system(request, response);
    request.resume();
    response.setHeader('content-type', 'application/json').end('{"text":"hello"}');
  });
  servers.push(server);
  return `http://127.0.0.1:${server.port}`;
}

const suiteOf = (base: string, ...check: string[]) =>
  [
    'configuration:',
    '  syntax: 2',
    `  channel: { kind: http, url: "${base}/bot" }`,
    `  variables: { api: "${base}", token: very-secret-token, pin: "a/b c" }`,
    '---',
    '- test: A',
    '- hi: hello',
    ...check,
  ].join('\n');

const json =
  (body: unknown): RequestListener =>
  (_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  };

it('sends what the suite says, with values escaped for their place', async () => {
  const seen: unknown[] = [];
  const base = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    seen.push([
      method,
      url,
      headers.authorization,
      headers['content-type'],
      String(Buffer.concat(chunks)),
    ]);
    json({ found: 1 })(request, response);
  });
  const { result } = await runText(
    suiteOf(
      base,
      '- $CHECK POST {{api}}/search/{{pin}}?of={{pin}}:',
      '  - headers: { authorization: "Bearer {{token}}" }',
      '  - json: { of: "{{pin}}", all: true }',
      '  - $.found === 1',
    ),
  );
  expect(result.status).toBe('passed');
  expect(seen).toEqual([
    [
      'POST',
      '/search/a%2Fb%20c?of=a%2Fb%20c',
      'Bearer very-secret-token',
      'application/json',
      '{"of":"a/b c","all":true}',
    ],
  ]);
  const [, step] = result.tests[0]?.steps ?? [];
  expect(step?.sent).toBe(`POST ${base}/search/a%2Fb%20c?of=a%2Fb%20c`);
  expect(step?.checked).toMatchObject({ tries: 1, answer: { status: 200, body: '{"found":1}' } });
  expect(result.tests[0]?.checks).toBe(3);
});

it('keeps no secret of the request or the answer', async () => {
  const base = await serve((request, response) => {
    const { authorization } = request.headers;
    json({ echo: authorization, access_token: 'answered-token', url: request.url })(
      request,
      response,
    );
  });
  const { events } = await runText(
    suiteOf(
      base,
      '- $CHECK POST {{api}}/me?api_key=literal-key-1&t=2:',
      '  - headers: { authorization: "Bearer {{token}}", x-plain: "0123456789abcdefghij" }',
      '  - json: { password: hunter2hunter2, of: me }',
      '  - $.access_token exists',
      '  - $.echo === nobody',
    ),
  );
  const kept = JSON.stringify(events);
  for (const secret of [
    'very-secret-token',
    'answered-token',
    'literal-key-1',
    'hunter2hunter2',
    '0123456789abcdefghij',
  ]) {
    expect(kept).not.toContain(secret);
  }
  expect(kept).toContain('"status":200');
  expect(kept).toContain('api_key=***');
});

it('re-evaluates a stored answer, and none that is not whole', async () => {
  const base = await serve(json({ state: 'paid', session_token: 'abcdefghijkl' }));
  const paid = suiteOf(base, '- $CHECK GET {{api}}/a:', '  - $.state === paid');
  const { result } = await runText(paid);
  expect(result.status).toBe('passed');
  expect((await reevaluate(parseSuite(paid).suite, result)).status).toBe('passed');
  const other = await reevaluate(
    parseSuite(paid.replace('=== paid', '=== refunded')).suite,
    result,
  );
  expect(other.tests[0]?.outcome).toBe('undecided');
  const moved = await reevaluate(parseSuite(paid.replace('api}}/a', 'api}}/b')).suite, result);
  expect(moved.tests[0]?.failure?.code).toBe('said-otherwise');
});

it('watches for the whole time, and re-evaluates only what was watched', async () => {
  let asked = 0;
  const base = await serve((request, response) =>
    json({ state: 'open', count: ++asked })(request, response),
  );
  const text = suiteOf(base, '- $CHECK GET {{api}}/a:', '  - stays: 600ms', '  - $.state === open');
  const { result } = await runText(text);
  expect(result.status).toBe('passed');
  expect(result.tests[0]?.steps[1]?.checked?.ms).toBeGreaterThanOrEqual(600);
  expect(asked).toBeGreaterThanOrEqual(3);
  expect((await reevaluate(parseSuite(text).suite, result)).status).toBe('passed');
  // The new expectation holds for the last answer, but not for the first one.
  const other = text.replace('$.state === open', `$.count === ${asked}`);
  const again = await reevaluate(parseSuite(other).suite, result);
  expect(again.tests[0]).toMatchObject({ outcome: 'undecided', failure: { code: 'not-recorded' } });
});

it('is refused where the bot would be, at once and without an answer', async () => {
  const base = await serve(json({ state: 'paid' }));
  const text = suiteOf(
    base,
    '- $CHECK GET http://169.254.169.254/latest/meta-data:',
    '  - within: 5s',
    '  - status: 200',
  );
  const since = performance.now();
  const { result } = await runText(text, {
    egress: createEgress({ allow: ['127.0.0.0/8:*'] }),
  });
  expect(result.tests[0]?.failure?.code).toBe('egress-refused');
  expect(performance.now() - since).toBeLessThan(3_000);
});

it('asks once more when its time is over, and no later', async () => {
  const asked: number[] = [];
  const since = performance.now();
  const base = await serve((request, response) => {
    asked.push(performance.now() - since);
    json({ state: 'paid' })(request, response);
  });
  const { result } = await runText(
    suiteOf(base, '- $CHECK GET {{api}}/a:', '  - within: 900ms', '  - $.state === refunded'),
  );
  expect(result.status).toBe('failed');
  expect(asked.length).toBeGreaterThanOrEqual(3);
  const span = (asked.at(-1) as number) - (asked[0] as number);
  expect(span).toBeGreaterThanOrEqual(850);
  expect(span).toBeLessThan(2_000);
});

it('ends at once when the run is cancelled, in a request and between two', async () => {
  const cancel = new AbortController();
  const base = await serve(() => {});
  const text = suiteOf(base, '- $CHECK GET {{api}}/a:', '  - within: 60s', '  - status: 200');
  const since = performance.now();
  const running = runText(text, { signal: cancel.signal });
  await sleep(500);
  cancel.abort();
  expect((await running).result.status).toBe('cancelled');
  expect(performance.now() - since).toBeLessThan(3_000);
});

it('does not count the time of the system as time of the bot', async () => {
  const base = await serve(async (request, response) => {
    await sleep(700);
    json({ state: 'paid' })(request, response);
  });
  const text = suiteOf(base, '- $CHECK GET {{api}}/a:', '  - status: 200').replace(
    '  syntax: 2',
    '  syntax: 2\n  latencyBudget: 600ms',
  );
  expect((await runText(text)).result.status).toBe('passed');
});

it('says in a load test that it is not carried out there', async () => {
  const { sayAndHear } = await import('../say-and-hear.ts');
  const request = { method: 'GET', url: 'http://x' } as const;
  await expect(
    sayAndHear({} as never, { kind: 'check', request }, { replyTimeoutMs: 1 }),
  ).rejects.toThrow(/check of the system of record/);
});

it('waits for one answer no longer than it may take', async () => {
  const base = await serve(() => {});
  const since = performance.now();
  const { result } = await runText(suiteOf(base, '- $CHECK GET {{api}}/a:', '  - status: 200'));
  expect(result.tests[0]?.failure?.code).toBe('check-unreachable');
  expect(performance.now() - since).toBeLessThan(limits.requestMs + 3_000);
}, 20_000);

it('judges a long answer whole and keeps its beginning', async () => {
  const base = await serve(json({ filler: 'x'.repeat(answerLengthMax), state: 'paid' }));
  const text = suiteOf(base, '- $CHECK GET {{api}}/a:', '  - $.state === paid');
  const { result } = await runText(text);
  expect(result.status).toBe('passed');
  const answer = result.tests[0]?.steps[1]?.checked?.answer;
  expect(answer?.body).toHaveLength(answerLengthMax);
  expect(answer?.bodyLength).toBeGreaterThan(answerLengthMax);
  expect((await reevaluate(parseSuite(text).suite, result)).status).toBe('passed');
});

describe('an answer that does not show how things are', () => {
  const login = '<html><head><title>Login</title></head><body>Please log in.</body></html>';
  const page = (text: string) => `<!doctype html><title>Orders</title><p>${text}</p>`;
  const html =
    (body: string): RequestListener =>
    (_, response) =>
      response.setHeader('content-type', 'text/html').end(body);
  const redirectTo =
    (body: string): RequestListener =>
    (request, response) =>
      request.url === '/order'
        ? response.writeHead(302, { location: '/other' }).end()
        : html(body)(request, response);

  it.each<[string, RequestListener, string[], string]>([
    ['a sign-in page after a redirect', redirectTo(login), ['body != refunded'], 'error'],
    ['a sign-in page', html(login), ['body !~ /refunded/'], 'error'],
    [
      'a form for a password',
      html('<html><input name=p type="password">'),
      ['body !== refunded'],
      'error',
    ],
    [
      'a sign-in page with a status',
      redirectTo(login),
      ['status == 200', 'body != refunded'],
      'error',
    ],
    ['another page after a redirect', redirectTo(page('Home')), ['body != refunded'], 'error'],
    ['an empty body', html(''), ['body != refunded'], 'error'],
    ['an empty body, forbidding a whole text', html(' \n'), ['body !== refunded'], 'error'],
    ['an empty body that was asked for', html(''), ['status == 200', 'body != refunded'], 'passed'],
    [
      'a page that is required',
      redirectTo(page('paid')),
      ['body == paid', 'body != refunded'],
      'passed',
    ],
    ['the page itself', html(page('paid')), ['body != refunded'], 'passed'],
    ['the page that says it', html(page('refunded')), ['body != refunded'], 'failed'],
    [
      'a page after a redirect that says it',
      redirectTo(page('refunded')),
      ['body != refunded'],
      'failed',
    ],
    [
      'plain text after a redirect',
      (request, response) =>
        request.url === '/order'
          ? response.writeHead(302, { location: '/other' }).end()
          : response.setHeader('content-type', 'text/plain').end('paid'),
      ['body != refunded'],
      'passed',
    ],
  ])('%s', async (_, system, expectations, outcome) => {
    const base = await serve(system);
    const text = suiteOf(
      base,
      '- $CHECK GET {{api}}/order:',
      ...expectations.map((one) => `  - ${one}`),
    );
    const { result } = await runText(text);
    expect(result.tests[0]?.steps[1]?.outcome).toBe(outcome);
    if (outcome === 'error') expect(result.tests[0]?.failure?.code).toBe('check-unreadable');
    expect((await reevaluate(parseSuite(text).suite, result)).tests[0]?.outcome).toBe(outcome);
  });

  it.each([
    [login, 'error'],
    [page('paid'), 'passed'],
  ])('is not saved by a set-up', async (body, status) => {
    const base = await serve(html(body));
    const text = suiteOf(base).replace(
      '---',
      '  before each:\n    - request: GET {{api}}/order\n      save: { x: body }\n---',
    );
    expect((await runText(text)).result.status).toBe(status);
  });
});

it('measures numbers of the answer, which a check that does not decide lacks', async () => {
  const measured = async (system: RequestListener, ...check: string[]) => {
    const suite = suiteOf(
      await serve(system),
      ...check,
      '- $CHECK GET {{api}}/rows:',
      '  - $.rows >= 1',
      '  - metric rows: $.rows',
    );
    const { events, result } = await runText(suite);
    const again = await reevaluate(parseSuite(suite).suite, result);
    const of = (tests: typeof result.tests) => tests[0]?.steps.at(-1)?.measurements;
    expect(of(again.tests)).toEqual(of(result.tests));
    expect(events.some(({ type }) => type === 'step.finished')).toBe(true);
    return { status: result.status, measurements: of(result.tests) };
  };
  expect(await measured(json({ rows: 3 }))).toEqual({
    status: 'passed',
    measurements: [{ name: 'rows', value: 3 }],
  });
  // A failed check still shows a number.
  expect(await measured(json({ rows: 0 }))).toEqual({
    status: 'failed',
    measurements: [{ name: 'rows', value: 0 }],
  });
  const down: RequestListener = (_, response) => {
    response.writeHead(503, { 'content-type': 'application/json' }).end('{"rows": 0}');
  };
  expect(await measured(down)).toEqual({
    status: 'error',
    measurements: [{ name: 'rows', why: 'There is no answer that shows it.' }],
  });
});
