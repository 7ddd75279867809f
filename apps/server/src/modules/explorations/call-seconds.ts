import type { ExplorationEvent } from '@parley/suite';
import { and, eq, sql } from 'drizzle-orm';
import { explorationEvents } from '../../db/schema/explorations.ts';
import type { Database } from '../../platform/database/db.ts';
import type { ExplorationRow } from './exploration-row.ts';

/**
 * Returns the length in seconds of the phone call that ends with these events; 0 if none does. A call whose worker was lost
 * counts until the loss was noticed.
 */
export async function callSecondsOf(
  db: Database,
  { id, configuration }: ExplorationRow,
  events: readonly ExplorationEvent[],
): Promise<number> {
  const ended = events.find(({ type }) => type === 'conversation.ended');
  if (configuration.platform !== 'phone' || ended?.type !== 'conversation.ended') return 0;
  const { event } = explorationEvents;
  const [opened] = await db
    .select({ at: sql`(${event} ->> 'at')::double precision`.mapWith(Number) })
    .from(explorationEvents)
    .where(
      and(
        eq(explorationEvents.explorationId, id),
        sql`${event} ->> 'type' = 'conversation.opened'`,
        sql`(${event} ->> 'conversation')::int = ${ended.conversation}`,
      ),
    )
    .limit(1);
  return opened === undefined ? 0 : Math.max(0, ended.at - opened.at) / 1000;
}
