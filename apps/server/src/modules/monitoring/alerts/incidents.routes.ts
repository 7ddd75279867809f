import * as contract from '@parley/contract';
import { inTransaction, type Scope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { found } from '../../../platform/errors/found.ts';
import { type Route, route } from '../../../platform/http/http.ts';
import { eventsTopic } from '../../../platform/outbox/domain-events.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hasMember, listPeople } from '../../organizations/organizations.ts';
import { alertsTopic } from './alert-news.ts';
import { type AlertRow, changeAlert } from './alerts.queries.ts';
import { recordIncidents } from './incident-events.ts';
import { lockIncident } from './incidents.queries.ts';
import { presentIncident } from './present-incident.ts';
import { readEnd } from './read-end.ts';
import { isSnoozed, withEntry } from './timeline.ts';

const endpoints = contract.incidents;

type Wanted = contract.Body<typeof endpoints.changeIncident>;

export function incidentRoutes({ news }: Pick<Platform, 'news'>): Route[] {
  return [
    route(endpoints.changeIncident, async ({ scope, params, body }) => {
      const changed = await inTransaction(scope, async (inside) => {
        const incident = found(await lockIncident(inside, params.incidentId));
        if (incident.resolvedAt !== null)
          throw new ApiError('conflict', { message: 'The incident is resolved.' });
        if (body.assigneeId) await expectMember(inside, body.assigneeId);
        const change = changeOf(incident, body, scope.actor.userId);
        await changeAlert(inside, incident.id, change);
        if (change.acknowledgedAt) await recordIncidents(inside.db, 'acknowledged', [incident]);
        await news.publishAll(inside.db, [[alertsTopic], [eventsTopic]]);
        return { ...incident, ...change };
      });
      return presentIncident(changed, await listPeople(scope));
    }),
  ];
}

async function expectMember(scope: Scope, userId: string): Promise<void> {
  if (!(await hasMember(scope, userId))) throw new ApiError('not_found');
}

/** Computes the change to an incident. Repeating a request changes nothing, so that it appears only once in the timeline. */
function changeOf(incident: AlertRow, wanted: Wanted, by: string): Partial<AlertRow> {
  const change: Partial<AlertRow> = {};
  let { timeline } = incident;
  const { isAcknowledged, assigneeId, snooze } = wanted;
  if (isAcknowledged !== undefined && isAcknowledged !== (incident.acknowledgedAt !== null)) {
    change.acknowledgedAt = isAcknowledged ? new Date() : null;
    change.acknowledgedBy = isAcknowledged ? by : null;
    const kind = isAcknowledged ? 'acknowledged' : 'acknowledgement-withdrawn';
    timeline = withEntry(timeline, { change: kind, by });
  }
  if (assigneeId !== undefined && assigneeId !== incident.assigneeId) {
    change.assigneeId = assigneeId;
    timeline = withEntry(
      timeline,
      assigneeId === null ? { change: 'unassigned', by } : { change: 'assigned', by, assigneeId },
    );
  }
  if (snooze) {
    const until = readEnd(snooze.until, 'A snooze');
    Object.assign(change, { snoozedUntil: until, muteScope: snooze.scope });
    timeline = withEntry(timeline, { change: 'snoozed', by, until: until.toISOString() });
  } else if (snooze === null && isSnoozed(incident)) {
    Object.assign(change, { snoozedUntil: null, muteScope: null });
    timeline = withEntry(timeline, { change: 'snooze-ended', by });
  }
  return { ...change, timeline };
}
