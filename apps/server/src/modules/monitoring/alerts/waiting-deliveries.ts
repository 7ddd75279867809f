import { desc, eq, inArray, sql } from 'drizzle-orm';
import { alertChannels, alertDeliveries } from '../../../db/schema/alerts.ts';
import {
  ageOf,
  asNumber,
  lastErrorOf,
  type WaitingWork,
} from '../../../platform/queue/waiting-work.ts';
import { dropDelivery, isGivenUp, retryDelivery } from './alerts.queries.ts';

export const waitingDeliveries: WaitingWork = {
  kind: 'alerts',
  async count(db) {
    const isWaiting = eq(alertDeliveries.status, 'waiting');
    const [row] = await db
      .select({
        waiting: asNumber(sql`count(*) filter (where ${isWaiting})`),
        dead: asNumber(sql`count(*) filter (where ${isGivenUp})`),
        oldestSeconds: ageOf(sql`min(${alertDeliveries.createdAt}) filter (where ${isWaiting})`),
        lastError: lastErrorOf(alertDeliveries.lastError, alertDeliveries.nextAttemptAt, isWaiting),
      })
      .from(alertDeliveries)
      .where(inArray(alertDeliveries.status, ['waiting', 'failed']));
    return row ?? { waiting: 0, oldestSeconds: null };
  },
  dead: {
    list(db, limit) {
      return db
        .select({
          id: alertDeliveries.id,
          target: alertChannels.name,
          attempts: alertDeliveries.attempts,
          reason: alertDeliveries.lastError,
          at: alertDeliveries.nextAttemptAt,
        })
        .from(alertDeliveries)
        .innerJoin(alertChannels, eq(alertChannels.id, alertDeliveries.channelId))
        .where(isGivenUp)
        .orderBy(desc(alertDeliveries.nextAttemptAt))
        .limit(limit);
    },
    retry: retryDelivery,
    remove: dropDelivery,
  },
};
