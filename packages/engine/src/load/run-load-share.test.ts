import { setTimeout as sleep } from 'node:timers/promises';
import { startDemoBot } from '@parley/demo-bot';
import { createEgress } from '@parley/egress';
import {
  createLatencyHistogram,
  type LoadProfile,
  type LoadSample,
  parseSuite,
  type Suite,
} from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { serveHttp, serveWebSocket } from '../test/servers.ts';
import { type LoadShare, runLoadShare } from './run-load-share.ts';

const suiteAt = (url: string): Suite =>
  parseSuite(
    `configuration:\n  channel:\n    kind: http\n    url: ${url}\n---\n- test: Hours\n- When are you open?: Monday\n- Balance: Which\n`,
  ).suite;

async function hold(url: string, profile: LoadProfile, options: Partial<LoadShare> = {}) {
  const samples: LoadSample[] = [];
  const totals = await runLoadShare({
    suite: suiteAt(url),
    profile,
    thinkTimeMs: 20,
    isPaced: false,
    share: 0,
    shares: 1,
    startInMs: 50,
    egress: createEgress({ allow: ['127.0.0.0/8:*'] }),
    host: new URL(url).host,
    userAgent: 'Tester (+mailto:test@example.org)',
    signal: new AbortController().signal,
    onSecond: ({ sample }) => samples.push(sample),
    ...options,
  });
  return { totals, samples };
}

describe('a share of a load test', () => {
  it('holds the conversations of a real bot and counts each of them', async () => {
    const bot = await startDemoBot();
    const { totals, samples } = await hold(bot.url, { kind: 'steady', users: 5, durationS: 2 });
    await bot.close();
    const { started, passed, failed, unfinished, turns } = totals.counts;
    expect(failed).toBe(0);
    expect(passed).toBeGreaterThan(5);
    expect(started).toBe(passed + unfinished);
    expect(turns).toBeGreaterThanOrEqual(2 * passed);
    expect(samples.reduce((sum, sample) => sum + sample.turns, 0)).toBe(turns);
    const activeMax = Math.max(...samples.map(({ active }) => active));
    expect(activeMax).toBeGreaterThan(0);
    expect(activeMax).toBeLessThanOrEqual(5);
    expect(totals.steps.map(({ says }) => says)).toEqual(['When are you open?', 'Balance']);
    expect(createLatencyHistogram(totals.latency).count()).toBe(turns);
  });

  it.each([200, 500])(
    'sends the requests before all tests once, which answer %i',
    async (status) => {
      const tokens: string[] = [];
      let fetches = 0;
      await using issuer = await serveHttp((_, response) => {
        fetches += 1;
        response.writeHead(status).end(JSON.stringify({ access_token: 'token-4711' }));
      });
      await using bot = await serveHttp((request, response) => {
        tokens.push(request.headers.authorization ?? '');
        response.end('{"text":"We open on Monday"}');
      });
      const { suite } = parseSuite(
        [
          'configuration:',
          '  syntax: 2',
          '  channel:',
          `    { kind: http, url: "http://127.0.0.1:${bot.port}/", headers: { authorization: "Bearer {{token}}" } }`,
          '  before all:',
          `    - request: POST http://127.0.0.1:${issuer.port}/token`,
          '      save: { token: $.access_token }',
          '---',
          '- test: Hours',
          '- When are you open?: Monday',
        ].join('\n'),
      );
      const failures: string[] = [];
      const { totals } = await hold(
        `http://127.0.0.1:${bot.port}/`,
        { kind: 'steady', users: 3, durationS: 1 },
        {
          suite,
          onSecond: (progress) =>
            failures.push(...progress.failures().map(({ failure }) => JSON.stringify(failure))),
        },
      );
      expect(fetches).toBe(1);
      if (status === 200) {
        expect(totals.counts).toMatchObject({ failed: 0 });
        expect(totals.counts.passed).toBeGreaterThan(0);
        expect(new Set(tokens)).toEqual(new Set(['Bearer token-4711']));
      } else {
        expect(totals.counts.passed).toBe(0);
        expect(tokens).toEqual([]);
        expect(failures[0]).toContain('"class":"configuration","code":"set-up-failed"');
      }
    },
  );

  it('does not send requests before all tests again and again, whatever their answer says', async () => {
    let fetches = 0;
    let messages = 0;
    await using issuer = await serveHttp((_, response) => {
      fetches += 1;
      response.end(JSON.stringify({ access_token: 'token-4711', expires_in: 0.001 }));
    });
    await using bot = await serveHttp((_, response) => {
      messages += 1;
      response.end('{"text":"We open on Monday"}');
    });
    const { suite } = parseSuite(
      [
        'configuration:',
        '  syntax: 2',
        `  channel: { kind: http, url: "http://127.0.0.1:${bot.port}/{{token}}" }`,
        '  before all:',
        `    - request: POST http://127.0.0.1:${issuer.port}/token`,
        '      save: { token: $.access_token }',
        '      expires: $.expires_in',
        '---',
        '- test: Hours',
        '- When are you open?: Monday',
      ].join('\n'),
    );
    const failures: string[] = [];
    const { totals } = await hold(
      `http://127.0.0.1:${bot.port}/`,
      { kind: 'steady', users: 3, durationS: 1 },
      {
        suite,
        onSecond: (progress) =>
          failures.push(...progress.failures().map(({ failure }) => failure.message)),
      },
    );
    expect([fetches, messages, totals.counts.passed]).toEqual([1, 0, 0]);
    expect(failures[0]).toContain('valid for less than 10 seconds');
  });

  it('counts latencies from the moment a conversation was meant to begin', async () => {
    // Conversations run one at a time and take 200 ms, but ten arrive per second, so later ones have to wait.
    await using bot = await serveHttp((_, response) => {
      setTimeout(() => response.end('{"text":"Monday, Which"}'), 100);
    });
    const profile: LoadProfile = { kind: 'arrivals', perSecond: 10, usersMax: 1, durationS: 2 };
    const url = `http://127.0.0.1:${bot.port}/`;
    const { totals } = await hold(url, profile, { thinkTimeMs: 0 });
    const [first, second] = totals.steps.map(({ latency }) => createLatencyHistogram(latency));
    expect(first?.max()).toBeGreaterThan(600);
    expect(second?.percentile(0.5)).toBeLessThan(first?.max() ?? 0);
    expect(totals.counts.dropped).toBeGreaterThan(0);
    // Arrivals that were never served have waited, too.
    const measured = createLatencyHistogram(totals.latency).count();
    expect(measured).toBe(totals.counts.turns + totals.counts.dropped);
    expect(totals.counts.started + totals.counts.dropped).toBe(20);
  });

  it('counts what was waited for a bot that hangs until the end', async () => {
    await using bot = await serveHttp(() => {});
    const url = `http://127.0.0.1:${bot.port}/`;
    const holdStep = (step: string) => {
      const { suite } = parseSuite(
        `configuration: { channel: { kind: http, url: "${url}" }, replyTimeout: 1.5 }\n---\n- test: A\n- hello:\n  - ${step}\n`,
      );
      return hold(url, { kind: 'steady', users: 1, durationS: 1 }, { suite });
    };
    const [patient, usual, quiet] = await Promise.all([
      holdStep('set replyTimeout: 60'),
      holdStep('prompt: hi'),
      holdStep('no reply within 60s'),
    ]);
    expect(patient.totals.counts).toMatchObject({ unfinished: 1, failed: 0, turns: 1 });
    expect(createLatencyHistogram(patient.totals.latency).max()).toBeGreaterThan(3000);
    expect(usual.totals.counts).toMatchObject({ unfinished: 0, failed: 1 });
    expect(usual.totals.errors).toMatchObject([{ code: 'reply-timeout' }]);
    // Expected silence is the tester's own time.
    expect(quiet.totals.counts).toMatchObject({ unfinished: 1, failed: 0, turns: 0 });
    expect(createLatencyHistogram(quiet.totals.latency).count()).toBe(0);
  });

  it('keeps little of what a bot says of its failure', async () => {
    const answer = JSON.stringify({ error: { message: 'no '.repeat(10_000) } });
    await using bot = await serveHttp((_, response) => response.end(answer));
    const url = `http://127.0.0.1:${bot.port}/`;
    const { suite } = parseSuite(
      `configuration: { channel: { kind: openai, model: m, url: "${url}" } }\n---\n- test: A\n- hello\n`,
    );
    const { totals } = await hold(url, { kind: 'steady', users: 1, durationS: 1 }, { suite });
    expect(totals.errors).toMatchObject([{ code: 'model-failed' }]);
    expect(totals.errors[0]?.message).toHaveLength(500);
  });

  it('judges also what came without text', async () => {
    await using bot = await serveWebSocket({
      hear(_, socket) {
        socket.send('{"tool": {"name": "refund_order"}}');
        socket.send('{"text": "Done."}');
      },
    });
    const url = `ws://127.0.0.1:${bot.port}/`;
    const { suite } = parseSuite(
      `configuration: { channel: { kind: websocket, url: "${url}", quietMs: 20 } }\n---\n- test: A\n- hello:\n  - $..name != refund_order\n`,
    );
    const { totals } = await hold(url, { kind: 'steady', users: 1, durationS: 1 }, { suite });
    expect(totals.counts.passed).toBe(0);
    expect(totals.errors).toMatchObject([{ code: 'mismatch' }]);
  });

  it('says who calls, whatever the suite calls itself', async () => {
    const agents = new Set<unknown>();
    await using bot = await serveHttp((request, response) => {
      agents.add(request.headers['user-agent']);
      response.end('{"text":"Monday, Which"}');
    });
    const url = `http://127.0.0.1:${bot.port}/`;
    const suite = suiteAt(`${url}\n    headers: { User-Agent: Nobody }`);
    await hold(url, { kind: 'steady', users: 1, durationS: 1 }, { suite });
    expect([...agents]).toEqual(['Tester (+mailto:test@example.org)']);
  });

  it('hangs up at once when it is stopped, and nothing is under way afterwards', async () => {
    let open = 0;
    await using bot = await serveHttp((_, response) => {
      open += 1;
      response.on('close', () => {
        open -= 1;
      });
    });
    const stop = new AbortController();
    const url = `http://127.0.0.1:${bot.port}/`;
    const profile: LoadProfile = { kind: 'steady', users: 8, durationS: 600 };
    const held = hold(url, profile, { signal: stop.signal });
    while (open < 8) await sleep(10);
    stop.abort();
    const { totals } = await held;
    expect(totals.counts).toMatchObject({ started: 8, unfinished: 8, passed: 0, failed: 0 });
    while (open > 0) await sleep(10);
  });

  it('hangs up at once also while greetings are awaited', async () => {
    await using bot = await serveWebSocket({ greet: () => setTimeout(() => stop.abort(), 50) });
    const stop = new AbortController();
    const url = `ws://127.0.0.1:${bot.port}/`;
    const { suite } = parseSuite(
      `configuration: { channel: { kind: websocket, url: "${url}", greets: true }, replyTimeout: 60 }\n---\n- test: A\n- hello\n`,
    );
    const profile: LoadProfile = { kind: 'steady', users: 1, durationS: 600 };
    const { totals } = await hold(url, profile, { suite, signal: stop.signal });
    expect(totals.counts).toMatchObject({ started: 1, unfinished: 1 });
  });

  it('names a bot that falls over, and keeps some of what was said', async () => {
    await using bot = await serveHttp((_, response) => response.writeHead(503).end('Busy'));
    const url = `http://127.0.0.1:${bot.port}/`;
    const { totals, samples } = await hold(url, { kind: 'steady', users: 5, durationS: 1 });
    expect(totals.counts.passed).toBe(0);
    expect(totals.errors).toMatchObject([{ class: 'network', code: 'unavailable' }]);
    expect(samples.reduce((sum, { errors }) => sum + (errors.network ?? 0), 0)).toBe(
      totals.counts.failed,
    );
  });

  it.each([1, 3])(
    'starts the same conversations however many of %i shares hold them',
    async (shares) => {
      await using bot = await serveHttp((_, response) => response.end('{"text":"Monday, Which"}'));
      const profile: LoadProfile = { kind: 'arrivals', perSecond: 20, usersMax: 60, durationS: 1 };
      const url = `http://127.0.0.1:${bot.port}/`;
      const all = await Promise.all(
        Array.from({ length: shares }, (_, share) => hold(url, profile, { share, shares })),
      );
      const begun = all.reduce(
        (sum, { totals: { counts } }) => sum + counts.started + counts.dropped,
        0,
      );
      expect(begun).toBe(20);
    },
  );
});
