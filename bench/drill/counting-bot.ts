/** A bot that counts the messages that it receives, per conversation and step, and replies after a given delay. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { printSuite } from '@parley/suite';

export interface CountingBot {
  /** `host:port` */
  address: string;
  /** Messages per step of each conversation. One attempt of a test is one conversation. */
  said: Map<string, number>;
  /** Returns the text of a suite with distinguishable steps. */
  suite(size: { tests: number; steps: number; concurrency?: number }): string;
  close(): Promise<void>;
}

export async function startCountingBot(delayMs: number): Promise<CountingBot> {
  const said = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const { conversationId, text } = JSON.parse(await readAll(request));
    const key = `${conversationId} ${text}`;
    said.set(key, (said.get(key) ?? 0) + 1);
    await sleep(delayMs);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ text: `You said ${text}` }));
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    said,
    suite: (size) => suiteText(`http://${address}/`, size),
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function suiteText(
  url: string,
  { tests, steps, concurrency = 2 }: { tests: number; steps: number; concurrency?: number },
): string {
  const interaction = (step: number) => ({
    input: { kind: 'text' as const, text: `step ${step + 1}` },
    assertions: [
      {
        property: 'prompt' as const,
        operator: 'contains' as const,
        expected: ['You said'],
        negated: false,
      },
    ],
    branches: [],
    settings: {},
  });
  return printSuite({
    configuration: { platform: 'webchat', channel: { kind: 'http', url }, concurrency },
    tests: Array.from({ length: tests }, (_, test) => ({
      name: `Test ${test + 1}`,
      mode: 'normal' as const,
      tags: [],
      interactions: Array.from({ length: steps }, (_, step) => interaction(step)),
    })),
  });
}
