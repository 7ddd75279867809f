import type { Monitor, MonitorStop } from '@parley/contract';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { readSchedule } from '../../suites/suites.ts';
import type { MonitorRow, SlotRow } from './monitoring.queries.ts';

export interface MonitorFacts {
  row: MonitorRow;
  /** Newest first. */
  slots: SlotRow[];
  alertSince: Date | null;
  stopped: MonitorStop | null;
}

export function presentMonitor({ row, slots, alertSince, stopped }: MonitorFacts): Monitor {
  return {
    ...row,
    schedule: inWords(row),
    nextAt: row.nextAt?.toISOString() ?? null,
    pausedUntil: row.pausedUntil?.toISOString() ?? null,
    alertSince: alertSince?.toISOString() ?? null,
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
