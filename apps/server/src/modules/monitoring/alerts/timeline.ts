/** History of an incident, oldest first. Pure. */
import type { IncidentEntry } from '../../../db/schema/alerts.ts';

/** The oldest go: who keeps acknowledging a bot that fails anew each time needs the latest. */
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
