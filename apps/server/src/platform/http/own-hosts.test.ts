import { once } from 'node:events';
import { request } from 'node:http';
import { livePath } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { createIsOwnHost } from './own-hosts.ts';

const isOwnHost = createIsOwnHost({
  publicUrl: 'https://Parley.example.com',
  hosts: ['parley.internal.example'],
});

describe('a host', () => {
  it.each([
    'parley.example.com',
    'PARLEY.example.com.:8443',
    'parley.internal.example:3000',
    'localhost:3000',
    'shop.localhost',
    'api:3000',
    '127.0.0.1',
    '10.0.0.7:3000',
    '[::1]:3000',
    '[fd00::7]',
  ])('%s is the server’s own', (host) => {
    expect(isOwnHost(host)).toBe(true);
  });

  it.each([
    'evil.example',
    'evil.example:3000',
    'parley.example.com.evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'example.com',
    '1.2.3.4.5',
    '[::1',
    '',
  ])('%j is not', (host) => {
    expect(isOwnHost(host)).toBe(false);
  });
});

describe('a page whose name leads to this server', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ settings: { PARLEY_HOSTS: 'parley.internal.example' } });
  });
  afterAll(() => app.close());

  /** Sends a request with the given Host header, which fetch does not allow. */
  function call(path: string, host: string, headers: Record<string, string> = {}) {
    const { port } = new URL(app.url);
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, headers: { host, ...headers } };
      request(options, async (response) => {
        const text = (await response.setEncoding('utf8').toArray()).join('');
        resolve({ status: response.statusCode ?? 0, text });
      })
        .on('error', reject)
        .end();
    });
  }

  it.each(['/', '/api/auth/token', '/internal/v1/installation', '/docs/json', '/nowhere'])(
    'gets nothing of %s, and is told which setting names it',
    async (path) => {
      const { status, text } = await call(path, 'evil.example:3000');
      expect(status).toBe(421);
      expect(JSON.parse(text).error).toMatchObject({
        code: 'misdirected',
        hint: expect.stringContaining('PARLEY_HOSTS'),
      });
    },
  );

  it('gets no live socket', async () => {
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}${livePath}`, {
      headers: { host: 'evil.example' },
      origin: 'http://evil.example',
    });
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(421);
    socket.on('error', () => undefined).terminate();
  });

  it('is not believed by what it says of a proxy', async () => {
    const forwarded = { 'x-forwarded-host': 'localhost', forwarded: 'host=localhost' };
    expect((await call('/internal/v1/installation', 'evil.example', forwarded)).status).toBe(421);
  });

  it('may ask whether the server is well', async () => {
    for (const path of ['/livez', '/readyz', '/readyz?x=1'])
      expect((await call(path, 'probe.example')).status).toBe(200);
  });

  it('is the server’s own once it is configured', async () => {
    const { status } = await call('/internal/v1/installation', 'parley.internal.example');
    expect(status).toBe(200);
  });
});
