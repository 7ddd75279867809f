import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createEgress } from '@parley/egress';
import { expect, it, onTestFinished } from 'vitest';
import { serveTcp } from '../../test/servers.ts';
import { startCheckedProxy } from './checked-proxy.ts';

/** Requests this address from the proxy, as Chromium does, and returns everything that it answers. */
async function ask(address: string, url: string, method = 'GET'): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`${method} ${url} HTTP/1.1\r\nhost: bot\r\nconnection: close\r\n\r\n`);
  return text(socket);
}

async function startProxy(): Promise<string> {
  const proxy = await startCheckedProxy(createEgress({ allow: ['127.0.0.1:*'] }));
  onTestFinished(() => proxy.close());
  return proxy.address;
}

const answers = (bytes: string) =>
  serveTcp((socket) => socket.once('data', () => socket.end(bytes)));

it.each([
  ['a status that is none', 'HTTP/1.1 042 Odd\r\ncontent-length: 2\r\n\r\nhi'],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
])('hangs up where the page is answered with %s, and serves the next one', async (_, bytes) => {
  await using odd = await answers(bytes);
  await using sound = await answers('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi');
  const proxy = await startProxy();
  expect(await ask(proxy, `http://127.0.0.1:${odd.port}/`)).toBe('');
  expect(await ask(proxy, `http://127.0.0.1:${sound.port}/`)).toMatch(/^HTTP\/1.1 200 .*hi$/s);
});

it('hangs up on an address that cannot be asked for, and serves the next one', async () => {
  await using sound = await answers('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi');
  const proxy = await startProxy();
  expect(await ask(proxy, `http://name:%zz@127.0.0.1:${sound.port}/`)).toBe('');
  expect(await ask(proxy, `http://127.0.0.1:${sound.port}/`)).toMatch(/^HTTP\/1.1 200 .*hi$/s);
});

it('refuses a tunnel to a port that is none, and serves the next one', async () => {
  await using sound = await answers('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi');
  const proxy = await startProxy();
  expect(await ask(proxy, 'bot.example:99999', 'CONNECT')).toMatch(/^HTTP\/1.1 502 /);
  expect(await ask(proxy, `http://127.0.0.1:${sound.port}/`)).toMatch(/^HTTP\/1.1 200 .*hi$/s);
});

it('gives a page 256 megabytes in one conversation, and no more', async () => {
  const megabyte = Buffer.alloc(1024 * 1024, 'x');
  await using bot = await serveTcp((socket) => {
    let left = 300;
    const more = () => {
      while (left > 0) {
        left -= 1;
        if (!socket.write(megabyte)) return;
      }
      socket.end();
    };
    socket.on('drain', more);
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      more();
    });
  });
  const proxy = await startProxy();
  const { hostname, port } = new URL(proxy);
  const page = connect(Number(port), hostname);
  page.on('error', () => {});
  page.write(`GET http://127.0.0.1:${bot.port}/ HTTP/1.1\r\nhost: bot\r\n\r\n`);
  let bytes = 0;
  page.on('data', ({ length }) => {
    bytes += length;
  });
  await once(page, 'close');
  const most = 256 * megabyte.length;
  expect(bytes).toBeGreaterThan(most - 4 * megabyte.length);
  expect(bytes).toBeLessThan(most + megabyte.length);
});
