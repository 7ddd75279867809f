import { type MonitorStop, type StopReason, stopReasons } from '@parley/contract';
import type { Edition } from '../../../platform/config/edition.ts';
import { type MonitorKind, stopInWords, stopReasonOf } from './stop-reason-of.ts';
import type { StopFacts } from './stops.queries.ts';

/** Presents why a monitor is stopped now, even before a worker has noticed; null if it is not. */
export function presentStop(
  kind: MonitorKind,
  facts: StopFacts,
  edition: Pick<Edition, 'sellsPlans'>,
): MonitorStop | null {
  const reason = stopReasonOf(kind, facts.terms, facts.usedUp);
  return reason === undefined ? null : describe(reason, facts, edition);
}

/** Lists each reason with the number of monitors that it stops. */
export function presentStops(facts: StopFacts, edition: Pick<Edition, 'sellsPlans'>) {
  return stopReasons.flatMap((reason) => {
    const monitors = facts.active
      .filter((kind) => stopReasonOf(kind, facts.terms, facts.usedUp) === reason)
      .reduce((sum, { count }) => sum + count, 0);
    return monitors === 0 ? [] : [{ ...describe(reason, facts, edition), monitors }];
  });
}

function describe(
  reason: StopReason,
  { terms, open }: StopFacts,
  edition: Pick<Edition, 'sellsPlans'>,
): MonitorStop {
  const since = open.find((row) => row.reason === reason)?.stoppedAt ?? null;
  return { reason, since: since?.toISOString() ?? null, ...stopInWords(reason, terms, edition) };
}
