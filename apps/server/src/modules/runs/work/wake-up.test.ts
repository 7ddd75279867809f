import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { runs } from '../../../db/schema/runs.ts';
import { createOrganizationEgress } from '../../../platform/egress/organization-egress.ts';
import { startPresence } from '../../../platform/presence.ts';
import { newId } from '../../../platform/security/ids.ts';
import { createBotSuite, startRun, untilEnded } from '../../../test/bot-suite.ts';
import { listenToQueries } from '../../../test/listen-to-queries.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { startRunWorker } from './run-worker.ts';

const asked = listenToQueries(/"waiting_organizations"/);
const workers: { close(): Promise<void> }[] = [];

let bot: DemoBot;
let slow: DemoBot;
let app: TestApp;
let ada: Member;

beforeAll(async () => {
  bot = await startDemoBot();
  slow = await startDemoBot({ delayMs: 60_000 });
  app = await startTestApp({ hasWorker: false });
  ada = (await createTenant(app)).owner;
});

afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close();
});

afterAll(async () => {
  await app.close();
  await bot.close();
  await slow.close();
});

async function startWorkers(count: number, runSlots: number): Promise<void> {
  const egressOf = createOrganizationEgress(
    app.platform.config,
    [bot, slow].map(({ url }) => new URL(url).host),
  );
  const platforms = Array.from({ length: count }, () => ({
    ...app.platform,
    processId: newId(),
    config: { ...app.platform.config, runSlots },
  }));
  // All workers are registered before the first one lists them.
  for (const platform of platforms) workers.push(await startPresence(platform, 'worker'));
  for (const platform of platforms) workers.unshift(await startRunWorker(platform, egressOf));
}

/** Returns how often workers look for runs while `count` runs are queued and end, one after another. */
async function looksFor(count: number, suiteId: string): Promise<number> {
  asked.length = 0;
  for (let run = 0; run < count; run += 1) await untilEnded(ada, (await startRun(ada, suiteId)).id);
  return asked.length;
}

it('a queued run is looked for by one worker, however many have a place for it', async () => {
  const suiteId = await createBotSuite(ada, { botUrl: bot.url });
  await startWorkers(1, 5);
  const byOne = await looksFor(12, suiteId);
  for (const worker of workers.splice(0)) await worker.close();
  await startWorkers(4, 5);
  expect(await looksFor(12, suiteId)).toBeLessThan(byOne * 1.5);
});

it('runs are carried out by other workers where the first one is full', async () => {
  const suiteId = await createBotSuite(ada, { botUrl: slow.url });
  await startWorkers(4, 1);
  for (let run = 0; run < 4; run += 1) await startRun(ada, suiteId);
  await vi.waitFor(async () => {
    const { rows } = await app.platform.db.execute(
      sql`select count(distinct lease_owner)::int as workers, count(*)::int as runs
          from ${runs} where status = 'running'`,
    );
    expect(rows).toEqual([{ workers: 4, runs: 4 }]);
  }, 20_000);
  await app.platform.db.delete(runs);
});
