/**
 * Emails owners and administrators that nothing was checked for a while because no worker was running, which would otherwise go
 * unnoticed. Call it in the transaction that claimed the monitors, which has locked their organizations.
 */
import type { Database } from '../../../platform/database/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { interruptionMail, tellOwners } from '../stops/stop-mails.ts';
import { noteInterruption } from '../stops/stops.queries.ts';
import type { DecidedSlot } from './decide-slots.ts';

type Teller = Pick<Platform, 'mail' | 'config' | 'log'>;

/** Shortest interruption to report. A worker that is replaced is away for a minute or two, a busy one for less. */
const interruptionMs = 30 * 60_000;

export async function tellInterruptions(
  teller: Teller,
  db: Database,
  decided: readonly DecidedSlot[],
): Promise<void> {
  const late = decided.filter(
    ({ due, slot, notRun, decision }) =>
      !due.isNew &&
      (decision.outcome === 'run' || notRun === 'worker') &&
      due.now.getTime() - slot.getTime() > interruptionMs,
  );
  const byOrganization = Map.groupBy(late, ({ due }) => due.suite.organizationId);
  for (const [organizationId, slots] of byOrganization) {
    const scope = { db, organizationId };
    const since = new Date(Math.min(...slots.map(({ slot }) => slot.getTime())));
    const noted = await noteInterruption(scope, since);
    if (noted === undefined) continue;
    await tellOwners(teller, scope, interruptionMail(noted.name, { since, until: noted.until }));
    teller.log.warn({ organizationId, since }, 'Monitoring was interrupted: no worker was there');
  }
}
