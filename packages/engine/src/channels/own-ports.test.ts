import { createSocket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createEgress, failureOf } from '@parley/egress';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runText } from '../test/run-text.ts';
import { placeDirectCall } from './phone/legs/sip-leg.ts';

/** Listens on every address of the machine, as a server with HOST=:: does. */
const server = createServer((_, response) => response.end('{"text": "inside"}'));
const calls = createSocket({ type: 'udp6' });
let connections = 0;
let port: number;

const program = process.env.CHROMIUM_PATH || undefined;
const hasChromium = existsSync(program ?? chromium.executablePath());

const ofThisMachine = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .filter(({ scopeid = 0 }) => scopeid === 0)
  .map(({ address }) => (address.includes(':') ? `[${address}]` : address));

const hosts = [
  ...new Set([
    ...['127.0.0.1', '127.0.0.2', '127.255.255.254', '0.0.0.0', 'localhost', '[::1]', '[::]'],
    ...['[::ffff:127.0.0.1]', '[::ffff:127.9.9.9]', '[::127.0.0.1]', '[64:ff9b::7f00:1]'],
    ...ofThisMachine,
  ]),
];

const allow = ['0.0.0.0/0:*', '[::/0]:*', 'localhost:*'];
const egressWithOwnPort = () => createEgress({ allow, ownPorts: [port] });

vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((listens) => server.listen(0, '::', listens));
  port = (server.address() as AddressInfo).port;
  calls.on('message', () => {
    connections += 1;
  });
  await new Promise<void>((listens) => calls.bind(port, listens));
});

afterAll(async () => {
  calls.close();
  await new Promise((closed) => server.close(closed));
});

/** Runs one test against a bot on the port, and returns the failure code or the outcome. */
async function talk(channel: object, egress = egressWithOwnPort()) {
  connections = 0;
  const { result } = await runText(
    `configuration: ${JSON.stringify({ channel, replyTimeout: 3 })}\n---\n- test: A\n- hello: inside`,
    { egress, browser: { program } },
  );
  const [test] = result.tests;
  return test?.failure?.code ?? test?.outcome;
}

describe('a port that the installation itself listens on', () => {
  describe.each(hosts)('at %s, granted or not', (host) => {
    it.each([
      ['http', 'http'],
      ['sse', 'http'],
      ['websocket', 'ws'],
      ['socketio', 'http'],
    ])('is no bot by %s', async (kind, scheme) => {
      const url = `${scheme}://${host}:${port}/`;
      expect(await talk({ kind, url })).toBe('egress-refused');
      expect(connections).toBe(0);
    });

    it.each([false, true])('is called by nobody, over TLS: %s', async (isSecure) => {
      connections = 0;
      const calling = placeDirectCall({
        to: { kind: 'sip', uri: `sip:line@${host}:${port}`, host, port, isSecure },
        from: undefined,
        ringMs: 1000,
        callMsMax: 1000,
        egress: egressWithOwnPort(),
        signal: new AbortController().signal,
        onMessage() {},
        onEarlyAudio() {},
      });
      expect(failureOf(await calling.catch((error) => error)).code).toBe('egress-refused');
      expect(connections).toBe(0);
    });
  });

  it.skipIf(!hasChromium)('is no page, nor anything that a page loads', async () => {
    const pages = createServer((_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(
          `${hosts.map((host) => `<img src="http://${host}:${port}/">`).join('')}<input><p class="reply">inside</p>`,
        ),
    );
    await new Promise<void>((listens) => pages.listen(0, '127.0.0.1', listens));
    const channel = { kind: 'browser', input: 'input', reply: '.reply', quietMs: 200 };
    const { port: pagePort } = pages.address() as AddressInfo;
    await talk({ ...channel, url: `http://127.0.0.1:${pagePort}/` });
    expect(connections).toBe(0);
    for (const host of ['127.0.0.2', ...ofThisMachine.slice(-2)]) {
      expect(await talk({ ...channel, url: `http://${host}:${port}/` })).toBe('egress-refused');
      expect(connections).toBe(0);
    }
    await new Promise((closed) => pages.close(closed));
  });

  it('stays closed by a name that leads to this machine', async () => {
    for (const address of ['127.0.0.2', '::1', '::ffff:127.0.0.1'])
      expect(
        await talk(
          { kind: 'http', url: `http://bot.example:${port}/` },
          createEgress({ allow, ownPorts: [port] }, async () => [{ address, family: 4 }]),
        ),
      ).toBe('egress-refused');
    expect(connections).toBe(0);
  });

  it('is a port like any other on another machine, and the next port here is another one', async () => {
    const granted = createEgress({ allow: [`127.0.0.1:${port}`], ownPorts: [port + 1] });
    expect(await talk({ kind: 'http', url: `http://127.0.0.1:${port}/` }, granted)).toBe('passed');
    const elsewhere = createEgress({ allow: [], ownPorts: [443] });
    expect(elsewhere.checkUrl('https://93.184.216.34/', ['https:']).hostname).toBe('93.184.216.34');
  });
});
