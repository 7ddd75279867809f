import type { MuteScope } from '@parley/contract';
import { useScope } from '#/lib/session/scope.ts';
import { useChange } from '#/ui/use-change.ts';
import { changeIncident, type IncidentWish } from './monitoring.queries.ts';

/** What members have done about an open incident. */
export interface IncidentCare {
  id: string;
  suiteId: string;
  isAcknowledged: boolean;
  assigneeId: string | null;
  snoozed: { until: string; scope: MuteScope } | null;
}

interface Step {
  wish: IncidentWish;
  title: string;
  undo: IncidentWish;
}

interface IncidentSteps {
  isPending: boolean;
  acknowledge: () => void;
  snooze: (hours: number, scope: MuteScope) => void;
  endSnooze: () => void;
  assign: (assigneeId: string | null) => void;
}

/** Actions for an open incident. Each can be undone. */
export function useIncidentSteps(
  { id, suiteId, isAcknowledged, assigneeId, snoozed }: IncidentCare,
  onStart?: () => void,
): IncidentSteps {
  const scope = useScope();
  const { start, isPending } = useChange({
    run: ({ wish }: Step) => changeIncident(scope, suiteId, id, wish),
    failure: 'Failed to change the incident',
    done: (_, { title }) => ({ title }),
    undo: (_, { undo }) => changeIncident(scope, suiteId, id, undo),
  });
  function change(wish: IncidentWish, title: string, undo: IncidentWish): void {
    onStart?.();
    void start({ wish, title, undo });
  }
  return {
    isPending,
    acknowledge: () =>
      change(
        { isAcknowledged: !isAcknowledged },
        isAcknowledged ? 'Acknowledgement withdrawn' : 'Incident acknowledged',
        { isAcknowledged },
      ),
    snooze: (hours, muteScope) =>
      change(
        {
          snooze: {
            until: new Date(Date.now() + hours * 3_600_000).toISOString(),
            scope: muteScope,
          },
        },
        muteScope === 'monitor' ? 'Monitor muted' : 'Incident snoozed',
        { snooze: snoozed },
      ),
    endSnooze: () => change({ snooze: null }, 'Snooze ended', { snooze: snoozed }),
    assign: (next) =>
      change({ assigneeId: next }, next ? 'Incident assigned' : 'Incident unassigned', {
        assigneeId,
      }),
  };
}
