import { eq, sql } from 'drizzle-orm';
import { runQueue } from '../../../db/schema/run-queue.ts';
import { runs } from '../../../db/schema/runs.ts';
import { ageOf, asNumber, type WaitingWork } from '../../../platform/queue/waiting-work.ts';

export const waitingRuns: WaitingWork = {
  kind: 'runs',
  async count(db) {
    const atWork = db.select({ count: sql`count(*)` }).from(runs).where(eq(runs.status, 'running'));
    const [row] = await db
      .select({
        waiting: asNumber(sql`count(*)`),
        atWork: asNumber(sql`(${atWork})`),
        oldestSeconds: ageOf(sql`min(${runQueue.createdAt})`),
      })
      .from(runQueue);
    return row ?? { waiting: 0, oldestSeconds: null };
  },
};
