/** Determines what to announce about monitors of an organization that stop or resume. Pure. */
import { type StopReason, stopReasons } from '@parley/contract';
import { holds, stopReasonOf } from './stop-reason-of.ts';
import type { StopFacts, StopRow } from './stops.queries.ts';

export interface StopChanges {
  /** Planned end that is near and not announced yet; null if there is none. */
  announced: Date | null;
  /** True if an announced end will not happen. */
  isCalledOff: boolean;
  begun: StopReason[];
  over: StopRow[];
}

/** Time from the announcement to the planned end: long enough to act on a working day despite a weekend. */
const announcedMs = 3 * 86_400_000;

export function changesOf(facts: StopFacts): StopChanges {
  const { open, terms, usedUp, active } = facts;
  const reasons = new Set(active.map((kind) => stopReasonOf(kind, terms, usedUp)));
  const stopped = open.filter(({ stoppedAt }) => stoppedAt !== null);
  const isKnown = (reason: StopReason) => stopped.some((row) => row.reason === reason);
  const known = open.find(({ stoppedAt }) => stoppedAt === null)?.announcedFor ?? null;
  const end = endAhead(facts);
  return {
    announced: end !== null && known?.getTime() !== end.getTime() ? end : null,
    isCalledOff: known !== null && end === null && terms.isOpen,
    begun: stopReasons.filter((reason) => reasons.has(reason) && !isKnown(reason)),
    over: stopped.filter(({ reason }) => !holds(reason, terms, usedUp)),
  };
}

export function isNews({ announced, isCalledOff, begun, over }: StopChanges): boolean {
  return announced !== null || isCalledOff || begun.length > 0 || over.length > 0;
}

/** Returns the planned end of the subscription if it is near and would stop an active monitor; otherwise null. */
function endAhead({ terms, usedUp, active, endsAt, now }: StopFacts): Date | null {
  if (!terms.isOpen || endsAt === null) return null;
  if (endsAt.getTime() - now.getTime() > announcedMs) return null;
  return active.some((kind) => stopReasonOf(kind, terms, usedUp) === undefined) ? endsAt : null;
}
