/** Clients that are slow on purpose, by the hundred, and what that costs the others. */
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../test/test-app.ts';

let app: TestApp;
const opened: SlowClient[] = [];

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
});
afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.destroy();
});
afterAll(() => app.close());

interface SlowClient {
  socket: Socket;
  heard(): string;
  isClosed(): boolean;
}

function open(count: number, begin: (socket: Socket) => void): SlowClient[] {
  const { hostname, port } = new URL(app.url);
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
    // How many were answered while all of those were still there; a slow machine gets through fewer.
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
});
