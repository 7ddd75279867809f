/**
 * ELIZA (the npm package `elizabot`) behind a few lines of HTTP: a bot that was not written for Parley and answers in its own
 * format.
 *
 *   POST /chat  {"message": "I am sad", "session": "42"}  ->  {"output": {"say": "…"}, "ended": false}
 *
 * `elizabot` picks its answers at random; `isPredictable` makes it take the first one each time.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import ElizaBot, { type Eliza } from 'elizabot';

export interface ElizaBotOptions {
  /** Default 127.0.0.1. */
  host?: string;
  /** Default 0: any free port. */
  port?: number;
  isPredictable?: boolean;
}

/** If there are more sessions than this, the oldest is forgotten. */
const sessionsMax = 10_000;

export async function startElizaBot(options: ElizaBotOptions = {}) {
  const { host = '127.0.0.1', port = 0, isPredictable = false } = options;
  const sessions = new Map<string, Eliza>();

  function sessionOf(id: string): Eliza {
    const eliza = sessions.get(id) ?? new ElizaBot(isPredictable);
    sessions.set(id, eliza);
    const [oldest] = sessions.keys();
    if (sessions.size > sessionsMax && oldest !== undefined) sessions.delete(oldest);
    return eliza;
  }

  const server = createServer(async (request, response) => {
    const body = await json(request).catch(() => undefined);
    const { message, session } = (body ?? {}) as { message?: unknown; session?: unknown };
    if (typeof message !== 'string' || typeof session !== 'string') {
      response.writeHead(400).end('Send {"message": "…", "session": "…"} as JSON.');
      return;
    }
    const eliza = sessionOf(session);
    const say = message === '' ? eliza.getInitial() : eliza.transform(message);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ output: { say }, ended: eliza.quit }));
  });
  await new Promise<void>((listening) => server.listen(port, host, listening));
  const url = `http://${host}:${(server.address() as AddressInfo).port}/chat`;
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((closed) => server.close(() => closed()));
  };
  return { url, close };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '4011' } } });
  const { url } = await startElizaBot({ port: Number(values.port) });
  console.log(`ELIZA listens at ${url}`);
}
