import type { LoadTest } from '@parley/contract';
import type { loadTests } from '../../db/schema/load-tests.ts';

export type LoadTestRow = typeof loadTests.$inferSelect;

/** A load test with the number of workers that currently hold a share of it. */
export interface ListedLoadTest extends LoadTestRow {
  workers: number;
}

export function hasEnded({ status }: Pick<LoadTestRow, 'status'>): boolean {
  return status !== 'queued' && status !== 'running';
}

export function presentLoadTest(row: ListedLoadTest): LoadTest {
  return {
    id: row.id,
    name: row.name,
    suiteId: row.suiteId,
    suiteName: row.suiteName,
    tests: row.selectedTests,
    environment: row.environment,
    environmentVersion: row.environmentVersion,
    targetHost: row.targetHost,
    profile: row.profile,
    thinkTimeMs: row.thinkTimeMs,
    thresholds: row.thresholds,
    status: row.status,
    startedBy: row.startedByName,
    createdAt: row.createdAt.toISOString(),
    startsAt: row.startsAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    stopRequested: row.stopRequestedAt !== null,
    shares: row.shares,
    workers: row.workers,
    workersLost: row.workersLost,
    summary: row.summary,
  };
}
