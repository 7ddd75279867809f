/** History of an incident, oldest first. Pure. */
import type { IncidentEntry } from '../../../db/schema/alerts.ts';

/**
 * Maximum number of entries per incident. The oldest are dropped, because the latest matter most if a bot keeps failing in new
 * ways.
 */
const entriesMax = 200;

export function withEntry(
  timeline: IncidentEntry[],
  entry: Omit<IncidentEntry, 'at'>,
): IncidentEntry[] {
  return [...timeline, { at: new Date().toISOString(), ...entry }].slice(-entriesMax);
}

export function isSnoozed({ snoozedUntil }: { snoozedUntil: Date | null }): boolean {
  return snoozedUntil !== null && snoozedUntil > new Date();
}
