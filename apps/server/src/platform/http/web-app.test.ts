import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { mountErrorsEdge } from './errors-edge.ts';
import { mountSecurityHeaders } from './security-headers.ts';
import { mountWebApp } from './web-app.ts';

let folder: string;
let app: FastifyInstance;

const inline = 'document.title = "Parley";';
const styles = 'body { color: black }';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  mkdirSync(join(folder, 'assets'));
  const page = `<title>Parley</title><script>${inline}</script><style>${styles}</style>`;
  writeFileSync(join(folder, 'index.html'), page);
  const script = 'console.log("Parley")';
  writeFileSync(join(folder, 'assets', 'main-abc.js'), script);
  writeFileSync(join(folder, 'assets', 'main-abc.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'assets', 'main-abc.js.gz'), gzipSync(script));
  writeFileSync(join(folder, '.env'), 'SECRET=1');
  app = Fastify();
  await mountWebApp(app, folder);
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, encoding = 'identity') =>
  app.inject({ url, headers: { 'accept-encoding': encoding } });

describe('the dashboard', () => {
  it.each(['/', '/projects', '/invitation/abc', '/history?page=2'])('opens at %s', async (path) => {
    const answer = await get(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toMatch(
      /^<meta name="parley-style-nonce" content="[\w-]{22}" \/><title>Parley<\/title>/,
    );
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it.each([
    '/nowhere',
    '/settings/users',
    '/help/docs',
    '/help/api/v1',
    '/old/internal/v1/users',
    '/is/livez',
    '/is/readyz/now',
    '/a/generateParleyLead',
    '/usersguide',
    '/docs-of-old',
  ])('[A-064] opens at the unknown address %s, whose page sends visitors on', async (path) => {
    const answer = await get(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('<title>Parley</title>');
  });

  it.each([
    ['a range that is not in the file', { range: 'bytes=1000-2000' }],
    ['a condition that does not hold', { 'if-match': '"x"' }],
    ['a date before the file', { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }],
  ])('refuses %s', async (_what, headers) => {
    const guarded = Fastify();
    mountErrorsEdge(guarded);
    await mountWebApp(guarded, folder);
    const answer = await guarded.inject({ url: '/assets/main-abc.js', headers });
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid_request']);
  });

  it('keeps search engines from shared runs', async () => {
    expect((await get('/shared/run')).headers['x-robots-tag']).toBe('noindex, nofollow');
    expect((await get('/projects')).headers['x-robots-tag']).toBeUndefined();
  });

  it('may ask for the microphone, pages for visitors and answers of the server may not', async () => {
    const guarded = Fastify();
    await mountSecurityHeaders(guarded, readConfig({}));
    await mountWebApp(guarded, folder);
    const policyOf = async (path: string) =>
      (await guarded.inject(path)).headers['permissions-policy'];
    for (const path of ['/', '/signin', '/projects', '/explore/abc'])
      expect(await policyOf(path)).toMatch(/^microphone=\(self\), camera=\(\)/);
    for (const path of [
      '/shared/run',
      '/status/acme',
      '/internal/v1/nothing',
      '/assets/main-abc.js',
    ])
      expect(await policyOf(path)).toMatch(/^microphone=\(\), camera=\(\)/);
    await guarded.close();
  });

  it('[A-333] may call the utilities server that is configured, and no other', async () => {
    const callsOf = async (settings: Record<string, string>) => {
      const guarded = Fastify();
      await mountSecurityHeaders(guarded, readConfig(settings));
      await mountWebApp(guarded, folder);
      const policy = (await guarded.inject('/')).headers['content-security-policy'];
      await guarded.close();
      return /connect-src ([^;]*)/.exec(String(policy))?.[1];
    };
    expect(await callsOf({})).toBe("'self'");
    const elsewhere = { PARLEY_UTILITIES_URL: 'https://tools.acme.test:8443/utilities/' };
    expect(await callsOf(elsewhere)).toBe("'self' https://tools.acme.test:8443");
    const firebase = {
      PARLEY_IDENTITY: 'firebase',
      PARLEY_FIREBASE_PROJECT: 'acme',
      PARLEY_FIREBASE_API_KEY: 'web-key',
    };
    expect(await callsOf({ ...elsewhere, ...firebase })).toBe(
      "'self' https://tools.acme.test:8443 https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
    );
  });

  it('allows its own inline script and a style sheet by a number used once, nothing else inline', async () => {
    const guarded = Fastify();
    await mountSecurityHeaders(guarded, readConfig({}));
    await mountWebApp(guarded, folder);
    const [one, other] = [await guarded.inject('/'), await guarded.inject('/projects')];
    const policy = String(one.headers['content-security-policy']);
    const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
    const [, nonce] = /parley-style-nonce" content="([^"]+)"/.exec(one.body) ?? [];
    expect(policy).toContain(`script-src 'self' 'sha256-${hashOf(inline)}';`);
    expect(policy).toContain(`style-src 'self' 'sha256-${hashOf(styles)}' 'nonce-${nonce}';`);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    expect(other.body).not.toContain(nonce);
    await guarded.close();
  });

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('sends files as built for %s, for ever', async (accepted, encoding) => {
    const answer = await get('/assets/main-abc.js', accepted);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-type']).toMatch(/javascript/);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it.each(['/assets/gone-abc.js', '/api/nowhere', '/internal/v1/nowhere', '/.env', '/.git/config'])(
    'is not what %s answers',
    async (path) => {
      const answer = await get(path);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().error.code).toBe('not_found');
    },
  );
});

it('gives the page its facts at every address, safely escaped', async () => {
  const told = Fastify();
  await mountWebApp(told, folder, { 'parley-firebase': '{"key":"<a>&"}' });
  for (const url of ['/', '/index.html', '/projects']) {
    const answer = await told.inject({ url });
    expect(answer.body).toContain(
      '<meta name="parley-firebase" content="{&quot;key&quot;:&quot;&lt;a&gt;&amp;&quot;}" />',
    );
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  }
  await told.close();
});
