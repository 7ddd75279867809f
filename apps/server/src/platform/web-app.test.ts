import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountWebApp } from './web-app.ts';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<title>Parley</title>');
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
    expect(answer.body).toBe('<title>Parley</title>');
    expect(answer.headers['cache-control']).toBe('no-cache');
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

it('tells the page its facts at every address, and cannot be talked out of the attribute', async () => {
  const told = Fastify();
  await mountWebApp(told, folder, { 'parley-firebase': '{"key":"<a>&"}' });
  for (const url of ['/', '/index.html', '/projects']) {
    const answer = await told.inject({ url });
    expect(answer.body).toBe(
      '<meta name="parley-firebase" content="{&quot;key&quot;:&quot;&lt;a>&amp;&quot;}" /><title>Parley</title>',
    );
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  }
  await told.close();
});
