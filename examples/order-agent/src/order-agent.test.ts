import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OrderAgent, startOrderAgent } from './order-agent.ts';
import { openOrderBook } from './order-book.ts';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs a suite of this example with the command line. */
const run = (suite: string, url: string, ...more: string[]) =>
  new Promise<{ code: number; out: string }>((ended) => {
    const file = `examples/order-agent/suites/${suite}.test.yml`;
    const args = ['packages/cli/src/main.ts', 'run', file, '--url', url, ...more];
    execFile(process.execPath, args, { cwd: checkout }, (error, out) =>
      ended({ code: error ? Number(error.code) : 0, out }),
    );
  });

const recordsOf = async ({ url }: OrderAgent) =>
  (await fetch(url.replace('/chat', '/records'))).json() as Promise<{ refunds: object[] }>;

describe('the suites of the order agent', () => {
  let honest: OrderAgent;
  let faulty: OrderAgent;
  beforeAll(async () => {
    honest = await startOrderAgent();
    faulty = await startOrderAgent({ refundsTwice: true });
  });
  afterAll(async () => {
    await honest.close();
    await faulty.close();
  });

  it('by words pass on the honest agent and on the one that refunds twice', async () => {
    expect(await run('words', honest.url)).toMatchObject({ code: 0 });
    expect(await recordsOf(honest)).toMatchObject({ refunds: { length: 1 } });
    expect(await run('words', faulty.url)).toMatchObject({ code: 0 });
    expect(await recordsOf(faulty)).toMatchObject({ refunds: { length: 2 } });
  });

  it.each([
    ['tools', '', 2],
    ['stream', '/stream', 0],
  ])('by tools pass on the honest agent alone: %s', async (suite, path, others) => {
    expect(await run(suite, honest.url + path)).toMatchObject({ code: 0 });
    const { code, out } = await run(suite, faulty.url + path);
    expect(code).toBe(1);
    expect(out).toContain('refund_order was called twice.');
    expect(out).toMatch(others > 0 ? /2 passed, 1 failed/ : /^1 failed/m);
  });
});

describe('the suite about the state of orders', () => {
  it.each([
    [false, 0, /2 passed/],
    [true, 1, /1 passed, 1 failed/],
  ])('reads the system of record: refunds twice is %s', async (refundsTwice, code, counts) => {
    const agent = await startOrderAgent({ refundsTwice });
    const before = await recordsOf(agent);
    const ended = await run('state', agent.url, '--var', `api=${new URL(agent.url).origin}`);
    expect(ended.code, ended.out).toBe(code);
    expect(ended.out).toMatch(counts);
    if (refundsTwice) expect(ended.out).toContain('$.refunds.length');
    // Each test removes its order.
    expect(await recordsOf(agent)).toEqual(before);
    await agent.close();
  });
});

describe('the order agent', () => {
  it('remembers a conversation, and keeps its records in a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'order-agent-'));
    const database = join(folder, 'orders.json');
    const agent = await startOrderAgent({ database });
    const say = async (text: string) => {
      const body = JSON.stringify({ text, conversationId: '1' });
      const answer = await fetch(agent.url, { method: 'POST', body });
      return (await answer.json()) as { reply: string; messages: { role: string }[] };
    };
    expect((await say('Delete it')).reply).toContain('Which order');
    expect((await say('Refund order 8')).reply).toContain('Order 8 has been refunded');
    // Only the messages of this turn.
    expect((await say('Where is order 7?')).messages.map(({ role }) => role)).toEqual([
      'assistant',
      'tool',
      'assistant',
    ]);
    await agent.close();
    const again = openOrderBook(database);
    expect(again.get(8).state).toBe('refunded');
    expect(again.records().refunds).toEqual([{ refund: 'R-1', order: 8, amount: 120 }]);
    expect(again.delete(7).state).toBe('deleted');
    rmSync(folder, { recursive: true });
  });

  it('refuses what is no message', async () => {
    const agent = await startOrderAgent();
    const status = async (path: string, body: object) =>
      (await fetch(agent.url + path, { method: 'POST', body: JSON.stringify(body) })).status;
    expect(await status('', {})).toBe(400);
    expect(await status('/other', {})).toBe(404);
    await agent.close();
  });
});
