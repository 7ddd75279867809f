/** Event that an incident has changed, kept until all consumers have handled it. */
import * as z from 'zod';
import type { Database } from '../../../platform/database/db.ts';
import { defineEvent, recordEvents } from '../../../platform/outbox/domain-events.ts';

export const incidentChanged = defineEvent(
  'incident.changed',
  z.object({
    incidentId: z.string(),
    change: z.enum(['opened', 'reopened', 'acknowledged', 'resolved']),
    at: z.string(),
  }),
);

export type IncidentEvent = z.infer<(typeof incidentChanged)['payload']>;

/**
 * Records events of incidents. Call it in the transaction of the change. Publish `eventsTopic` so that consumers handle them
 * immediately.
 */
export function recordIncidents(
  db: Database,
  change: IncidentEvent['change'],
  incidents: readonly { id: string; organizationId: string }[],
): Promise<void> {
  const at = new Date().toISOString();
  const events = incidents.map(({ id, organizationId }) => ({
    organizationId,
    payload: { incidentId: id, change, at },
  }));
  return recordEvents(db, incidentChanged, events);
}
