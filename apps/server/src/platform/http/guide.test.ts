import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { mountErrorsEdge } from './errors-edge.ts';
import { mountGuide } from './guide.ts';
import { mountSecurityHeaders } from './security-headers.ts';
import { mountWebApp } from './web-app.ts';

let parent: string;
let app: FastifyInstance;

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'parley-guide-'));
  writeFileSync(join(parent, 'package.json'), '{}');
  const web = join(parent, 'web');
  mkdirSync(web);
  writeFileSync(join(web, 'index.html'), '<title>Dashboard</title>');
  app = Fastify();
  mountErrorsEdge(app);
  await mountSecurityHeaders(app, readConfig({}));
  await mountGuide(app, join(parent, 'dist'));
  await mountWebApp(app, web);
});

afterAll(async () => {
  await app.close();
  rmSync(parent, { recursive: true });
});

const get = (url: string, encoding = 'identity') =>
  app.inject({ url, headers: { 'accept-encoding': encoding } });

it('the guide says that it is being built, and is served as soon as it is', async () => {
  const waiting = await get('/guide/');
  expect([waiting.statusCode, waiting.headers['retry-after']]).toEqual([503, '3']);
  expect(waiting.body).toContain('The guide is being built');
  expect((await get('/guide/assets/app.js')).statusCode).toBe(404);

  build();
  const built = await get('/guide/');
  expect([built.statusCode, built.body]).toEqual([200, '<title>Guide</title>']);
});

/** Writes the files that a build would create. */
function build(): void {
  const folder = join(parent, 'dist');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<title>Guide</title>');
  writeFileSync(join(folder, 'cli.html'), '<title>Command line</title>');
  writeFileSync(join(folder, '404.html'), '<title>Missing</title>');
  writeFileSync(join(folder, '.source-sha256'), 'abc');
  writeFileSync(join(folder, 'assets/app.js'), 'let a = 1;');
  writeFileSync(join(folder, 'assets/app.js.br'), brotliCompressSync('let a = 1;'));
}

describe('the guide', () => {
  beforeAll(build);

  it('leads from /guide to its first page', async () => {
    const answer = await get('/guide');
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/guide/']);
  });

  it.each(['/guide/cli.html', '/guide/cli', '/guide/cli.html?a=1'])(
    'opens a page at %s',
    async (url) => {
      const answer = await get(url);
      expect([answer.statusCode, answer.body]).toEqual([200, '<title>Command line</title>']);
      expect(answer.headers['cache-control']).toBe('no-cache');
    },
  );

  it('runs under the policy of all answers, without exceptions', async () => {
    const policy = String((await get('/guide/cli.html')).headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).not.toMatch(/unsafe|sha256|nonce|https:/);
  });

  it('sends assets as they were compressed, for ever', async () => {
    const answer = await get('/guide/assets/app.js', 'br');
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers['content-type']).toMatch(/javascript/);
    expect(answer.headers['cache-control']).toContain('immutable');
  });

  it('has a page for addresses that it does not know', async () => {
    for (const url of ['/guide/nowhere', '/guide/nowhere.html', '/guide/a/b']) {
      const answer = await get(url);
      expect([answer.statusCode, answer.body]).toEqual([404, '<title>Missing</title>']);
    }
  });

  it.each([
    '/guide/../package.json',
    '/guide/%2e%2e/package.json',
    '/guide/..%2fpackage.json',
    '/guide/.source-sha256',
    '/guide/assets/gone.js',
  ])('never answers %s with a file', async (url) => {
    const { statusCode, body } = await get(url);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(body).not.toMatch(/^(\{\}|abc)$/);
  });

  it('leaves the addresses beside it to the dashboard', async () => {
    expect((await get('/guidebook')).body).toContain('Dashboard');
  });
});
