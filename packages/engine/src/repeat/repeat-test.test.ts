import { setTimeout as sleep } from 'node:timers/promises';
import { foldEvents, type RunEvent } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { runText } from '../test/run-text.ts';
import { serveHttp } from '../test/servers.ts';

const suiteOf = (port: number, repeat: string, more = '', tests = ['Hours']) =>
  `configuration:
  syntax: 2
  channel: { kind: http, url: "http://127.0.0.1:${port}/" }
  repeat: ${repeat}
${more}${tests.map((name) => `---\n- test: ${name}\n- ${name}?: nine to five\n`).join('')}`;

/** An agent that is wrong in the conversations with these numbers. It counts simultaneous conversations. */
async function agent(isWrong: (conversation: number) => boolean) {
  const seen = { conversations: 0, atOnce: 0, most: 0, order: [] as string[] };
  const server = await serveHttp(async (request, response) => {
    seen.conversations += 1;
    const number = seen.conversations;
    seen.atOnce += 1;
    seen.most = Math.max(seen.most, seen.atOnce);
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.order.push(JSON.parse(body).text);
    await sleep(10);
    seen.atOnce -= 1;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ text: isWrong(number) ? 'Who knows' : 'From nine to five' }));
  });
  return { seen, port: server.port, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

describe('a repeated test', () => {
  it('shows each try, and the steps of the first that failed', async () => {
    await using bot = await agent((number) => number > 4);
    const { result } = await runText(suiteOf(bot.port, '{ maxTries: 30 }'));
    const [test] = result.tests;
    expect(result.status).toBe('failed');
    expect(test).toMatchObject({
      outcome: 'failed',
      failure: { class: 'wrong', code: 'pass-rate', message: expect.stringContaining('4 of 7') },
      judgedAfter: 7,
      repeat: { passRate: 0.95, tolerate: 0.8, maxTries: 30 },
    });
    const outcomes = test?.tries?.map(({ outcome }) => outcome) ?? [];
    expect(outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(3);
    expect(test?.shownTry).toBe(outcomes.indexOf('failed') + 1);
    expect(test?.steps[0]?.reply?.text).toBe('Who knows');
  });

  it('holds only as many tries at once as are needed in any case', async () => {
    await using bot = await agent(() => false);
    const { result } = await runText(suiteOf(bot.port, '{ maxTries: 30 }', '  concurrency: 20\n'));
    expect(result.tests[0]).toMatchObject({ outcome: 'passed', judgedAfter: 18 });
    expect(bot.seen).toMatchObject({ conversations: 18 });
    // After 12 passes, 4 failures or 6 more passes would be decisive.
    expect(bot.seen.most).toBe(4);
  });

  it('takes turns with the other tests', async () => {
    await using bot = await agent(() => false);
    const source = suiteOf(bot.port, '{}', '  concurrency: 2\n', ['Hours', 'Days', 'Weeks']);
    const { result } = await runText(source);
    expect(result.counts).toMatchObject({ passed: 3 });
    expect(bot.seen.most).toBe(2);
    const firstHalf = bot.seen.order.slice(0, 27);
    for (const asked of ['Hours?', 'Days?', 'Weeks?']) {
      const share = firstHalf.filter((text) => text === asked).length;
      expect(share).toBeGreaterThanOrEqual(6);
    }
  });

  it('has no outcome while its tries go on, nor when the run is cancelled', async () => {
    await using bot = await agent(() => false);
    const stopping = new AbortController();
    const events: RunEvent[] = [];
    const { result } = await runText(suiteOf(bot.port, '{}'), {
      signal: stopping.signal,
      seen(event) {
        events.push(event);
        if (event.type === 'test.finished') {
          expect(foldEvents(events).tests[0]?.outcome).toBe('running');
          expect(foldEvents(events).counts).toMatchObject({ passed: 0, pending: 1 });
        }
        if (events.filter(({ type }) => type === 'test.finished').length === 5) stopping.abort();
      },
    });
    expect(result.status).toBe('cancelled');
    expect(result.tests[0]?.outcome).toBe('pending');
    expect(result.counts.passed).toBe(0);
  });

  it('is taken up again where a worker left it', async () => {
    await using bot = await agent((number) => number === 2);
    const source = suiteOf(bot.port, '{ maxTries: 40 }');
    const stopping = new AbortController();
    let ended = 0;
    const { events } = await runText(source, {
      signal: stopping.signal,
      seen: ({ type }) => {
        if (type === 'test.finished' && ++ended === 7) stopping.abort();
      },
    });
    const left = events.filter(({ type }) => type !== 'run.finished');
    const { tries = [] } = foldEvents(left).tests[0] ?? {};
    const earlier = new Map(
      tries.flatMap(({ outcome, checks }, at) =>
        outcome === 'passed' || outcome === 'failed' ? [[at + 1, { outcome, checks }]] : [],
      ),
    );
    const again = await runText(source, { attempt: 2, earlierTries: new Map([[0, earlier]]) });
    const result = foldEvents([...left, ...again.events]);
    const [test] = result.tests;
    expect(test).toMatchObject({ outcome: 'passed', judgedAfter: 27 });
    expect(test?.tries?.map(({ outcome }) => outcome).filter((one) => one === 'failed')).toEqual([
      'failed',
    ]);
    const attempts = test?.tries?.map(({ attempt }) => attempt) ?? [];
    expect(new Set(attempts).size).toBe(attempts.length);
    expect(bot.seen.conversations).toBeLessThanOrEqual(27 + 3);
  });

  it('retries a try whose cause lies outside of the agent, and counts it once', async () => {
    let asked = 0;
    await using server = await serveHttp((_, response) => {
      asked += 1;
      if (asked === 4) response.writeHead(503).end();
      else response.end(JSON.stringify({ text: 'nine to five' }));
    });
    const { result } = await runText(suiteOf(server.port, '{}', '  retries: 1\n'));
    const [test] = result.tests;
    expect(test).toMatchObject({ outcome: 'passed', judgedAfter: 18 });
    const retried = test?.tries?.filter(({ earlierAttempts }) => earlierAttempts) ?? [];
    expect(retried).toHaveLength(1);
    expect(retried[0]).toMatchObject({
      outcome: 'passed',
      earlierAttempts: [{ outcome: 'error' }],
    });
  });
});
