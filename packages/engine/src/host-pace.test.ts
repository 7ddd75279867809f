import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { HostPace } from './host-pace.ts';
import { runText } from './test/run-text.ts';
import { serveHttp, serveWebSocket } from './test/servers.ts';

/** Allows one request per this many milliseconds. */
function slowPace(ms: number): HostPace & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    take(host) {
      asked.push(host);
      return sleep(ms);
    },
  };
}

const textOf = (channel: object, steps: string[], configuration: object = {}) =>
  `configuration: ${JSON.stringify({ channel, replyTimeout: 0.4, ...configuration })}\n---\n- test: A\n${steps.join('\n')}`;

describe('a host that has to be waited for', () => {
  it('is asked once a turn is due, and the wait is neither latency nor time to reply', async () => {
    await using bot = await serveHttp((_, response) => response.end('{"text":"hi"}'));
    const pace = slowPace(900);
    const { result } = await runText(
      textOf({ kind: 'http', url: `http://127.0.0.1:${bot.port}/` }, ['- hello: hi', '- bye: hi']),
      { pace },
    );
    const [test] = result.tests;
    expect(test?.outcome).toBe('passed');
    expect(test?.steps.every(({ reply }) => (reply?.latencyMs ?? 900) < 300)).toBe(true);
    expect(pace.asked).toEqual(Array(2).fill(`127.0.0.1:${bot.port}`));
  });

  it('is told in the run, for how long it was waited for in all and how often it may be asked', async () => {
    await using bot = await serveHttp((_, response) => response.end('{"text":"hi"}'));
    const url = `http://127.0.0.1:${bot.port}/`;
    const source = textOf({ kind: 'http', url }, ['- hello: hi', '- test: B', '- hello: hi']);
    const slowed = await runText(source, { pace: { ...slowPace(1200), perSecond: () => 5 } });
    expect(slowed.result.slowed?.perSecond).toBe(5);
    // Both tests waited at the same time, so their waits overlap.
    expect(slowed.result.slowed?.waitedMs).toBeGreaterThanOrEqual(1190);
    const { startedAt = 0, finishedAt = 0, slowed: told } = slowed.result;
    expect(told?.waitedMs).toBeLessThanOrEqual(finishedAt - startedAt + 10);
    const hardly = await runText(source, { pace: { take: () => Promise.resolve() } });
    expect(hardly.result).not.toHaveProperty('slowed');
  });

  it('may be waited for longer than a conversation may take to open', async () => {
    await using bot = await serveWebSocket({ hear: (_, socket) => socket.send('{"text":"hi"}') });
    const pace = slowPace(900);
    const channel = { kind: 'websocket', url: `ws://127.0.0.1:${bot.port}/`, quietMs: 50 };
    const { result } = await runText(textOf(channel, ['- hello: hi']), { pace });
    expect(result.tests[0]?.outcome).toBe('passed');
    expect(pace.asked).toHaveLength(2);
  });

  it('is waited for before a redirect leads there, and before each question for replies', async () => {
    await using other = await serveHttp((_, response) => response.end('{"text":"hi"}'));
    const at = `127.0.0.1:${other.port}`;
    await using bot = await serveHttp((_, response) =>
      response.writeHead(303, { location: `http://${at}/` }).end(),
    );
    const pace = slowPace(600);
    const led = await runText(
      textOf({ kind: 'http', url: `http://127.0.0.1:${bot.port}/` }, ['- hello: hi']),
      { pace },
    );
    expect(led.result.tests[0]?.outcome).toBe('passed');
    expect(led.result.tests[0]?.steps[0]?.reply?.latencyMs).toBeLessThan(300);
    expect(pace.asked).toEqual([`127.0.0.1:${bot.port}`, at]);

    let said = 0;
    await using asked = await serveHttp((request, response) => {
      if (request.method === 'POST') said += 1;
      response.end(request.method === 'POST' || said === 0 ? '[]' : '[{"text":"hi"}]');
    });
    const polled = slowPace(600);
    const url = `http://127.0.0.1:${asked.port}/`;
    const { result } = await runText(
      textOf({ kind: 'http', url, poll: url, pollMs: 100, quietMs: 150 }, ['- hello: hi']),
      { pace: polled },
    );
    expect(result.tests[0]?.outcome).toBe('passed');
    expect(polled.asked.length).toBeGreaterThanOrEqual(3);
  });

  it('does not make a bot look fast whose reply may have come while the question for it waited', async () => {
    let saidAt = 0;
    await using bot = await serveHttp((request, response) => {
      if (request.method === 'POST') saidAt = performance.now();
      const hasReply = saidAt > 0 && performance.now() - saidAt > 500;
      response.end(request.method === 'POST' || !hasReply ? '[]' : '[{"text":"hi"}]');
    });
    const url = `http://127.0.0.1:${bot.port}/`;
    const { result } = await runText(
      textOf({ kind: 'http', url, poll: url, pollMs: 100, quietMs: 150 }, [
        '- hello:',
        '    - prompt: hi',
        '    - latency < 450',
      ]),
      { pace: slowPace(600) },
    );
    const [step] = result.tests[0]?.steps ?? [];
    expect(step?.reply?.latencyMs).toBeGreaterThanOrEqual(500);
    expect(result.tests[0]?.outcome).toBe('failed');
  });

  it('takes nothing of the time of a run', async () => {
    await using bot = await serveHttp((_, response) => response.end('{"text":"hi"}'));
    const { result } = await runText(
      textOf({ kind: 'http', url: `http://127.0.0.1:${bot.port}/` }, ['- hello: hi', '- bye: hi']),
      { pace: slowPace(900), timeoutMs: 800 },
    );
    expect(result.status).toBe('passed');
  });
});
