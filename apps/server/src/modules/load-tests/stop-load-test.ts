import { and, eq, isNull, sql } from 'drizzle-orm';
import { loadShares, loadTests } from '../../db/schema/load-tests.ts';
import type { Database } from '../../platform/database/db.ts';
import { inTransaction, type Scope, type WorkScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import type { News } from '../../platform/live/news.ts';
import { noteIncident } from './load-leases.ts';
import { stopTopic } from './load-news.ts';
import { hasEnded, type ListedLoadTest } from './load-test-row.ts';
import { findLoadTest, lockLoadTest } from './load-tests.queries.ts';
import { settleLoadTest } from './settle-load-test.ts';

/** Stops a load test. Workers are notified immediately, and also look for stop requests regularly. Queued shares end now. */
export function stopLoadTest(scope: Scope, news: News, id: string): Promise<ListedLoadTest> {
  return inTransaction(scope, async (inside) => {
    found(await findLoadTest(inside, id));
    await giveUpQueued(inside.db, id);
    const test = found(await lockLoadTest(inside, id));
    if (hasEnded(test))
      throw new ApiError('run_finished', { message: 'The load test has already ended.' });
    await inside.db
      .update(loadTests)
      .set({ stopRequestedAt: sql`coalesce(${loadTests.stopRequestedAt}, now())` })
      .where(eq(loadTests.id, id));
    await settleLoadTest(inside.db, id);
    await news.publish(inside.db, stopTopic(id), 'stop');
    return found(await findLoadTest(inside, id));
  });
}

/** Stops a load test that has used up its organization's quota, and says so in its report. */
export function stopBeyondQuota(
  scope: WorkScope,
  news: News,
  id: string,
  message: string,
): Promise<void> {
  return inTransaction(scope, async ({ db }) => {
    await giveUpQueued(db, id);
    const [stopped] = await db
      .update(loadTests)
      .set({ stopRequestedAt: sql`now()` })
      .where(and(eq(loadTests.id, id), isNull(loadTests.stopRequestedAt)))
      .returning({ id: loadTests.id });
    if (stopped === undefined) return;
    await noteIncident(db, id, { message: `${message} The test was stopped.` });
    await settleLoadTest(db, id);
    await news.publish(db, stopTopic(id), 'stop');
  });
}

/**
 * Gives up the queued shares of a test. Call it before locking the test: workers lock shares first, so another order could
 * deadlock.
 */
async function giveUpQueued(db: Database, id: string): Promise<void> {
  await db
    .update(loadShares)
    .set({ status: 'lost' })
    .where(and(eq(loadShares.loadTestId, id), eq(loadShares.status, 'queued')));
}
