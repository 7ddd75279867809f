import type { RunSummary } from '@parley/contract';
import { getTableColumns } from 'drizzle-orm';
import { runs } from '../../../db/schema/runs.ts';
import { variablesOf } from './with-values-of.ts';

const { source, ...columns } = getTableColumns(runs);

/** Columns of a run without its source, which can be a hundred times as large as all others. */
export const runColumns = columns;

export type RunRow = Omit<typeof runs.$inferSelect, 'source'>;

/** Columns of a run including its source, which a worker needs to execute it. */
export const claimedColumns = { ...columns, source };

export type ClaimedRun = typeof runs.$inferSelect;

/** Final states. */
const endStates = ['passed', 'failed', 'error', 'cancelled', 'interrupted'] as const;

export type EndState = (typeof endStates)[number];

export function hasEnded({ status }: Pick<RunRow, 'status'>): boolean {
  return (endStates as readonly string[]).includes(status);
}

export function presentRun(row: RunRow): RunSummary {
  return {
    id: row.id,
    suiteId: row.suiteId,
    number: row.number,
    suiteName: row.suiteName,
    projectId: row.projectId,
    projectName: row.projectName,
    platform: row.platform,
    device: row.device && {
      id: row.deviceId,
      name: row.device.name,
      variables: variablesOf(row.device),
    },
    label: row.label,
    environment: row.environment,
    environmentVersion: row.environmentVersion,
    repeat: row.repeat,
    trigger: row.trigger,
    startedBy: row.startedByName,
    status: row.status,
    counts: row.counts,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    cancelRequested: row.cancelRequestedAt !== null,
    overriddenAt: row.overriddenAt?.toISOString() ?? null,
  };
}
