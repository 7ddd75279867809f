import type { Monitor, MonitorStop } from '@parley/contract';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { readSchedule } from '../../suites/suites.ts';
import type { MonitorRow, SlotRow } from './monitoring.queries.ts';

interface OpenAlert {
  id: string;
  openedAt: Date;
  failingSince: Date | null;
  runId: string | null;
  acknowledgedAt: Date | null;
  snoozedUntil: Date | null;
}

export interface MonitorFacts {
  row: MonitorRow;
  /** Newest first. */
  slots: SlotRow[];
  /** Open alert about failures of the suite. */
  alert: OpenAlert | undefined;
  stopped: MonitorStop | null;
}

export function presentMonitor({ row, slots, alert, stopped }: MonitorFacts): Monitor {
  return {
    ...row,
    schedule: inWords(row),
    nextAt: row.nextAt?.toISOString() ?? null,
    pausedUntil: row.pausedUntil?.toISOString() ?? null,
    alertSince: alert?.openedAt.toISOString() ?? null,
    incident: alert
      ? {
          id: alert.id,
          failingSince: (alert.failingSince ?? alert.openedAt).toISOString(),
          runId: alert.runId,
          isAcknowledged: alert.acknowledgedAt !== null,
          snoozedUntil:
            alert.snoozedUntil && alert.snoozedUntil > new Date()
              ? alert.snoozedUntil.toISOString()
              : null,
        }
      : null,
    stopped,
    slots: slots.map(({ slot, outcome, reason, runId, result }) => ({
      at: slot.toISOString(),
      outcome,
      reason,
      runId,
      result: outcome === 'run' || outcome === 'refused' ? result : null,
    })),
  };
}

function inWords({ config, suiteId }: MonitorRow): string {
  try {
    return readSchedule(config, suiteId).inWords;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}
