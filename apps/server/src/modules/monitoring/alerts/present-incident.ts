import type { Incident } from '@parley/contract';
import type { Person } from '../../organizations/organizations.ts';
import type { AlertRow } from './alerts.queries.ts';
import { readEvidence } from './incidents.queries.ts';
import { isSnoozed } from './timeline.ts';

/** Presents an incident to members. `people` are the current members; others are presented as null. */
export function presentIncident(row: AlertRow, people: Person[]): Incident {
  const byId = new Map(people.map((person) => [person.id, person]));
  const personOf = (id: string | null | undefined) => (id && byId.get(id)) || null;
  const { id, suiteId, suiteName, stopReason, classes, runId } = row;
  return {
    id,
    suiteId,
    suiteName,
    stopReason,
    classes,
    runId,
    openedAt: row.openedAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    signature: row.signatures[0] ?? null,
    failingSince: (row.failingSince ?? row.openedAt).toISOString(),
    evidence: readEvidence(row),
    acknowledged: row.acknowledgedAt && {
      at: row.acknowledgedAt.toISOString(),
      by: personOf(row.acknowledgedBy),
    },
    assignee: personOf(row.assigneeId),
    snoozed:
      row.snoozedUntil && isSnoozed(row)
        ? { until: row.snoozedUntil.toISOString(), scope: row.muteScope ?? 'known' }
        : null,
    timeline: row.timeline.map(({ at, change, by, assigneeId, until, runId: shownBy }) => ({
      at,
      change,
      by: personOf(by),
      assignee: personOf(assigneeId),
      until: until ?? null,
      runId: shownBy ?? null,
    })),
  };
}

/** Presents an incident to programs, without people, whose names are only for members. */
export function presentForPrograms(row: AlertRow, publicUrl: string) {
  const { id, suiteId, suiteName, stopReason, classes, runId } = row;
  const path = runId ? `/history/testruns/${runId}` : '/history/monitoring';
  return {
    incident: {
      ...{ id, suiteId, suiteName, stopReason, runId },
      failureClasses: classes,
      openedAt: row.openedAt.toISOString(),
      failingSince: (row.failingSince ?? row.openedAt).toISOString(),
      acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
      resolvedAt: row.resolvedAt?.toISOString() ?? null,
      evidence: readEvidence(row),
    },
    link: `${publicUrl}${path}`,
  };
}
