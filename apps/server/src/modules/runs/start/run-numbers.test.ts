import { runs as endpoints } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../db/schema/runs.ts';
import { createBotSuite, untilEnded } from '../../../test/bot-suite.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

let bot: DemoBot;
let app: TestApp;
let ada: Member;

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({ reachable: [new URL(bot.url).host] });
  ada = (await createTenant(app)).owner;
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

async function start(suiteId: string) {
  const { status, body } = await ada.call(endpoints.startRun, { params: { suiteId }, body: {} });
  expect(status).toBe(202);
  return body;
}

describe('the number of a run', () => {
  it('counts the runs of its suite, also of those that start at the same time', async () => {
    const [one, other] = [
      await createBotSuite(ada, { botUrl: bot.url }),
      await createBotSuite(ada, { botUrl: bot.url }),
    ];
    const started = await Promise.all(
      Array.from({ length: 8 }, (_, place) => start(place % 2 === 0 ? one : other)),
    );
    const numbersOf = (suiteId: string) =>
      started.flatMap((run) => (run.suiteId === suiteId ? [run.number] : [])).toSorted();
    expect(numbersOf(one)).toEqual([1, 2, 3, 4]);
    expect(numbersOf(other)).toEqual([1, 2, 3, 4]);
    for (const { id } of started) await untilEnded(ada, id);
  });

  it('is not given again once its run is removed', async () => {
    const suiteId = await createBotSuite(ada, { botUrl: bot.url });
    await untilEnded(ada, (await start(suiteId)).id);
    const newest = await start(suiteId);
    await untilEnded(ada, newest.id);
    await app.platform.db.delete(runs).where(eq(runs.id, newest.id));
    const next = await start(suiteId);
    expect([newest.number, next.number]).toEqual([2, 3]);
    await untilEnded(ada, next.id);
  });
});
