import { loadTests as endpoints } from '@parley/contract';
import { emptyHistogram } from '@parley/suite';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadSamples, loadTests } from '../../db/schema/index.ts';
import { cleanUp } from '../../platform/queue/clean-up.ts';
import { createBotSuite } from '../../test/bot-suite.ts';
import { startLoadTest } from '../../test/load-suite.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { loadTestCleanUp } from './trim-load-tests.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    hasWorker: false,
    settings: {
      PARLEY_EGRESS_ALLOW: '127.0.0.0/8:*',
      PARLEY_LOAD_TARGETS: '127.0.0.1:9',
      PARLEY_LOAD_TESTING_FOR: 'example.org',
      PARLEY_RUN_DAYS: '7',
    },
  });
});

afterAll(() => app.close());

const sample = {
  ...{ second: 0, active: 1, started: 1, finished: 0, failed: 0, turns: 1 },
  ...{ errors: {}, latency: emptyHistogram, lagMs: 0 },
};

async function loadTestOf(
  owner: Member,
  suiteId: string,
  status: 'passed' | 'running',
  days: number,
) {
  const { id } = await startLoadTest(owner, { suiteId });
  const { db } = app.platform;
  const createdAt = sql`now() - make_interval(days => ${days})`;
  await db.update(loadTests).set({ status, createdAt }).where(eq(loadTests.id, id));
  await db.insert(loadSamples).values({ loadTestId: id, second: 0, share: 0, attempt: 1, sample });
  return id;
}

it('goes with its seconds once runs of its age go, unless it is not over', async () => {
  const { owner } = await createTenant(app, { planId: 'enterprise' });
  const suiteId = await createBotSuite(owner, { botUrl: 'http://127.0.0.1:9/' });
  const [first, second, fresh, open] = [
    await loadTestOf(owner, suiteId, 'passed', 30),
    await loadTestOf(owner, suiteId, 'passed', 8),
    await loadTestOf(owner, suiteId, 'passed', 6),
    await loadTestOf(owner, suiteId, 'running', 8),
  ];
  await cleanUp(app.platform, [loadTestCleanUp(app.platform)], AbortSignal.timeout(10_000));
  const { body } = await owner.call(endpoints.listLoadTests);
  expect(body.items.map(({ id }) => id).toSorted()).toEqual([fresh, open].toSorted());
  const left = await app.platform.db
    .select({ of: loadSamples.loadTestId })
    .from(loadSamples)
    .where(inArray(loadSamples.loadTestId, [first, second, fresh, open]));
  expect(left.map(({ of }) => of).toSorted()).toEqual([fresh, open].toSorted());
});
