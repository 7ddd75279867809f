import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGuideServer } from './serve-guide.ts';

const parent = mkdtempSync(join(tmpdir(), 'parley-docs-'));
const folder = join(parent, 'guide');
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(parent, 'secret.html'), 'secret');
writeFileSync(join(folder, 'index.html'), 'first page');
writeFileSync(join(folder, 'cli.html'), 'command line');
writeFileSync(join(folder, '404.html'), 'missing');
writeFileSync(join(folder, 'assets/app.js'), 'let a = 1;');

const server = createGuideServer(folder);
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(parent, { recursive: true });
});

/** Requests the path exactly as given; `fetch` would normalize it. */
async function get(path: string, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const asked = request({ port, host: '127.0.0.1', path, method }).end();
  const [answer] = await once(asked, 'response');
  let text = '';
  for await (const chunk of answer) text += chunk;
  return { status: answer.statusCode, headers: answer.headers, text };
}

it('parley docs leads to the first page of the guide', async () => {
  for (const path of ['/', '/guide']) {
    const { status, headers } = await get(path);
    expect([status, headers.location]).toEqual([302, '/guide/']);
  }
  expect(await get('/guide/')).toMatchObject({ status: 200, text: 'first page' });
});

it.each(['/guide/cli.html', '/guide/cli', '/guide/cli.html?x#y'])(
  'parley docs serves a page at %s',
  async (path) => {
    const { status, text, headers } = await get(path);
    expect([status, text]).toEqual([200, 'command line']);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
  },
);

it('parley docs says of each file what it is', async () => {
  expect((await get('/guide/assets/app.js')).headers['content-type']).toMatch(/javascript/);
});

it.each([
  '/guide/../secret.html',
  '/guide/%2e%2e/secret.html',
  '/guide/..%2fsecret',
  '/guide/%00',
  '/guide/%zz',
  '/guide/assets',
  '/secret.html',
])('parley docs has no page at %s', async (path) => {
  expect(await get(path)).toMatchObject({ status: 404, text: 'missing' });
});

it('parley docs answers reading only', async () => {
  expect(await get('/guide/cli.html', 'POST')).toMatchObject({ status: 404 });
});
