/** Tests runs against a host with a small request budget. */
import { runs as endpoints } from '@parley/contract';
import { foldEvents } from '@parley/suite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBotSuite, startRun, untilEnded } from '../../../test/bot-suite.ts';
import { type CountingBot, startCountingBot } from '../../../test/counting-bot.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

const perSecond = 20;

let bot: CountingBot;
let app: TestApp;

beforeAll(async () => {
  bot = await startCountingBot();
  app = await startTestApp({
    reachable: [bot.address],
    settings: { PARLEY_REQUEST_RATE_PRIVATE: String(perSecond) },
  });
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

async function runOf(member: Member): Promise<string> {
  const suiteId = await createBotSuite(member, {
    botUrl: bot.url,
    tests: 20,
    turns: 2,
    concurrency: 20,
  });
  return (await startRun(member, suiteId)).id;
}

it('asks a host no faster than all runs may together, and no run fails or is measured by it', async () => {
  const members = [(await createTenant(app)).owner, (await createTenant(app)).owner];
  const ids = await Promise.all(members.map(runOf));
  for (const [index, member] of members.entries()) {
    const runId = ids[index] ?? '';
    expect(await untilEnded(member, runId, 60_000)).toMatchObject({ status: 'passed' });
    const { body } = await member.call(endpoints.listRunEvents, { params: { runId } });
    const { tests, slowed } = foldEvents(body.events.map(({ event }) => event));
    // 80 requests, of which 20 per second are allowed.
    expect(slowed).toMatchObject({ perSecond });
    expect(slowed?.waitedMs).toBeGreaterThan(1000);
    const latencies = tests.flatMap(({ steps }) => steps.map(({ reply }) => reply?.latencyMs ?? 0));
    expect(latencies).toHaveLength(40);
    // Requests waited for up to four seconds, which must not count as latency.
    expect(Math.max(...latencies)).toBeLessThan(1000);
  }
  const moments = bot.heard.map(({ at }) => at);
  expect(moments).toHaveLength(80);
  const mostInASecond = Math.max(
    ...moments.map((from) => moments.filter((at) => at >= from && at < from + 1000).length),
  );
  expect(mostInASecond).toBeLessThanOrEqual(1.5 * perSecond);
});
