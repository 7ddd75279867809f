/** Connects hundreds of deliberately slow clients and measures how they affect others. */
import { connect, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { endSilentReaders, silenceMsMax } from './silent-readers.ts';

let app: TestApp;
const opened: SlowClient[] = [];

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
});
afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.destroy();
  vi.restoreAllMocks();
});
afterAll(() => app.close());

interface SlowClient {
  socket: Socket;
  heard(): string;
  isClosed(): boolean;
}

function open(count: number, begin: (socket: Socket) => void, url = app.url): SlowClient[] {
  const { hostname, port } = new URL(url);
  const clients = Array.from({ length: count }, () => {
    let text = '';
    let isClosed = false;
    const socket = connect({ host: hostname, port: Number(port) }, () => begin(socket));
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      isClosed = true;
    });
    return { socket, heard: () => text, isClosed: () => isClosed };
  });
  opened.push(...clients);
  return clients;
}

function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 500);
  socket.on('close', () => clearInterval(timer));
}

const closed = (clients: SlowClient[]) => clients.filter(({ isClosed }) => isClosed()).length;

describe('slow clients', () => {
  it('are cut off one and all, while others are answered', { timeout: 240_000 }, async () => {
    const headers = open(100, (socket) => {
      socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n');
      drip(socket, 'X: y\r\n');
    });
    const bodies = open(100, (socket) => {
      socket.write(
        'POST /generateParleyLead HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n{',
      );
      drip(socket, ' ');
    });
    const readers = open(20, (socket) => {
      socket.pause();
      for (let count = 0; count < 20; count += 1)
        socket.write('GET /docs/internal/json HTTP/1.1\r\nHost: a\r\n\r\n');
    });
    const slow = [...headers, ...bodies, ...readers];
    await expect
      .poll(() => slow.filter(({ socket }) => socket.connecting).length, { timeout: 60_000 })
      .toBe(0);
    // Counts the responses while all slow clients are still connected. A slow machine manages fewer.
    let answered = 0;
    for (let count = 0; count < 20; count += 1) {
      expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
      if (closed(bodies) + closed(readers) === 0) answered += 1;
    }
    expect(answered).toBeGreaterThan(0);

    await expect.poll(() => closed(headers), { timeout: 90_000, interval: 200 }).toBe(100);
    await expect.poll(() => closed(bodies), { timeout: 120_000, interval: 200 }).toBe(100);
    for (const { heard } of [...headers, ...bodies])
      expect(heard()).toMatch(/^HTTP\/1.1 408 .*"code":"request_timeout"/s);
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  });

  it('leave a thousand others their answers', { timeout: 240_000 }, async () => {
    open(100, (socket) => socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n'));
    const idle = open(1000, (socket) => socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n'));
    const answered = () => idle.filter(({ heard }) => heard().startsWith('HTTP/1.1 200')).length;
    await expect.poll(answered, { timeout: 180_000, interval: 200 }).toBe(1000);
  });

  it('lose their responses if they read nothing, and only then', { timeout: 120_000 }, async () => {
    const silenceMs = 2000;
    const isEnded = shortenSilence(silenceMs);
    const [document, health] = ['/docs/internal/json', '/livez'].map(
      (path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`,
    ) as [string, string];
    const silent = open(5, (socket) => {
      socket.pause();
      socket.write(document.repeat(40));
    });
    const slow = open(2, (socket) => {
      readSlowly(socket, silenceMs / 10);
      socket.write(document.repeat(40));
    });
    const idle = open(2, (socket) => socket.write(document));
    // The clients do not notice this themselves, because they do not read.
    await expect.poll(() => silent.filter(isEnded).length, { timeout: 30_000 }).toBe(5);

    const answered = ({ heard }: SlowClient) => heard().split('HTTP/1.1 200').length - 1;
    await expect.poll(() => slow.map(answered), { timeout: 60_000 }).toEqual([40, 40]);
    for (const { socket } of idle) socket.write(health);
    await expect.poll(() => idle.map(answered)).toEqual([2, 2]);
    expect([...slow, ...idle].filter(isEnded)).toEqual([]);
  });

  it('do not count as slow while they wait for a response, whatever they had before', async () => {
    const silenceMs = 200;
    shortenSilence(silenceMs);
    const server = Fastify();
    endSilentReaders(server);
    server.get('/now', async () => 'now');
    server.get('/later', async () => {
      await sleep(5 * silenceMs);
      return 'later';
    });
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    const requests = ['/now', '/later'].map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    const [client] = open(1, (socket) => socket.write(requests.join('')), url);
    await expect.poll(() => client?.heard(), { timeout: 10_000 }).toMatch(/now.*later/s);
    client?.socket.destroy();
    await server.close();
  });
});

/**
 * Shortens the time limit.
 *
 * @returns a function that tells if the server has closed a client's connection
 */
function shortenSilence(silenceMs: number): (client: SlowClient) => boolean {
  const byPort = new Map<number | undefined, Socket>();
  const { setTimeout } = Socket.prototype;
  vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (this: Socket, ms, then) {
    byPort.set(this.remotePort, this);
    return setTimeout.call(this, ms === silenceMsMax ? silenceMs : ms, then);
  });
  return ({ socket }) => byPort.get(socket.localPort)?.destroyed === true;
}

/** Reads a megabyte at a time, with pauses in between. */
function readSlowly(socket: Socket, pauseMs: number): void {
  let taken = 0;
  socket.on('data', async (data) => {
    taken += data.length;
    if (taken < 1_048_576) return;
    taken = 0;
    socket.pause();
    await sleep(pauseMs);
    socket.resume();
  });
}
