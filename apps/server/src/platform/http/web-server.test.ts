import { connect } from 'node:net';
import { allEndpoints, type ErrorBody, loadTests, projects, suites } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addressOf } from '../../test/call-api.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { createLog } from '../observability/log.ts';

let app: TestApp;
let ada: Member;
let projectsUrl: string;

beforeAll(async () => {
  app = await startTestApp();
  const tenant = await createTenant(app);
  ada = tenant.owner;
  projectsUrl = `${app.url}/internal/v1/users/${ada.userId}/organizations/${tenant.organizationId}/projects`;
});
afterAll(() => app.close());

async function post(body: string, headers: Record<string, string> = {}) {
  const response = await fetch(projectsUrl, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ada.token}`,
      'content-type': 'application/json',
      ...headers,
    },
    body,
  });
  return { status: response.status, error: await errorOf(response) };
}

async function errorOf(response: Response): Promise<ErrorBody['error']> {
  return ((await response.json()) as ErrorBody).error;
}

describe('the server', () => {
  it('is alive and ready', async () => {
    expect((await fetch(`${app.url}/livez`)).status).toBe(200);
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  });

  it.each(['h2c', 'TLS/1.2', 'websocket/12'])(
    'answers whoever offers to go on by %s',
    async (protocol) => {
      const answer = await sendRaw(
        [
          'GET /livez HTTP/1.1',
          'Host: localhost',
          'Connection: Upgrade, HTTP2-Settings, close',
          `Upgrade: ${protocol}`,
          'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
          '\r\n',
        ].join('\r\n'),
      );
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  it('describes what its dashboard calls', async () => {
    const document = await (await fetch(`${app.url}/docs/internal/json`)).json();
    expect(document).toHaveProperty('openapi', '3.1.0');
    expect(document).toHaveProperty(
      ['paths', projects.getProject.path, 'get', 'summary'],
      projects.getProject.summary,
    );
    expect((await fetch(`${app.url}/docs/internal/`)).status).toBe(200);
  });

  it('compresses large responses for clients that accept it, and sends others unchanged', async () => {
    const get = (path: string, encoding: string) =>
      fetch(app.url + path, { headers: { 'accept-encoding': encoding } });
    const compressed = await get('/docs/internal/json', 'gzip, br');
    const plain = await get('/docs/internal/json', 'identity');
    expect(compressed.headers.get('content-encoding')).toBe('br');
    expect(compressed.headers.get('vary')).toContain('accept-encoding');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await compressed.json()).toEqual(await plain.json());
    expect((await get('/livez', 'br')).headers.get('content-encoding')).toBeNull();
  });

  it.each(['/livez', '/internal/v1/installation', '/nowhere', '/docs/json', '/api/nowhere'])(
    'sends the headers that protect a browser with %s',
    async (path) => {
      const { headers } = await fetch(app.url + path);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
      expect(headers.get('x-powered-by')).toBeNull();
    },
  );
});

const manyKeys = JSON.stringify(
  Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key ${index}`, index])),
);

describe('a request that cannot be served', () => {
  it('gets the standard error format at an unknown path', async () => {
    const response = await fetch(`${app.url}/internal/v1/nowhere`);
    expect(response.status).toBe(404);
    expect(response.statusText).toBe('Not Found');
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toEqual({
      type: '/guide/errors#not_found',
      title: 'Not found.',
      status: 404,
      detail: 'Not found.',
      code: 'not_found',
      requestId: response.headers.get('x-request-id'),
      error: { code: 'not_found', message: 'Not found.' },
    });
  });

  it('is refused without a session', async () => {
    const response = await fetch(projectsUrl);
    expect(response.status).toBe(401);
    expect((await errorOf(response)).code).toBe('not_signed_in');
  });

  it.each([
    ['malformed JSON', '{"name":', 400, 'malformed_json'],
    ['a poisoned prototype', '{"__proto__":{"a":1},"name":"x"}', 400, 'malformed_json'],
    ['a zero byte in a text', '{"name":"a\\u0000b"}', 400, 'invalid_request'],
    ['half a surrogate pair', '{"name":"a\\ud800b"}', 400, 'invalid_request'],
    [
      'JSON nested 5,000 levels deep',
      `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      400,
      'invalid_request',
    ],
    ['ten thousand keys', manyKeys, 400, 'invalid_request'],
    ['an empty body', '', 400, 'invalid_request'],
    ['a body that is no object', '[]', 400, 'invalid_request'],
    ['a body of 5 MiB', `{"name":"${'x'.repeat(5_242_880)}"}`, 413, 'too_large'],
  ])('is refused with %s', async (_, body, status, code) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    expect(answer.error.code).toBe(code);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is refused as %s',
    async (type) => {
      const answer = await post('{"name":"x"}', { 'content-type': type });
      expect(answer.status).toBe(415);
      expect(answer.error.code).toBe('unsupported_media_type');
    },
  );

  it.each(['%00', '%zz', 'x'.repeat(2000), 'a%0ab'])('is not found at the id %s', async (id) => {
    const response = await fetch(`${projectsUrl}/${id}`, {
      headers: { authorization: `Bearer ${ada.token}` },
    });
    expect([400, 404]).toContain(response.status);
    expect((await errorOf(response)).code).toMatch(/^(not_found|invalid_request)$/);
  });

  it('lists everything that is wrong with it', async () => {
    const answer = await ada.call(projects.listProjects, {
      query: { page: 0, sortBy: 'color' as never },
    });
    expect(answer.error?.problems?.map(({ path }) => path)).toEqual(['page', 'sortBy']);
  });

  it.each([
    ['two hosts', 'GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['a host that is none', 'GET /livez HTTP/1.1\r\nHost: a/b?c\r\n\r\n'],
    ['no host', 'GET /livez HTTP/1.1\r\n\r\n'],
    ['a whole address as its path', 'GET http://evil.example/livez HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ])('is refused with %s', async (_, text) => {
    expect(await sendRaw(text)).toMatch(/^HTTP\/1.1 400/);
  });

  it.each([
    ['headers of 20 KB', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 'headers_too_large'],
    ['no HTTP', 'HELO mail.example\r\n\r\n', 'invalid_request'],
  ])('is told so in the same shape where it is none, with %s', async (_, text, code) => {
    const [, body = ''] = (await sendRaw(text)).split('\r\n\r\n');
    expect((JSON.parse(body) as ErrorBody).error.code).toBe(code);
  });
});

/** JSON bodies of about four megabytes that cost far more to process than to send. */
const costlyBodies: [string, string][] = [
  ['two million numbers', `{"email":[${'1,'.repeat(2_000_000)}1]}`],
  ['a million lists', `{"email":[${'[],'.repeat(1_300_000)}[]]}`],
  ['a million objects', `{"email":[${'{},'.repeat(1_300_000)}{}]}`],
  ['300,000 keys', `{${Array.from({ length: 300_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
  ['two million levels', `{"email":${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}}`],
];

const openToAll = allEndpoints.filter(
  ({ access, body }) => body && (access === 'public' || access === 'optional'),
);

describe('a body that is costly to look at', () => {
  it.each(openToAll.map(({ method, path }) => [method, path]))(
    'is not read at %s %s, which is open to all',
    async (method, path) => {
      const url = app.url + path.replaceAll(/\{\w+\}/g, 'x');
      const send = (body: string) =>
        fetch(url, { method, body, headers: { 'content-type': 'application/json' } });
      for (const [, body] of costlyBodies) expect((await send(body)).status).toBe(413);
      expect([400, 401]).toContain((await send(`{"email":[${'1,'.repeat(8000)}1]}`)).status);
    },
  );

  it.each(costlyBodies)('is refused before it is parsed, with %s', async (_, body) => {
    const params = { userId: ada.userId, orgId: ada.organizationId };
    const url = addressOf(app.url, suites.createSuite, { params });
    const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' };
    const parse = vi.spyOn(JSON, 'parse');
    const answer = await fetch(url, { method: 'POST', body, headers });
    const parsed = parse.mock.calls.filter(([text]) => text.length > 100_000);
    parse.mockRestore();
    expect([answer.status, (await errorOf(answer)).code]).toEqual([400, 'invalid_request']);
    expect(parsed.length).toBe(0);
  });

  it('gets the first hundred of its problems', async () => {
    const tests = Array.from({ length: 900 }, () => 1);
    const answer = await ada.call(loadTests.createLoadTest, { body: { tests } as never });
    expect(answer.error?.problems).toHaveLength(100);
  });

  it('may hold as much text as a test suite has', async () => {
    const source = '[{,]}\\"\n'.repeat(100_000);
    const body = { name: 'Long', projectId: 'nowhere', platform: 'webchat' as const, source };
    const answer = await ada.call(suites.createSuite, { body });
    expect([answer.status, answer.error?.code]).not.toContain('too_large');
    expect(answer.error?.message).not.toContain('too many values');
  });
});

describe('a path', () => {
  it('is literal before it is a parameter', async () => {
    const { status, body } = await ada.call(projects.getProjectHierarchy);
    expect(status).toBe(200);
    expect(body.flatProjects).toEqual([]);
  });

  it('contains the calling user', async () => {
    const other = await app.signUp();
    const answer = await ada.call(projects.listProjects, { params: { userId: other.userId } });
    expect(answer.status).toBe(404);
  });

  it('may say `default` for the organization that was the current one', async () => {
    expect((await ada.call(projects.listProjects, { params: { orgId: 'default' } })).status).toBe(
      200,
    );
  });
});

describe('limits of requests', () => {
  it('are reported with the time to wait', async () => {
    const limited = await startTestApp({ settings: { PARLEY_RATE_LIMITS: 'on' } });
    const call = () => fetch(`${limited.url}/generateParleyLead`, { method: 'POST' });
    for (let count = 0; count < 10; count += 1) {
      const { headers } = await call();
      expect(headers.get('x-ratelimit-limit')).toBe('10');
      expect(headers.get('x-ratelimit-remaining')).toBe(String(9 - count));
      const resetS = Number(headers.get('x-ratelimit-reset'));
      expect(resetS).toBeGreaterThan(0);
      expect(resetS).toBeLessThanOrEqual(60);
    }
    const answer = await call();
    expect(answer.status).toBe(429);
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await errorOf(answer)).code).toBe('too_many_requests');
    await limited.close();
  });

  it('count malformed requests, which are not our failures', async () => {
    const lines: { level: number; msg: string }[] = [];
    const limited = await startTestApp({
      hasWorker: false,
      settings: { PARLEY_RATE_LIMITS: 'on' },
      log: createLog('debug', { write: (line) => lines.push(JSON.parse(line)) }),
    });
    const head = 'HTTP/1.1\r\nHost: localhost\r\n';
    const chunks = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';
    const broken = [
      `POST /api/auth/sign-in/email ${head}${chunks}`,
      `GET /internal/v1/installation ${head}\r\nGARBAGE\r\n\r\n`,
      `GET /nowhere ${head}\r\nGARBAGE\r\n\r\n`,
      ...Array.from({ length: 10 }, () => `POST /generateParleyLead ${head}${chunks}`),
    ];
    for (const text of broken) await sendRaw(text, limited.url);
    const next = await fetch(`${limited.url}/generateParleyLead`, { method: 'POST' });
    expect(next.status).toBe(429);
    // An error would be logged at a higher level. The debug lines show that the log works.
    expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
    expect(lines.map(({ msg }) => msg)).toContain('Answered');
    await limited.close();
  });
});

it('keeps a text that only spells a zero byte', async () => {
  expect((await post('{"name":"a\\\\u0000b"}')).status).toBe(201);
});

function sendRaw(text: string, url = app.url): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(text));
    socket.on('data', (data) => {
      answer += data;
      socket.end();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
