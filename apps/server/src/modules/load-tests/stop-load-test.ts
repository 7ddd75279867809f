import { and, eq, sql } from 'drizzle-orm';
import { loadShares, loadTests } from '../../db/schema/load-tests.ts';
import { ApiError } from '../../platform/api-error.ts';
import { found } from '../../platform/found.ts';
import type { News } from '../../platform/news.ts';
import { inTransaction, type Scope } from '../../platform/scope.ts';
import { stopTopic } from './load-news.ts';
import { hasEnded, type ListedLoadTest } from './load-test-row.ts';
import { findLoadTest, lockLoadTest } from './load-tests.queries.ts';
import { settleLoadTest } from './settle-load-test.ts';

/** Tells all workers at once, and again when they renew. Shares that nobody holds are over now. */
export function stopLoadTest(scope: Scope, news: News, id: string): Promise<ListedLoadTest> {
  return inTransaction(scope, async (inside) => {
    found(await findLoadTest(inside, id));
    // Shares come before their test, as where workers take them: else both might wait for each other.
    await inside.db
      .update(loadShares)
      .set({ status: 'lost' })
      .where(and(eq(loadShares.loadTestId, id), eq(loadShares.status, 'queued')));
    const test = found(await lockLoadTest(inside, id));
    if (hasEnded(test)) throw new ApiError('run_finished', { message: 'The load test is over.' });
    await inside.db
      .update(loadTests)
      .set({ stopRequestedAt: sql`coalesce(${loadTests.stopRequestedAt}, now())` })
      .where(eq(loadTests.id, id));
    await settleLoadTest(inside.db, id);
    await news.publish(inside.db, stopTopic(id), 'stop');
    return found(await findLoadTest(inside, id));
  });
}
