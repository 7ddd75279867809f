/** The event that an incident has changed, kept until all consumers have handled it. */
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

/** To be called in the transaction of the change, which also tells `eventsTopic`. */
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
